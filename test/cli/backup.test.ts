import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { portal, portalJson, type Served, serve } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { checkRepository, clone, commitAndPush, git, temporaryDirectory } from '../support/git.js';
import { exampleBrands } from '../support/portal.js';

/** Status, version and bytes of everything that can be read with a key. */
async function everything({ url }: Served, key: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const read = async (path: string): Promise<string> => {
    const response = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
    const text = await response.text();
    answers[path] = [response.status, response.headers.get('etag'), text];
    return text;
  };
  const ids = (text: string): number[] => JSON.parse(text).map(({ id }: { id: number }) => id);
  for (const path of ['', '/colors', '/colors?expand=full', '/cl', '/context']) await read(`/brand${path}`);
  await read('/media');
  for (const section of ['meta', 'voice', 'terminology', 'company_name', 'notation'])
    await read(`/brand/cl/${section}`);
  for (const id of ids(await read('/brand/colors'))) await read(`/brand/colors/${id}`);
  const pages = ids(await read('/pages'));
  for (let id = 1; id <= Math.max(...pages) + 1; id += 1) await read(`/pages/${id}`);
  return answers;
}

test('what agents hold works in a portal that was restored, by the key in the backup that only its owner reads', async () => {
  const data = join(temporaryDirectory(), 'data');
  const backup = join(temporaryDirectory(), 'backup');
  const keyIn = (folder: string) => readFileSync(join(folder, 'oauth.key'));
  await portalJson(['brand', 'create', 'acme', '--name', 'Acme'], data);
  writeFileSync(join(data, 'oauth.key'), Buffer.alloc(32, 7), { mode: 0o600 });
  await portalJson(['backup', '--all', backup], data);
  expect(keyIn(backup)).toEqual(keyIn(data));
  expect(statSync(join(backup, 'oauth.key')).mode & 0o777).toBe(0o600);
  const restored = join(temporaryDirectory(), 'data');
  await portalJson(['restore', backup], restored);
  expect(keyIn(restored)).toEqual(keyIn(data));
  expect(statSync(join(restored, 'oauth.key')).mode & 0o777).toBe(0o600);
});

test('after the data directory was destroyed, a backup answers every request byte for byte as before', async () => {
  const data = join(temporaryDirectory(), 'data');
  const backup = join(temporaryDirectory(), 'backup');
  const keys: string[] = [];
  for (const slug of ['northlight', 'little-bakery']) {
    await portalJson(['brand', 'import', join(exampleBrands, slug)], data);
    keys.push((await portalJson(['key', 'issue', slug, '--name', 'Ada', '--rights', 'read,write'], data)).key);
  }
  const [north = '', bakery = ''] = keys;
  const revoked = await portalJson(['key', 'issue', 'northlight', '--name', 'Old', '--rights', 'read'], data);
  await portalJson(['key', 'revoke', revoked.id], data);
  const server = await serve(data);
  await server.send(north, 'POST', '/pages', { title: 'Before the first backup' });
  const first = await portalJson(['backup', '--all', backup], data);
  expect(first.repositories).toMatchObject([{ brand: null }, { brand: 'little-bakery' }, { brand: 'northlight' }]);

  await server.send(north, 'PATCH', '/brand/cl/voice', { summary: 'Calm.' });
  expect((await server.send(north, 'DELETE', '/pages/1')).status).toBe(204);
  const second = await portalJson(['backup', '--all', backup], data);
  expect(second.repositories.map(({ new_commits }: { new_commits: number }) => new_commits)).toEqual([0, 0, 2]);
  const before = [await everything(server, north), await everything(server, bakery)];
  expect(Object.keys(before[0] as object).length).toBeGreaterThan(50);
  expect(await server.stop()).toBe(0);
  const head = git(join(data, 'brands/northlight.git'), ['rev-parse', 'main']);
  rmSync(data, { recursive: true });

  const restored = await portalJson(['restore', backup], data);
  expect(restored).toMatchObject({ brands: ['little-bakery', 'northlight'], keys: 3, registry_restored: true });
  expect(git(join(data, 'brands/northlight.git'), ['rev-parse', 'main'])).toBe(head);
  const again = await serve(data);
  expect([await everything(again, north), await everything(again, bakery)]).toEqual(before);
  expect((await again.send(revoked.key, 'GET', '/brand')).status).toBe(401);
  expect((await again.send(north, 'POST', '/pages', { title: 'Life goes on' })).status).toBe(201);
  expect(await again.stop()).toBe(0);
  expect(await portalJson(['check'], data)).toMatchObject({ ok: true, warnings: 0 });
});

test('one brand is restored next to others while the server runs, with its settings and keys', async () => {
  const { data, id, key } = await dataWithBrand();
  const backup = join(temporaryDirectory(), 'backup');
  await portalJson(['brand', 'create', 'other', '--name', 'Other'], data);
  await portalJson(['backup', 'acme', backup], data);
  expect(readdirSync(join(backup, 'brands'))).toEqual(['acme.git']);

  const elsewhere = temporaryDirectory();
  await portalJson(['brand', 'create', 'third', '--name', 'Third'], elsewhere);
  const server = await serve(elsewhere);
  expect((await server.send(key, 'GET', '/brand')).status).toBe(401);
  const restored = await portalJson(['restore', backup, 'acme'], elsewhere);
  expect(restored).toMatchObject({ brands: ['acme'], keys: 1, registry_restored: false });
  expect((await server.send(key, 'GET', '/brand')).body.name).toBe('Acme');
  expect((await server.send(key, 'GET', '/brand/cl/voice')).status).toBe(200);
  const brands = await portalJson(['brand', 'list'], elsewhere);
  const [original] = await portalJson(['brand', 'list'], data);
  expect(brands[0]).toEqual(original);
  expect(git(join(elsewhere, 'registry.git'), ['log', '-1', '--format=%s', 'main']).trim()).toBe('Restore brand acme');
  checkRepository(join(elsewhere, 'registry.git'));
  expect(await server.stop()).toBe(0);

  // A backup of one brand does not bring back the registrations of the others.
  const empty = join(temporaryDirectory(), 'data');
  const { stdout } = await portal(['restore', backup, '--data', empty]);
  expect(stdout).toMatch(/^Restored acme, with 1 key\.\nThese work again:\n/);
  expect(stdout).toMatch(new RegExp(`^${id} +acme +Editor +read,write`, 'm'));
  expect(stdout).toContain('key revoke');
  expect(await portalJson(['check'], empty)).toMatchObject({ ok: true, brands: ['acme'] });
});

test('people whom a restore leaves out are told of', async () => {
  const { data } = await dataWithBrand();
  await portalJson(['person', 'add', '--name', 'Ada Lind', '--role', 'acme=editor'], data);
  await portalJson(['brand', 'create', 'other', '--name', 'Other'], data);
  const backup = join(temporaryDirectory(), 'backup');
  await portalJson(['backup', '--all', backup], data);
  rmSync(join(backup, 'brands/other.git'), { recursive: true });
  const empty = join(temporaryDirectory(), 'data');
  const { stdout } = await portal(['restore', backup, '--data', empty]);
  expect(stdout).toContain('Not restored: 1 person of the backup.');
});

test('nothing is overwritten by a restore', async () => {
  const { data } = await dataWithBrand();
  const backup = join(temporaryDirectory(), 'backup');
  await portalJson(['backup', '--all', backup], data);
  const head = (): string => git(join(data, 'brands/acme.git'), ['rev-parse', 'main']);
  const before = head();
  for (const args of [
    ['restore', backup],
    ['restore', backup, 'acme'],
  ]) {
    const { code, stderr } = await portal([...args, '--data', data]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('acme.git exists already.')]);
  }
  rmSync(join(data, 'registry.git'), { recursive: true });
  const { code, stderr } = await portal(['restore', backup, '--data', data]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('acme.git exists already')]);
  expect(existsSync(join(data, 'registry.git'))).toBe(false);
  expect(head()).toBe(before);
});

test('a brand that lost only its repository gets it back, and keeps what the registry says now', async () => {
  const { data, id, key } = await dataWithBrand();
  const backup = join(temporaryDirectory(), 'backup');
  await portalJson(['backup', '--all', backup], data);
  await portalJson(['key', 'revoke', id], data);
  const later = await portalJson(['key', 'issue', 'acme', '--name', 'Later', '--rights', 'read'], data);
  rmSync(join(data, 'brands/acme.git'), { recursive: true });
  const server = await serve(data);
  expect((await server.send(later.key, 'GET', '/brand')).status).toBe(503);
  expect(await portalJson(['restore', backup], data)).toMatchObject({ keys: 0 });
  expect((await server.send(later.key, 'GET', '/brand')).body.name).toBe('Acme');
  expect((await server.send(key, 'GET', '/brand')).status).toBe(401);
  expect(await server.stop()).toBe(0);
});

test('a backup goes into an empty directory or an earlier backup only', async () => {
  const { data } = await dataWithBrand();
  const other = await dataWithBrand();
  const refuse = async (args: readonly string[], message: string, expected = 1): Promise<void> => {
    const { code, stderr } = await portal([...args, '--data', data]);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
  };
  await refuse(['backup', '--all', other.data], 'is neither empty nor a backup');
  writeFileSync(join(other.data, 'backup.json'), 'null');
  await refuse(['backup', '--all', other.data], 'is neither empty nor a backup');
  await refuse(['backup', '--all', join(data, 'backup')], 'outside the data directory');
  const backup = join(temporaryDirectory(), 'backup');
  await refuse(['backup', 'nobody', backup], 'Brand nobody not found');
  await refuse(['backup', backup], 'name a brand and a directory', 2);
  await refuse(['backup', '--all', 'acme', backup], 'with --all name the directory and nothing else', 2);
  await refuse(['backup', '--all'], 'with --all name the directory', 2);
  await refuse(['restore', temporaryDirectory()], 'There is no backup at');
  const nowhere = await portal(['backup', '--all', backup, '--data', join(temporaryDirectory(), 'nothing')]);
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('There is no data directory')]);
});

test('damage is found: in what is backed up without keeping the other brands from it, and in a backup', async () => {
  const { data } = await dataWithBrand();
  await portalJson(['brand', 'create', 'broken', '--name', 'Broken'], data);
  const backup = join(temporaryDirectory(), 'backup');
  const pack = (directory: string, slug: string): string => {
    const folder = join(directory, `brands/${slug}.git/objects/pack`);
    return join(folder, readdirSync(folder).find((name) => name.endsWith('.pack')) as string);
  };
  const damage = (path: string): void => {
    const bytes = readFileSync(path);
    bytes[40] = (bytes[40] as number) ^ 0xff;
    rmSync(path);
    writeFileSync(path, bytes);
  };
  const whole = temporaryDirectory();
  cpSync(data, whole, { recursive: true });
  damage(pack(data, 'broken'));
  const { code, stdout, stderr } = await portal(['backup', '--all', backup, '--data', data]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^registry: \d new commits; checked at [0-9a-f]{10}\nacme: 1 new commit; checked at/);
  expect(stderr).toContain('broken: git ');
  expect(readdirSync(join(backup, 'brands'))).toEqual(['acme.git']);

  await portalJson(['backup', '--all', backup], whole);
  damage(pack(backup, 'broken'));
  const next = await portal(['backup', '--all', backup, '--data', whole]);
  expect([next.code, next.stderr]).toEqual([1, expect.stringContaining('broken: ')]);
  const target = join(temporaryDirectory(), 'data');
  const restored = await portal(['restore', backup, 'broken', '--data', target]);
  expect(restored.code).toBe(1);
  expect(existsSync(join(target, 'brands/broken.git'))).toBe(false);
});

test('a rewritten history is followed, and said to be one', async () => {
  const { data } = await dataWithBrand();
  const backup = join(temporaryDirectory(), 'backup');
  const gitdir = join(data, 'brands/acme.git');
  const first = git(gitdir, ['rev-parse', 'main']).trim();
  const work = clone(gitdir);
  writeFileSync(join(work, 'note.txt'), 'note');
  commitAndPush(work, 'A note');
  await portalJson(['backup', '--all', backup], data);
  git(gitdir, ['update-ref', 'refs/heads/main', first]);
  const { code, stdout } = await portal(['backup', 'acme', backup, '--data', data]);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('acme: 0 new commits; the history was rewritten, and some earlier commits are gone'),
  ]);
  expect(git(join(backup, 'brands/acme.git'), ['rev-parse', 'main']).trim()).toBe(first);
});
