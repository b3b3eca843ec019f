import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commanding, portal, portalJson, serving } from '../support/cli.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';

test('a rename is refused to what is taken or no slug, and of what is not there', async () => {
  const { data, json, fail } = await commanding();
  await json('brand', 'create', 'taken', '--name', 'Taken');
  await fail(
    [1, 'exists already', 'brand', 'rename', 'acme', 'taken'],
    [1, 'a-z', 'brand', 'rename', 'acme', 'Not a slug'],
    [1, 'Brand none not found', 'brand', 'rename', 'none', 'other'],
  );
  expect(readdirSync(join(data, 'brands')).sort()).toEqual(['acme.git', 'taken.git']);
});

test('a rename that was interrupted between its two steps is finished by doing it again', async () => {
  const { data, gitdir, words, send } = await serving();
  renameSync(gitdir, join(data, 'brands/zeta.git'));
  expect((await words('brand', 'rename', 'acme', 'zeta')).code).toBe(0);
  expect((await send('GET', '/brand')).slug).toBe('zeta');
  expect((await words('check')).code).toBe(0);
});

test('the keys of a brand that is removed stop at the next request, and its repository is moved aside', async () => {
  const { id, key, gitdir, server, words, json, fail, send } = await serving();
  await send('POST', '/pages', { title: 'One' });
  await fail([2, '--yes', 'brand', 'remove', 'acme']);
  await send('GET', '/pages');
  const { moved_to, keys } = await json('brand', 'remove', 'acme', '--yes');
  expect(keys).toBe(1);
  expect((await server.send(key, 'GET', '/pages')).status).toBe(401);
  expect((await server.send(key, 'POST', '/pages', { title: 'Two' })).status).toBe(401);
  expect(git(moved_to, ['show', 'main:pages/0/1.json'])).toContain('"One"');
  checkRepository(moved_to);
  expect(existsSync(gitdir)).toBe(false);
  await fail([1, 'Brand acme not found', 'brand', 'remove', 'acme', '--yes']);
  // A new brand of that slug is another one: the old key is not its key, and the running server serves its content.
  await json('brand', 'create', 'acme', '--name', 'New');
  const other = await json('key', 'issue', 'acme', '--name', 'B', '--rights', 'read,write');
  expect((await server.send(key, 'GET', '/pages')).status).toBe(401);
  expect(await server.send(other.key, 'GET', '/pages')).toMatchObject({ status: 200, body: [] });
  expect((await server.send(other.key, 'POST', '/pages', { title: 'Three' })).body).toMatchObject({ id: 1 });
  const listed = await json('key', 'list');
  expect(listed.find((one: { id: string }) => one.id === id).revoked_at).not.toBeNull();
  expect((await words('check')).code).toBe(0);
});

test("a new data directory is its owner's only; one that is there keeps its rights", async () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'open'), { mode: 0o755 });
  for (const [name, mode] of [
    ['new', 0o700],
    ['open', 0o755],
  ] as const) {
    await portalJson(['brand', 'create', 'acme', '--name', 'Acme'], join(folder, name));
    expect(statSync(join(folder, name)).mode & 0o777).toBe(mode);
  }
});

test('the completion of bash offers the words of the command that is typed', async () => {
  const { stdout } = await portal(['completion', 'bash']);
  const words = (...line: string[]): string[] => {
    const quoted = line.map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${line.length - 1}; _brand_portal; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', `${stdout}\n${ask}`], { encoding: 'utf8' })
      .trim()
      .split(' ');
  };
  expect(words('brand-portal', 'br')).toEqual(['brand']);
  expect(words('brand-portal', 'brand', 're')).toEqual(['register', 'rename', 'remove']);
  expect(words('brand-portal', 'page', 'create', 'acme', '--ti')).toEqual(['--title']);
  expect(words('brand-portal', 'page', 'visibility', 'acme', '2', 'p')).toEqual(['public']);
  expect((await portal(['completion', 'zsh'])).stdout).toContain('bashcompinit');
  expect((await portal(['completion', 'fish'])).stderr).toContain('bash, zsh');
});
