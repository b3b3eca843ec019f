import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commanding, commandsOn, portal, serve } from '../support/cli.js';
import { fileIn, svg } from '../support/files.js';
import { git, temporaryDirectory } from '../support/git.js';

const newFolder = (): string => join(temporaryDirectory(), 'new');

/** Files below a folder whose names end so. */
const filesIn = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && statSync(join(folder, name)).isFile())
    .map((name) => join(folder, name));

/** Overwrites bytes in the largest pack of a repository, which is read-only. */
function damage(gitdir: string): string {
  const packs = filesIn(join(gitdir, 'objects'), '.pack').map((path) => ({ path, size: statSync(path).size }));
  const { path, size } = packs.sort((a, b) => b.size - a.size)[0] as { path: string; size: number };
  const bytes = readFileSync(path);
  rmSync(path);
  bytes.fill(0xa5, Math.min(200, size - 80), Math.min(240, size - 40));
  const file = openSync(path, 'w');
  writeSync(file, bytes);
  closeSync(file);
  return path;
}

/** A backup of the brands `acme`, with a file and a proposal, and `other`. */
async function backedUp() {
  const { data, key, gitdir, ...commands } = await commanding();
  const { json } = commands;
  await json('brand', 'create', 'other', '--name', 'Other');
  await json('media', 'add', 'acme', fileIn(temporaryDirectory(), 'mark.svg', svg(1)));
  await json('person', 'add', '--name', 'Ada Lind', '--role', 'acme=editor');
  const server = await serve(data);
  expect((await server.send(key, 'POST', '/proposals', { title: 'Later' })).status).toBe(201);
  expect(await server.stop()).toBe(0);
  const backup = newFolder();
  await json('backup', '--all', backup);
  return { data, key, gitdir, ...commands, backup, copy: join(backup, 'brands/acme.git') };
}

test.each([
  ['acme', 'brands/acme.git'],
  ['acme', 'brands/acme.git/proposals.git'],
  ['registry', 'registry.git'],
])('a damaged copy is made again of what is sound, and the backup says so: %s, %s', async (name, path) => {
  const { gitdir, words, backup, copy } = await backedUp();
  // What only the copy has is kept.
  for (const file of filesIn(join(gitdir, 'lfs/objects'), '')) rmSync(file);
  damage(join(backup, path));
  const { stdout, stderr } = await words('backup', '--all', '--full', backup);
  expect(stdout).toMatch(
    new RegExp(`^${name}: its copy was damaged, and was made again; checked at [0-9a-f]{10}$`, 'm'),
  );
  expect(stderr).not.toContain('git');
  expect(filesIn(join(copy, 'lfs/objects'), '')).toHaveLength(1);
  expect(readdirSync(join(backup, 'brands'))).toEqual(['acme.git', 'other.git']);
  expect((await portal(['check', '--files', '--data', backup])).stdout).toContain(': all is well.');
  expect(git(copy, ['rev-parse', 'main'])).toBe(git(gitdir, ['rev-parse', 'main']));
});

test('a copy that was made again is skipped by the next backup, and its damaged files are copied, too', async () => {
  const { words, json, backup, copy } = await backedUp();
  const [file = ''] = filesIn(join(copy, 'lfs/objects'), '');
  const good = readFileSync(file);
  damage(copy);
  writeSync(openSync(file, 'r+'), 'x', 0);
  expect(await words('backup', 'acme', backup)).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(file)).toEqual(good);
  const { repositories } = await json('backup', 'acme', backup);
  expect(repositories).toMatchObject([{ brand: null }, { brand: 'acme', skipped: true, replaced: false }]);
});

test('a copy stays when the brand is what is damaged, and the message names brand, path and way', async () => {
  const { gitdir, words, backup, copy } = await backedUp();
  const before = readFileSync(damage(copy));
  damage(gitdir);
  const { code, stdout, stderr } = await words('backup', '--all', '--full', backup);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`acme: ${gitdir} is damaged: `)]);
  expect(stderr).toContain('Put the repository back from a backup.');
  expect(stdout).toContain('other: 0 new commits');
  expect(readdirSync(join(backup, 'brands'))).toEqual(['acme.git', 'other.git']);
  expect(readFileSync(damage(copy)).length).toBe(before.length);
});

test('the check of a backup says that the next backup copies what is damaged', async () => {
  const { backup, copy } = await backedUp();
  damage(copy);
  for (const file of filesIn(join(copy, 'lfs/objects'), '')) rmSync(file);
  const { code, stdout } = await portal(['check', '--data', backup]);
  expect(code).toBe(1);
  expect(stdout).not.toContain('from a backup');
  expect(stdout).toContain('Run "brand-portal backup --full acme" into this directory');
});

test.each([[], ['acme']])(
  'a restore of a damaged brand names it, its file and the way, and changes nothing (%s)',
  async (...brand) => {
    const { backup, copy } = await backedUp();
    const pack = damage(copy);
    const folder = newFolder();
    mkdirSync(folder);
    const { fail } = commandsOn(join(folder, 'deep', 'data'));
    await fail([
      1,
      `Nothing was restored, because the backup is damaged:\nacme: ${copy} is damaged: git fsck says: ${pack} `,
      'restore',
      backup,
      ...brand,
    ]);
    await fail([
      1,
      brand.length === 0 ? 'add: --without acme\n' : 'Restore from another backup',
      'restore',
      backup,
      ...brand,
    ]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('a restore without the damaged brand has all others and all people, and the brand comes back later as it was', async () => {
  const { key, json: live, backup, copy } = await backedUp();
  damage(copy);
  const { words, json, fail, data: restored } = commandsOn(newFolder());
  await fail(
    [1, 'Brand nothing in the backup not found', 'restore', backup, '--without', 'nothing'],
    [2, 'with one brand, none is left out', 'restore', backup, 'other', '--without', 'acme'],
  );
  const { code, stdout } = await words('restore', backup, '--without', 'acme');
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Restored other, .*\nLeft out: acme\. Restore each from/s),
  ]);
  expect(stdout).toContain('They are registered, with keys and people, and answer 503 until then.');
  expect(await json('person', 'list')).toMatchObject([{ name: 'Ada Lind', roles: { acme: 'editor' } }]);
  const server = await serve(restored);
  expect((await server.send(key, 'GET', '/brand')).status).toBe(503);
  await live('backup', 'acme', backup);
  expect(await json('restore', backup, 'acme')).toMatchObject({ brands: ['acme'], left_out: [] });
  expect((await server.send(key, 'GET', '/brand')).body.name).toBe('Acme');
});

test('a backup with a damaged registry, or without a file of a brand, says so and restores nothing', async () => {
  const { backup, copy } = await backedUp();
  const { fail } = commandsOn(newFolder());
  const [file = ''] = filesIn(join(copy, 'lfs/objects'), '');
  rmSync(file);
  await fail([1, new RegExp(`acme: ${copy} is damaged: the file \\S*mark.svg is missing`), 'restore', backup]);
  damage(join(backup, 'registry.git'));
  await fail([1, `registry: ${join(backup, 'registry.git')} is damaged: `, 'restore', backup]);
});
