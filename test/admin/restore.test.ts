import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { backUp } from '../../src/admin/backup.js';
import { restore } from '../../src/admin/restore.js';
import { systemClock } from '../../src/lib/clock.js';
import { openService } from '../support/data.js';
import { git, temporaryDirectory } from '../support/git.js';
import { brokenDisk } from '../support/store.js';

let backup: string;

/** Of the brands `one` and `two`. */
beforeEach(async () => {
  const data = temporaryDirectory();
  const service = await openService({ data });
  for (const slug of ['one', 'two']) await service.provisioning.createEmpty(slug, slug, []);
  await service.close();
  backup = join(temporaryDirectory(), 'backup');
  await backUp({ fs, data, directory: backup, clock: systemClock });
});

/** A directory whose mode is written as no git writes it: a fetch takes it, a check does not. */
function damage(slug: string): void {
  const gitdir = join(backup, `brands/${slug}.git`);
  const entry = Buffer.concat([Buffer.from('0100644 brand.json\0'), Buffer.alloc(20, 1)]);
  const blob = git(gitdir, ['rev-parse', 'main:brand.json']).trim();
  entry.set(Buffer.from(blob, 'hex'), entry.length - 20);
  const args = ['--git-dir', gitdir, 'hash-object', '-w', '--literally', '-t', 'tree', '--stdin'];
  const tree = execFileSync('git', args, { input: entry, encoding: 'utf8' }).trim();
  const commit = git(gitdir, ['commit-tree', '-m', 'Damage', '-p', 'main', tree]).trim();
  git(gitdir, ['update-ref', 'refs/heads/main', commit]);
}

test.each([undefined, 'two'])(
  'of a damaged backup nothing is put in place, not even for a moment (%s)',
  async (brand) => {
    damage('two');
    const data = join(temporaryDirectory(), 'data');
    const placed: string[] = [];
    const disk = brokenDisk(({ name, path }) => {
      if (name === 'rename' && path.endsWith('.git')) placed.push(path);
      return null;
    });
    const options = { fs: disk, data, directory: backup, brand, clock: systemClock };
    await expect(restore(options)).rejects.toThrow(/two\.git is damaged: git fsck says: .*zero-padded/);
    expect(placed).toEqual([]);
    expect(existsSync(data)).toBe(false);
    expect(await restore({ ...options, brand: 'one' })).toEqual({
      brands: ['one'],
      leftOut: [],
      keys: [],
      webhooks: [],
      access: null,
      lost: { keys: 0, people: 0, sessions: 0, passkeys: 0, links: 0, agents: 0 },
      isRegistryRestored: false,
      missingPeople: 0,
    });
    expect(readdirSync(join(data, 'brands'))).toEqual(['one.git']);
  },
);

const pipe = (path: string): void => void execFileSync('mkfifo', [path]);
const linked = (path: string): void => {
  renameSync(path, `${backup}-elsewhere`);
  symlinkSync(`${backup}-elsewhere`, path);
};

test.each([
  ['brands/two.git', linked],
  ['brands', linked],
  ['registry.git', linked],
  ['brands/two.git/HEAD', pipe],
  ['brands/two.git/packed-refs', pipe],
  ['brands/two.git/objects/pack/pack-1.pack', pipe],
  [`brands/two.git/lfs/objects/aa/aa/${'a'.repeat(64)}`, pipe],
  ['brands/two.git/objects/info/alternates', (path: string) => writeFileSync(path, '/elsewhere\n')],
  ['backup.json', pipe],
])('a backup has only folders and regular files: %s', async (path, make) => {
  const data = join(temporaryDirectory(), 'data');
  const place = join(backup, path);
  mkdirSync(join(place, '..'), { recursive: true });
  if (make !== linked && existsSync(place) && lstatSync(place).isFile()) rmSync(place);
  make(place);
  const restored = restore({ fs, data, directory: backup, clock: systemClock });
  await expect(restored).rejects.toThrow(path === 'backup.json' ? 'There is no backup' : `damaged: ${path} `);
  expect(existsSync(data)).toBe(false);
  if (!path.startsWith('brands/')) return;
  await restore({ fs, data, directory: backup, brand: 'one', clock: systemClock });
  expect(readdirSync(join(data, 'brands'))).toEqual(['one.git']);
});
