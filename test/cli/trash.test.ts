import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { portal, portalJson, serve } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { checkRepository, clone, commitAndPush, git } from '../support/git.js';

async function withTrash() {
  const { data, key } = await dataWithBrand('Ada Lovelace');
  const server = await serve(data);
  const gitdir = join(data, 'brands/acme.git');
  for (const title of ['One', 'Two', 'Three']) await server.send(key, 'POST', '/pages', { title });
  for (const id of [2, 3]) expect((await server.send(key, 'DELETE', `/pages/${id}`)).status).toBe(204);
  const directory = clone(gitdir);
  const path = join(directory, 'trash/0/3.json');
  const aged = readFileSync(path, 'utf8').replace(/"deleted_at": "[^"]+"/, '"deleted_at": "2020-01-01T00:00:00Z"');
  writeFileSync(path, aged);
  commitAndPush(directory, 'Age a page');
  return { data, gitdir, key, server };
}

test('trash list tells who deleted a page and how many days are left', async () => {
  const { data } = await withTrash();
  const [old, recent, ...rest] = await portalJson(['trash', 'list', 'acme'], data);
  expect(rest).toEqual([]);
  expect(old).toMatchObject({ id: 3, days_left: 0, expires_at: '2020-01-31T00:00:00Z' });
  expect(recent).toMatchObject({ id: 2, title: 'Two', slug: 'two', deleted_by: 'Ada Lovelace', days_left: 30 });
  const { stdout } = await portal(['trash', 'list', 'acme', '--data', data]);
  expect(stdout).toMatch(/^ID +TITLE +DELETED +BY +DAYS LEFT +RETURNS TO *$/m);
  expect(stdout).toMatch(/^2 +Two +\S+Z +Ada Lovelace +30 +the top level *$/m);
});

test('trash restore brings a page back that the running server serves at once, but no expired one', async () => {
  const { data, gitdir, key, server } = await withTrash();
  expect(await portalJson(['trash', 'restore', 'acme', '2'], data)).toMatchObject({ id: 2, title: 'Two' });
  expect((await server.send(key, 'GET', '/pages/2')).body).toMatchObject({ slug: 'two' });
  expect(git(gitdir, ['log', '-1', '--format=%an|%s', 'main']).trim()).toBe(
    'Operator|Restore page 2 "Two" from the trash',
  );
  const reasons: [string, string][] = [
    ['3', 'The 30 days in which page 3 "Three" could be restored are over.'],
    ...['2', '99', 'x'].map((id): [string, string] => [id, `Page ${id} is not in the trash.`]),
  ];
  for (const [id, reason] of reasons) {
    const outcome = await portal(['trash', 'restore', 'acme', id, '--data', data]);
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: `error: ${reason}\n` });
  }
});

test('trash purge removes what is due, and everything only when that is said twice', async () => {
  const { data, gitdir, key, server } = await withTrash();
  expect(await portalJson(['trash', 'purge', 'acme'], data)).toEqual({ purged: [3] });
  const head = git(gitdir, ['rev-parse', 'main']);
  const again = await portal(['trash', 'purge', 'acme', '--data', data]);
  expect(again).toEqual({ code: 0, stdout: 'Nothing is due.\n', stderr: '' });
  const hasty = await portal(['trash', 'purge', 'acme', '--all', '--data', data]);
  expect(hasty).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes') });
  expect(git(gitdir, ['rev-parse', 'main'])).toBe(head);
  expect(await portalJson(['trash', 'purge', 'acme', '--all', '--yes'], data)).toEqual({ purged: [2] });
  expect(await portalJson(['trash', 'list', 'acme'], data)).toEqual([]);
  expect((await server.send(key, 'POST', '/pages', { title: 'Next' })).body.id).toBe(4);
  checkRepository(gitdir);
});
