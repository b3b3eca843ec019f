import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

test('what is written over HTTP can be cloned with git and audited there', async () => {
  const { gitdir, id, key, server } = await serving();
  const blocks = [{ type: 'rich_text', data: { html: '<p>Clear <b>space</b></p>' } }];
  expect((await server.send(key, 'POST', '/pages', { title: 'Logo', blocks })).status).toBe(201);
  expect((await server.send(key, 'PATCH', '/pages/1', { title: 'The logo' })).status).toBe(200);
  expect((await server.send(key, 'PATCH', '/brand/cl/voice', { summary: 'Calm.' })).status).toBe(200);
  expect((await server.send(key, 'POST', '/pages', { title: 'Draft' })).status).toBe(201);
  expect((await server.send(key, 'DELETE', '/pages/2')).status).toBe(204);

  const directory = clone(gitdir);
  const format = '%an <%ae>|%cn|%s|%(trailers:only,unfold,separator=%x2c)';
  const log = git(directory, ['log', '--reverse', `--format=${format}`])
    .trim()
    .split('\n');
  expect(log).toHaveLength(6);
  expect(log[0]).toMatch(
    /^Operator <operator@acme\.invalid>\|Brand Portal\|Create brand "Acme"\|Operation: brands\.create,Via: cli$/,
  );
  const author = `Ada Lovelace <${id}@acme.invalid>|Brand Portal`;
  const trailers = (operation: string): string => `Operation: ${operation},Key: ${id},Via: rest,Request-Id: `;
  expect(log[1]).toContain(`${author}|Add page 1 "Logo"|${trailers('pages.create')}`);
  expect(log[2]).toContain(`${author}|Change page 1 "Logo": rename to "The logo"|${trailers('pages.update')}`);
  expect(log[3]).toContain(`|${trailers('language.section.replace')}`);
  expect(log[5]).toContain(`Move page 2 "Draft" to the trash|${trailers('pages.delete')}`);
  const page = JSON.parse(readFileSync(join(directory, 'pages/0/1.json'), 'utf8'));
  expect(page).toMatchObject({ title: 'The logo', blocks: [{ type: 'rich_text', data: blocks[0]?.data }] });
  expect(existsSync(join(directory, 'trash/0/2.json'))).toBe(true);
  checkRepository(gitdir);
  checkRepository(directory);
  expect(await server.stop()).toBe(0);
});

test('a page that a clone changed and pushed is served by the running server, and a bad file is reported', async () => {
  const { gitdir, key, server } = await serving();
  await server.send(key, 'POST', '/pages', { title: 'Logo' });
  const directory = clone(gitdir);
  const path = join(directory, 'pages/0/1.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"Logo"', '"By hand"'));
  writeFileSync(join(directory, 'pages/0/2.json'), '{ "id": 2 }\n');
  commitAndPush(directory, 'Edit by hand');
  const { status, body } = await server.send(key, 'GET', '/pages');
  expect({ status, titles: body.map((page: { title: string }) => page.title) }).toEqual({
    status: 200,
    titles: ['By hand'],
  });
  await server.until(() => server.stderr.includes('pages/0/2.json'));
  expect((await server.send(key, 'GET', '/pages/2')).status).toBe(404);
  expect(await server.stop()).toBe(0);
});

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
  expect(files).toEqual(['README.md', 'brand.json', 'ids.json', 'pages/0/1.json']);
  expect((await restarted.send(key, 'POST', '/pages', { title: 'Next' })).body.id).toBe(3);
  checkRepository(gitdir);
  expect(await restarted.stop()).toBe(0);
});
