import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { portal, portalJson, serve } from '../support/cli.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';

async function brandAndKey() {
  const data = join(temporaryDirectory(), 'data');
  await portalJson(['brand', 'create', 'acme', '--name', 'Acme'], data);
  const { id, key } = await portalJson(['key', 'issue', 'acme', '--name', 'A', '--rights', 'read,write'], data);
  const run = (...args: string[]) => portal([...args, '--data', data]);
  return { data, id, key, run };
}

async function serving() {
  const made = await brandAndKey();
  return { ...made, server: await serve(made.data) };
}

test('a rename is refused to what is taken or no slug, and of what is not there', async () => {
  const { data, run } = await brandAndKey();
  await portalJson(['brand', 'create', 'taken', '--name', 'Taken'], data);
  expect((await run('brand', 'rename', 'acme', 'taken')).stderr).toContain('exists already');
  expect((await run('brand', 'rename', 'acme', 'Not a slug')).stderr).toContain('a-z');
  expect((await run('brand', 'rename', 'none', 'other')).stderr).toContain('Brand none not found');
  expect(readdirSync(join(data, 'brands')).sort()).toEqual(['acme.git', 'taken.git']);
});

test('a rename that was interrupted between its two steps is finished by doing it again', async () => {
  const { data, key, server, run } = await serving();
  renameSync(join(data, 'brands/acme.git'), join(data, 'brands/zeta.git'));
  expect((await run('brand', 'rename', 'acme', 'zeta')).code).toBe(0);
  expect((await server.send(key, 'GET', '/brand')).body.slug).toBe('zeta');
  expect((await run('check')).code).toBe(0);
});

test('the keys of a brand that is removed stop at the next request, and its repository is moved aside', async () => {
  const { data, id, key, server, run } = await serving();
  await server.send(key, 'POST', '/pages', { title: 'One' });
  const refused = await run('brand', 'remove', 'acme');
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--yes') });
  expect((await server.send(key, 'GET', '/pages')).status).toBe(200);
  const { moved_to, keys } = await portalJson(['brand', 'remove', 'acme', '--yes'], data);
  expect(keys).toBe(1);
  expect((await server.send(key, 'GET', '/pages')).status).toBe(401);
  expect((await server.send(key, 'POST', '/pages', { title: 'Two' })).status).toBe(401);
  expect(git(moved_to, ['show', 'main:pages/0/1.json'])).toContain('"One"');
  checkRepository(moved_to);
  expect(existsSync(join(data, 'brands/acme.git'))).toBe(false);
  expect((await run('brand', 'remove', 'acme', '--yes')).stderr).toContain('Brand acme not found');
  // A new brand of that slug is another one: the old key is not its key, and the running server serves its content.
  await portalJson(['brand', 'create', 'acme', '--name', 'New'], data);
  const other = await portalJson(['key', 'issue', 'acme', '--name', 'B', '--rights', 'read,write'], data);
  expect((await server.send(key, 'GET', '/pages')).status).toBe(401);
  expect(await server.send(other.key, 'GET', '/pages')).toMatchObject({ status: 200, body: [] });
  expect((await server.send(other.key, 'POST', '/pages', { title: 'Three' })).body).toMatchObject({ id: 1 });
  const listed = await portalJson(['key', 'list'], data);
  expect(listed.find((one: { id: string }) => one.id === id).revoked_at).not.toBeNull();
  expect((await run('check')).code).toBe(0);
  expect(await server.stop()).toBe(0);
});

test("a new data directory is its owner's only; one that is there keeps its rights", async () => {
  const { data } = await brandAndKey();
  expect(statSync(data).mode & 0o777).toBe(0o700);
  const open = join(temporaryDirectory(), 'open');
  mkdirSync(open, { mode: 0o755 });
  await portalJson(['brand', 'create', 'acme', '--name', 'Acme'], open);
  expect(statSync(open).mode & 0o777).toBe(0o755);
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
