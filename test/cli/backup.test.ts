import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commanding, commandsOn, portal, type Served, serve } from '../support/cli.js';
import { fileIn, svg } from '../support/files.js';
import { checkRepository, git, pushFiles, temporaryDirectory } from '../support/git.js';
import { exampleBrands } from '../support/portal.js';

const newFolder = (): string => join(temporaryDirectory(), 'new');

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
  const sections = ['meta', 'voice', 'terminology', 'company_name', 'notation'].map((name) => `/cl/${name}`);
  for (const path of ['', '/colors', '/colors?expand=full', '/cl', '/context', ...sections])
    await read(`/brand${path}`);
  await read('/media');
  for (const id of ids(await read('/brand/colors'))) await read(`/brand/colors/${id}`);
  const pages = ids(await read('/pages'));
  for (let id = 1; id <= Math.max(...pages) + 1; id += 1) await read(`/pages/${id}`);
  return answers;
}

test('after the data directory was destroyed, a backup answers every request byte for byte as before', async () => {
  const [data, backup] = [newFolder(), newFolder()];
  const { json } = commandsOn(data);
  const keys: string[] = [];
  for (const slug of ['northlight', 'little-bakery']) {
    await json('brand', 'import', join(exampleBrands, slug));
    keys.push((await json('key', 'issue', slug, '--name', 'Ada', '--rights', 'read,write')).key);
  }
  const [north = '', bakery = ''] = keys;
  const revoked = await json('key', 'issue', 'northlight', '--name', 'Old', '--rights', 'read');
  await json('key', 'revoke', revoked.id);
  // By it what agents hold is valid. Only its owner reads it.
  const key = Buffer.alloc(32, 7);
  writeFileSync(join(data, 'oauth.key'), key, { mode: 0o600 });
  const expectKeyIn = (folder: string): void => {
    const path = join(folder, 'oauth.key');
    expect([readFileSync(path), statSync(path).mode & 0o777]).toEqual([key, 0o600]);
  };
  const server = await serve(data);
  await server.send(north, 'POST', '/pages', { title: 'Before the first backup' });
  const first = await json('backup', '--all', backup);
  expect(first.repositories).toMatchObject([{ brand: null }, { brand: 'little-bakery' }, { brand: 'northlight' }]);
  expectKeyIn(backup);

  await server.send(north, 'PATCH', '/brand/cl/voice', { summary: 'Calm.' });
  expect((await server.send(north, 'DELETE', '/pages/1')).status).toBe(204);
  const second = await json('backup', '--all', backup);
  expect(second.repositories.map(({ new_commits }: { new_commits: number }) => new_commits)).toEqual([0, 0, 2]);
  const before = [await everything(server, north), await everything(server, bakery)];
  expect(Object.keys(before[0] as object).length).toBeGreaterThan(50);
  expect(await server.stop()).toBe(0);
  const head = git(join(data, 'brands/northlight.git'), ['rev-parse', 'main']);
  rmSync(data, { recursive: true });

  const restored = await json('restore', backup);
  expect(restored).toMatchObject({ brands: ['little-bakery', 'northlight'], keys: 3, registry_restored: true });
  expect(git(join(data, 'brands/northlight.git'), ['rev-parse', 'main'])).toBe(head);
  expectKeyIn(data);
  const again = await serve(data);
  expect([await everything(again, north), await everything(again, bakery)]).toEqual(before);
  expect((await again.send(revoked.key, 'GET', '/brand')).status).toBe(401);
  expect((await again.send(north, 'POST', '/pages', { title: 'Life goes on' })).status).toBe(201);
  expect(await again.stop()).toBe(0);
  expect(await json('check')).toMatchObject({ ok: true, warnings: 0 });
});

test('one brand is restored next to others while the server runs, with its settings and keys', async () => {
  const { id, key, json } = await commanding();
  const backup = newFolder();
  await json('brand', 'create', 'other', '--name', 'Other');
  await json('backup', 'acme', backup);
  expect(readdirSync(join(backup, 'brands'))).toEqual(['acme.git']);

  const elsewhere = commandsOn(temporaryDirectory());
  const registry = join(elsewhere.data, 'registry.git');
  await elsewhere.json('brand', 'create', 'third', '--name', 'Third');
  const server = await serve(elsewhere.data);
  expect((await server.send(key, 'GET', '/brand')).status).toBe(401);
  const restored = await elsewhere.json('restore', backup, 'acme');
  expect(restored).toMatchObject({ brands: ['acme'], keys: 1, registry_restored: false });
  expect((await server.send(key, 'GET', '/brand')).body.name).toBe('Acme');
  expect((await server.send(key, 'GET', '/brand/cl/voice')).status).toBe(200);
  expect((await elsewhere.json('brand', 'list'))[0]).toEqual((await json('brand', 'list'))[0]);
  expect(git(registry, ['log', '-1', '--format=%s', 'main']).trim()).toBe('Restore brand acme');
  checkRepository(registry);

  // A backup of one brand does not bring back the registrations of the others.
  const empty = commandsOn(newFolder());
  const { stdout } = await empty.words('restore', backup);
  expect(stdout).toMatch(/^Restored acme, with 1 key\.\nThese work again:\n/);
  expect(stdout).toMatch(new RegExp(`^${id} +acme +Editor +read,write`, 'm'));
  expect(stdout).toContain('key revoke');
  expect(await empty.json('check')).toMatchObject({ ok: true, brands: ['acme'] });
});

test('people whom a restore leaves out are told of', async () => {
  const { json } = await commanding();
  const backup = newFolder();
  await json('person', 'add', '--name', 'Ada Lind', '--role', 'acme=editor');
  await json('brand', 'create', 'other', '--name', 'Other');
  await json('backup', '--all', backup);
  rmSync(join(backup, 'brands/other.git'), { recursive: true });
  const { stdout } = await portal(['restore', backup, '--data', newFolder()]);
  expect(stdout).toContain('Not restored: 1 person of the backup.');
});

test('a whole restore tells of the people, sessions and links that work again', async () => {
  const { data, json, words } = await commanding();
  const backup = newFolder();
  const { id } = await json('person', 'add', '--name', 'Ada Lind', '--role', 'acme=editor');
  const link = await json('share', 'make', 'acme', '--name', 'Agency');
  await json('backup', '--all', backup);
  await json('person', 'disable', id);
  await json('share', 'revoke', 'acme', link.id);
  rmSync(data, { recursive: true });
  const { stdout } = await words('restore', backup);
  expect(stdout).toContain('\nAs at the backup are 1 person, 1 share link, too. What was disabled, ended or revoked');
  expect((await json('person', 'list'))[0].disabled_at).toBe(null);
});

test('a brand that was removed comes back without its keys, roles and links, and they are counted', async () => {
  const { json, words } = await commanding();
  const backup = newFolder();
  for (const name of ['Ada', 'Bo']) await json('person', 'add', '--name', name, '--role', 'acme=editor');
  await json('share', 'make', 'acme', '--name', 'Agency');
  await json('backup', '--all', backup);
  await json('brand', 'remove', 'acme', '--yes');
  const { stdout } = await words('restore', backup, 'acme');
  expect(stdout).toBe(
    'Restored acme, with 0 keys.\n' +
      'Not restored: 1 key, 2 roles of people, 1 share link. ' +
      'Keys stay revoked. Issue, give or make again what is needed.\n',
  );
  const elsewhere = commandsOn(newFolder());
  expect(await elsewhere.json('restore', backup, 'acme')).toMatchObject({
    keys: 1,
    access: null,
    lost: { keys: 0, people: 2, links: 1, sessions: 0 },
    missing_people: 2,
  });
});

test('nothing is overwritten by a restore', async () => {
  const { data, gitdir, json, fail } = await commanding();
  const backup = newFolder();
  await json('backup', '--all', backup);
  const before = git(gitdir, ['rev-parse', 'main']);
  const said = 'acme.git exists already.';
  await fail([1, said, 'restore', backup], [1, said, 'restore', backup, 'acme']);
  rmSync(join(data, 'registry.git'), { recursive: true });
  await fail([1, said, 'restore', backup]);
  expect(existsSync(join(data, 'registry.git'))).toBe(false);
  expect(git(gitdir, ['rev-parse', 'main'])).toBe(before);
});

test('a brand that lost only its repository gets it back, and keeps what the registry says now', async () => {
  const { data, id, key, gitdir, json } = await commanding();
  const backup = newFolder();
  await json('backup', '--all', backup);
  await json('key', 'revoke', id);
  const later = await json('key', 'issue', 'acme', '--name', 'Later', '--rights', 'read');
  rmSync(gitdir, { recursive: true });
  const server = await serve(data);
  expect((await server.send(later.key, 'GET', '/brand')).status).toBe(503);
  expect(await json('restore', backup)).toMatchObject({ keys: 0 });
  expect((await server.send(later.key, 'GET', '/brand')).body.name).toBe('Acme');
  expect((await server.send(key, 'GET', '/brand')).status).toBe(401);
});

test('a backup goes into an empty directory or an earlier backup only', async () => {
  const { data, fail } = await commanding();
  const { data: other } = await commanding();
  const backup = newFolder();
  const none: [1, string, ...string[]] = [1, 'is neither empty nor a backup', 'backup', '--all', other];
  await fail(none);
  writeFileSync(join(other, 'backup.json'), 'null');
  await fail(
    none,
    [1, 'outside the data directory', 'backup', '--all', join(data, 'backup')],
    [1, "mkdir '/proc/backup'", 'backup', '--all', '/proc/backup'],
    [1, 'Brand nobody not found', 'backup', 'nobody', backup],
    [2, 'name a brand and a directory', 'backup', backup],
    [2, 'with --all name the directory and nothing else', 'backup', '--all', 'acme', backup],
    [2, 'with --all name the directory', 'backup', '--all'],
    [1, 'There is no backup at', 'restore', temporaryDirectory()],
  );
  await commandsOn(newFolder()).fail([1, 'There is no data directory', 'backup', '--all', backup]);
});

test('damage is found: in what is backed up without keeping the other brands from it, and in a backup', async () => {
  const { data, json, words } = await commanding();
  const [backup, whole] = [newFolder(), commandsOn(newFolder())];
  await json('brand', 'create', 'broken', '--name', 'Broken');
  const damage = (directory: string): void => {
    const folder = join(directory, 'brands/broken.git/objects/pack');
    const path = join(folder, readdirSync(folder).find((name) => name.endsWith('.pack')) as string);
    const bytes = readFileSync(path);
    bytes[40] = (bytes[40] as number) ^ 0xff;
    rmSync(path);
    writeFileSync(path, bytes);
  };
  cpSync(data, whole.data, { recursive: true });
  damage(data);
  const { code, stdout, stderr } = await words('backup', '--all', backup);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`broken: ${join(data, 'brands/broken.git')} is damaged: `),
  ]);
  expect(stdout).toMatch(/^registry: \d new commits; checked at [0-9a-f]{10}\nacme: 1 new commit; checked at/);
  expect(readdirSync(join(backup, 'brands'))).toEqual(['acme.git']);

  await whole.json('backup', '--all', backup);
  damage(backup);
  const target = newFolder();
  expect((await portal(['restore', backup, 'broken', '--data', target])).code).toBe(1);
  expect(existsSync(join(target, 'brands/broken.git'))).toBe(false);
});

test('a rewritten history is followed, and said to be one', async () => {
  const { gitdir, json, words } = await commanding();
  const backup = newFolder();
  const first = git(gitdir, ['rev-parse', 'main']).trim();
  pushFiles(gitdir, { 'note.txt': 'note' });
  await json('backup', '--all', backup);
  git(gitdir, ['update-ref', 'refs/heads/main', first]);
  const said = 'acme: 0 new commits; the history was rewritten, and some earlier commits are gone';
  expect(await words('backup', 'acme', backup)).toMatchObject({ code: 0, stdout: expect.stringContaining(said) });
  expect(git(join(backup, 'brands/acme.git'), ['rev-parse', 'main']).trim()).toBe(first);
});

describe('a brand and its copy that are as they were when the copy was verified', () => {
  const day = 24 * 60 * 60 * 1000;

  /** The brand `acme` with a file, after a backup. */
  const backedUp = async () => {
    const { data, gitdir, json, words } = await commanding();
    const backup = newFolder();
    await json('media', 'add', 'acme', fileIn(temporaryDirectory(), 'mark.svg', svg(1)));
    const copy = join(backup, 'brands/acme.git');
    const outcome = async (...options: string[]) => {
      const { repositories } = await json('backup', '--all', backup, ...options);
      return repositories.find(({ brand }: { brand: string | null }) => brand === 'acme');
    };
    expect(await outcome()).toMatchObject({ skipped: false, new_files: 1 });
    return { data, gitdir, json, words, backup, copy, outcome, marker: join(backup, 'backup.json') };
  };

  /** Paths of a copy's files below a folder. */
  const below = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  /** Changes a byte of a file, and neither its size nor its time. */
  const rot = (path: string): void => {
    const { mtime } = statSync(path);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 0xff;
    rmSync(path);
    writeFileSync(path, bytes);
    utimesSync(path, mtime, mtime);
  };

  test('are skipped, until anything changes in the brand', async () => {
    const { gitdir, json, words, backup, outcome } = await backedUp();
    const commit = git(gitdir, ['rev-parse', 'main']).trim();
    expect(await outcome()).toMatchObject({ skipped: true, commit, new_commits: 0, new_files: 0, defects: [] });
    const { stdout } = await words('backup', '--all', backup);
    expect(stdout).toContain(`acme: unchanged; checked before at ${commit.slice(0, 10)}`);

    git(gitdir, ['tag', 'spring', 'main']);
    expect(await outcome()).toMatchObject({ skipped: false, new_commits: 0 });
    expect(await outcome()).toMatchObject({ skipped: true });
    pushFiles(gitdir, { 'note.txt': 'note' });
    expect(await outcome()).toMatchObject({ skipped: false, new_commits: 1 });
    expect(await outcome()).toMatchObject({ skipped: true });
    git(gitdir, ['tag', '--delete', 'spring']);
    expect(await outcome()).toMatchObject({ skipped: false });
    expect(git(join(backup, 'brands/acme.git'), ['for-each-ref'])).toBe(git(gitdir, ['for-each-ref']));

    await json('brand', 'create', 'other', '--name', 'Other');
    expect((await json('backup', '--all', backup)).repositories).toMatchObject([
      { brand: null, new_commits: 1 },
      { brand: 'acme', skipped: true },
      { brand: 'other', skipped: false },
    ]);
  });

  test('are not skipped when a file is missing in the brand, and the backup says so each time', async () => {
    const { gitdir, words, backup } = await backedUp();
    const [file = ''] = below(join(gitdir, 'lfs/objects'));
    rmSync(file);
    for (let time = 0; time < 2; time += 1) {
      const { code, stderr } = await words('backup', '--all', backup);
      expect([code, stderr]).toEqual([1, expect.stringContaining('is missing; the existing copy stays')]);
    }
  });

  test.each([
    ['a removed pack', (copy: string) => below(join(copy, 'objects/pack')).map((path) => rmSync(path))],
    ['a removed file', (copy: string) => rmSync(join(copy, 'lfs'), { recursive: true })],
    ['a file of another size', (copy: string) => writeFileSync(below(join(copy, 'lfs'))[0] ?? '', 'cut')],
    ['a file of another time', (copy: string) => utimesSync(below(join(copy, 'lfs'))[0] ?? '', 1, 1)],
    ['a reference that was moved', (copy: string) => git(copy, ['update-ref', 'refs/heads/old', 'main'])],
  ])('are not skipped after a change of the copy: %s, and that is mended', async (_, change) => {
    const { json, copy, outcome, backup } = await backedUp();
    change(copy);
    expect(await outcome()).toMatchObject({ skipped: false, defects: [], file_problems: [] });
    expect(await outcome()).toMatchObject({ skipped: true });
    expect(await json('check', '--files', '--data', backup)).toMatchObject({ ok: true });
    expect(git(copy, ['for-each-ref', '--format=%(refname)'])).toBe('refs/heads/main\n');
  });

  test('are verified whole by --full, and in their turn: rot that shows in no size or time is found', async () => {
    const { copy, outcome, marker } = await backedUp();
    const [file = ''] = below(join(copy, 'lfs'));
    const good = readFileSync(file);
    const rotUnseen = async (): Promise<void> => {
      utimesSync(file, 1, 1);
      expect(await outcome()).toMatchObject({ skipped: false });
      rot(file);
      expect(await outcome()).toMatchObject({ skipped: true });
      expect(readFileSync(file)).not.toEqual(good);
    };
    const expectMended = async (...options: string[]): Promise<void> => {
      expect(await outcome(...options)).toMatchObject({ skipped: false, new_files: 1 });
      expect(readFileSync(file)).toEqual(good);
    };
    await rotUnseen();
    await expectMended('--full');
    for (const time of [Date.now() - 29 * day, Date.now() + day]) {
      await rotUnseen();
      const { verified, ...rest } = JSON.parse(readFileSync(marker, 'utf8'));
      const acme = { ...verified.acme, whole_at: new Date(time).toISOString() };
      writeFileSync(marker, JSON.stringify({ ...rest, verified: { acme } }));
      await expectMended();
    }
  });

  test('are not believed to be verified by a backup that failed, or that did not come to its end', async () => {
    const { gitdir, words, backup, copy, outcome, marker } = await backedUp();
    const before = readFileSync(marker);
    pushFiles(gitdir, { 'note.txt': 'note' });
    expect(await outcome()).toMatchObject({ skipped: false });
    // The copy is new, and what a kill before the last step would have left of the marker is old.
    writeFileSync(marker, before);
    expect(await outcome()).toMatchObject({ skipped: false });
    expect(await outcome()).toMatchObject({ skipped: true });

    for (const folder of [copy, gitdir])
      for (const pack of below(join(folder, 'objects/pack')).filter((path) => path.endsWith('.pack'))) rot(pack);
    expect((await words('backup', '--all', '--full', backup)).code).toBe(1);
    expect((await words('backup', '--all', backup)).code).toBe(1);
  });

  test.each(['{"format": 1}', '{"format": 1, "verified": [{}]}', '{"format": 1, "verified": {"acme": {"copy": 1}}}'])(
    'are verified again when the backup does not say that they were: %s',
    async (text) => {
      const { outcome, marker } = await backedUp();
      writeFileSync(marker, text);
      expect(await outcome()).toMatchObject({ skipped: false });
      expect(await outcome()).toMatchObject({ skipped: true });
    },
  );
});
