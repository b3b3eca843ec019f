import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clipboards } from '../support/clipboards.js';
import { runs } from '../support/effort.js';
import { hostileHtml } from '../support/hostile/html.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { WorkspaceClient } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';

portalForAll({ real: true });
const path = '/brands/acme/clean';

it('cleans for editors what was pasted or written as source, and stores nothing', async () => {
  const editor = await as('editor');
  const head = portal.head('acme');
  for (const { html, text, pictures = 0 } of clipboards) {
    const { status, headers, text: answer } = await editor.post(path, { html, from: 'clipboard' });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-store']);
    expect(JSON.parse(answer)).toMatchObject({ html: text, pictures, document: { type: 'doc' } });
  }
  const source = await editor.post(path, { html: '<b><p onclick="x()">a</p></b>', from: 'source' });
  const reason = 'it has a block inside an inline element';
  expect(JSON.parse(source.text)).toEqual({ html: '<b><p>a</p></b>', pictures: 0, reason });
  expect(portal.head('acme')).toBe(head);
  await client.get('/pages');
});

it('is refused to viewers, to other sites, without a session, with half a form and beyond 1 MiB', async () => {
  const [editor, viewer] = [await as('editor'), await as('viewer')];
  const form = { html: '<p>a</p>', from: 'source' };
  expect((await viewer.post(path, form)).status).toBe(404);
  expect((await editor.post(path, form, { Origin: 'https://evil.example' })).status).toBe(403);
  expect((await editor.post(path, form, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect((await WorkspaceClient.nobody(portal).post(path, form)).status).toBe(303);
  expect((await editor.post(path, { html: '<p>a</p>' })).status).toBe(400);
  expect((await editor.post(path, { html: 'a'.repeat(1024 * 1024 + 1), from: 'source' })).status).toBe(413);
  expect((await editor.get(path)).status).toBe(405);
});

it('answers whatever it is sent', async () => {
  const editor = await as('editor');
  const pieces = [...clipboards.map(({ html }) => html), ...Object.values(hostileHtml).flat()];
  const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom('clipboard', 'source'), async (parts, from) => {
      const { status, text } = await editor.post(path, { html: parts.join(''), from });
      expect(status).toBe(200);
      expect(Object.keys(JSON.parse(text))).toEqual(expect.arrayContaining(['html', 'pictures']));
    }),
    runs(300),
  );
});
