import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { backUp } from '../../src/admin/backup.js';
import { restore } from '../../src/admin/restore.js';
import { systemClock } from '../../src/lib/clock.js';
import { Service } from '../../src/service/service.js';
import { git, temporaryDirectory } from '../support/git.js';
import { sanitizer } from '../support/portal.js';
import { brokenDisk } from '../support/store.js';

const log = pino({ level: 'silent' });
let backup: string;

/** Of the brands `one` and `two`. */
beforeEach(async () => {
  const data = temporaryDirectory();
  const service = await Service.open({ fs, data, log, sanitizer });
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
    expect(readdirSync(data)).toEqual(['brands']);
    expect(readdirSync(join(data, 'brands'))).toEqual([]);
    expect(await restore({ ...options, brand: 'one' })).toEqual({
      brands: ['one'],
      keys: [],
      webhooks: [],
      isRegistryRestored: false,
      missingPeople: 0,
    });
    expect(readdirSync(join(data, 'brands'))).toEqual(['one.git']);
  },
);

test('what stands in the way of a restore is named as a whole', async () => {
  const data = join(temporaryDirectory(), 'data');
  const options = { fs, data, directory: backup, clock: systemClock };
  await restore(options);
  fs.rmSync(join(data, 'registry.git'), { recursive: true });
  const gitdir = (slug: string): string => join(data, `brands/${slug}.git`);
  await expect(restore(options)).rejects.toThrow(`${gitdir('one')}, ${gitdir('two')} exist already`);
  expect(existsSync(join(data, 'registry.git'))).toBe(false);
});
