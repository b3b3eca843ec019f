import { expect, it } from 'vitest';
import { TestPortal } from '../support/portal.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';

portalForEach({ real: true, example: 'northlight' });

const brand = '/brands/northlight';

/** The words of a page, without markup. */
const words = (html: string): string =>
  html
    .slice(html.indexOf('<main'))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/\s+/g, ' ');

it('each page says what its reader may not do, and who can', async () => {
  const editor = await as('editor', 'Edi Moe');
  expect(words((await editor.get(`${brand}/media`)).text)).toContain('ask the operator of this portal.');
  await as('admin');
  const gone = await addPerson(portal, 'Gone Girl', { northlight: 'admin' });
  await portal.service.people.disable(gone.id);
  await addPerson(portal, 'Elsewhere', {});
  for (const path of ['', '/pages/11/versions', '/language', '/context', '/media', '/changes']) {
    const { text } = await editor.get(brand + path);
    expect(words(text)).toMatch(/are for admins: ask Ada Lind \(admin\)\./);
    expect(text).not.toMatch(/Gone Girl|Elsewhere/);
  }
  const etag = (await editor.get(`${brand}/pages/11/versions`)).headers.get('etag') ?? '';
  await as('admin', 'New Admin');
  expect((await editor.get(`${brand}/pages/11/versions`, { 'If-None-Match': etag })).status).toBe(200);
});

it('a refusal says who was faster, a preview whose title it is about, a warning what it is', async () => {
  const editor = await as('editor', 'Edi Moe');
  const path = `${brand}/pages/11/edit`;
  const version = /name="version" value="([^"]*)"/.exec((await editor.get(path)).text)?.[1] ?? '';
  const seen = portal.head('northlight');
  await client.patch('/pages/11', { title: 'Meanwhile' });
  const refused = await editor.post(path, { version, seen, action: 'rename', title: 'Mine' });
  expect([refused.status, words(refused.text)]).toEqual([412, expect.stringContaining('changed meanwhile by Test.')]);
  expect(refused.text).toContain('value="Mine"');
  expect(refused.text).toContain('to “Meanwhile”');
  const preview = (await editor.get(`${brand}/pages/11/restore?to=${seen}`)).text;
  expect(/<h1>(.*?)<\/h1>/.exec(preview)?.[1]).toBe('<bdi>Restore page 11 “Meanwhile”?</bdi>');
  await client.delete('/pages/12');
  const overview = (await editor.get(brand)).text;
  expect(/<section[^>]*><h2[^>]*>(.*?)<\/h2><ul class="list"><li class="li">/.exec(overview)?.[1]).toBe('To do');
  expect(words((await editor.get(`${brand}/trash`)).text)).toContain('its slug, its name in addresses, stays reserved');
});

it('whom to ask for a link is named as the operator has configured it, and no one else is', async () => {
  await as('admin');
  const nobody = WorkspaceClient.nobody(portal);
  const { text } = await nobody.get('/sign-in');
  expect(words(text)).toContain('No link? Ask an admin of your brand, or the person who runs this portal.');
  expect(text).not.toContain('Ada');
  const named = await TestPortal.start({ config: { backend_contact: 'Bo <b>Berg</b>, +46 8 123' } });
  try {
    const page = (await WorkspaceClient.nobody(named).get('/sign-in')).text;
    expect(page).toContain('No link? Ask Bo &lt;b>Berg&lt;/b>, +46 8 123.');
  } finally {
    await named.close();
  }
});
