import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Server } from '../support/command.js';
import { dataWithBrand } from '../support/data.js';
import { checkRepository, clone, commitAndPush, git } from '../support/git.js';

async function serving() {
  const { data, id, key } = await dataWithBrand('Ada Lovelace');
  const serve = (): Promise<Server> => Server.start(['serve', '--port', '0', '--data', data]);
  return { gitdir: join(data, 'brands/acme.git'), id, key, serve, server: await serve() };
}

test('the trash is purged when the server starts, and the id of a purged page is not used again', async () => {
  const { gitdir, key, server, serve } = await serving();
  await server.send(key, 'POST', '/pages', { title: 'Kept' });
  await server.send(key, 'POST', '/pages', { title: 'Old' });
  await server.send(key, 'DELETE', '/pages/2');
  expect(await server.stop()).toBe(0);

  const directory = clone(gitdir);
  const path = join(directory, 'trash/0/2.json');
  const aged = readFileSync(path, 'utf8').replace(/"deleted_at": "[^"]+"/, '"deleted_at": "2020-01-01T00:00:00Z"');
  writeFileSync(path, aged);
  const pushed = commitAndPush(directory, 'Age a page');

  const restarted = await serve();
  await restarted.until(() => restarted.stderr.includes('purged pages from the trash'));
  const [parent, subject, body = ''] = git(gitdir, ['log', '-1', '--format=%P%x00%s%x00%b', 'main']).split('\0');
  expect({ parent, subject }).toEqual({ parent: pushed, subject: 'Purge 1 page from the trash' });
  expect(body).toContain('- page 2 "Old"');
  expect(body).toContain('Operation: trash.purge');
  const files = git(gitdir, ['ls-tree', '-r', '--name-only', 'main']).trim().split('\n');
  expect(files).toEqual(['README.md', 'brand.json', 'format.json', 'ids.json', 'pages/0/1.json']);
  expect((await restarted.send(key, 'POST', '/pages', { title: 'Next' })).body.id).toBe(3);
  checkRepository(gitdir);
  expect(await restarted.stop()).toBe(0);
});
