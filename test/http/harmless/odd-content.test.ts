import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clone, commitAndPush } from '../../support/git.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ real: true });

it('pushed content of any shape and length leaves the brand readable: runs of blanks, comments, times that are none, the last id', async () => {
  const { id } = await client.page({ title: 'Page' });
  const work = clone(portal.gitdir('acme'));
  const stored = JSON.parse(readFileSync(join(work, `pages/0/${id}.json`), 'utf8'));
  const heading = (text: string) => [{ id: 'h', type: 'heading', data: { text } }];
  const odd = [
    { title: `a${' '.repeat(1_000_000)}b` },
    { blocks: heading('<!>'.repeat(150_000)) },
    { updated_at: 'soon' },
    { updated_at: '2026-01-31T09:30:00.123+01:00' },
  ].map((fields, at) => ({ ...stored, slug: `odd-${at}`, id: 90 + at, ...fields }));
  for (const page of odd) writeFileSync(join(work, `pages/0/${page.id}.json`), JSON.stringify(page));
  commitAndPush(work, 'Odd');
  const pages: { id: number; updated_at: string }[] = (await client.get('/pages?include=blocks')).body;
  const times = pages.filter((page) => page.id >= 90).map((page) => [page.id, page.updated_at]);
  expect(times).toEqual([
    [91, '2026-03-01T12:00:00Z'],
    [92, null],
    [93, '2026-01-31T08:30:00Z'],
  ]);
  const sent = { title: 'x', blocks: [{ type: 'alert', data: { title: `a${' '.repeat(500_000)}b\nc` } }] };
  await client.refused(422, 'POST', '/pages', { body: sent });
  const comments = { title: 'x', blocks: [{ type: 'rich_text', data: { html: `<p>${'<!>'.repeat(150_000)}</p>` } }] };
  expect((await client.post('/pages', comments)).status).toBe(422);
  rmSync(join(work, 'pages/0/90.json'));
  const last = 'pages/90071992547409/9007199254740991.json';
  mkdirSync(join(work, 'pages/90071992547409'), { recursive: true });
  writeFileSync(join(work, last), JSON.stringify({ ...stored, id: Number.MAX_SAFE_INTEGER, slug: 'last' }));
  commitAndPush(work, 'The last id');
  const { body } = await client.refused(422, 'POST', '/pages', { body: { title: 'One more' } });
  expect(body.message).toContain('There is no page id left');
});
