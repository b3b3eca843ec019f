import { expect, it } from 'vitest';
import { git, storedFile } from '../../support/git.js';
import { brandForEach, client, portal } from '../../support/portal-fixture.js';

brandForEach({ real: true });

const printed = (...args: string[]): string => git(portal.gitdir(client.brand), args).trim();
const files = (): string[] => printed('ls-tree', '-r', '--name-only', 'main').split('\n');
const always = ['README.md', 'brand.json', 'format.json'];

it('DELETE answers 204 with an empty body, and keeps in the trash when and by whom it was deleted, and all the rest', async () => {
  const page = await client.page({ title: 'Logo', blocks: [{ type: 'heading', data: { text: 'Hello' } }] });
  const other = await client.page({ title: 'Other' });
  const editor = await portal.client(client.brand, ['read', 'write'], 'Editor');
  portal.clock.advance({ seconds: 5 });
  const reply = await editor.delete('/pages/1');
  expect([reply.status, reply.text]).toEqual([204, '']);
  expect((await client.get('/pages')).body).toMatchObject([{ id: other.id }]);
  expect(files()).toEqual([...always, 'pages/0/2.json', 'trash/0/1.json']);
  const deleted = { deleted_at: '2026-03-01T12:00:05Z', deleted_by: 'Editor' };
  expect(storedFile(portal.gitdir(client.brand), 'trash/0/1.json')).toMatchObject({ ...page, ...deleted });
});

it('the purge removes pages after 30 days, to the second, by one commit that names them, and spares those deleted later', async () => {
  for (const at of [1, 2, 3, 4]) await client.page({ title: `Page ${at}` });
  await client.delete('/pages/3');
  await client.delete('/pages/1');
  portal.clock.advance({ days: 1 });
  await client.delete('/pages/2');
  const before = portal.head(client.brand);
  portal.clock.advance({ days: 29, seconds: -1 });
  await portal.service.chores.purgeTrash();
  expect(portal.head(client.brand)).toBe(before);
  portal.clock.advance({ seconds: 1 });
  await portal.service.chores.purgeTrash();
  const message = printed('log', '-1', '--format=%B', 'main');
  for (const named of ['Purge 2 pages from the trash', 'page 1 "Page 1"', 'page 3 "Page 3"'])
    expect(message).toContain(named);
  expect(message).not.toContain('Page 2');
  expect(files()).toEqual([...always, 'pages/0/4.json', 'trash/0/2.json']);
  expect(printed('log', '-1', '--format=%P', 'main')).toBe(before);
});
