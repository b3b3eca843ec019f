import * as nodeFs from 'node:fs';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { sweepFiles } from '../../src/files/sweep.js';
import { removeMedia } from '../../src/operations/media.js';
import { sweepBrand } from '../../src/service/files/sweep-brand.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { sha256Of, storedPath } from '../support/files.js';
import { git } from '../support/git.js';
import { run, upload } from '../support/media.js';

brandForEach({ real: true });
beforeEach(async () => {
  await upload(brand, 'replaced');
  await upload(brand, 'current', { replaces: '1' });
  await upload(brand, 'removed');
  await run(brand, removeMedia, { id: '2' });
  await keep('orphan');
  age('replaced', 'current', 'removed', 'orphan');
});

const files = () => brand.service.files('acme');
const now = new Date();
const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

const objectOf = (content: string): string => storedPath(brand.gitdir, sha256Of(content));
const isThere = (content: string): boolean => existsSync(objectOf(content));
const age = (...contents: string[]): void => {
  for (const content of contents) utimesSync(objectOf(content), inDays(-8), inDays(-8));
};

async function keep(content: string): Promise<void> {
  await files().keep(await files().spool(Readable.from(Buffer.from(content)), { maxBytes: 100 }));
}

const sweep = (at = now) =>
  sweepBrand({ fs: nodeFs, gitdir: brand.gitdir, now: at, open: () => brand.service.openBrand('acme') });

const none = { movedAside: [], putBack: [], deleted: [] };
const orphan = sha256Of('orphan');

describe('a sweep', () => {
  test('moves what no commit names aside, and deletes it a month later; all that any commit names stays', async () => {
    await keep('young');
    expect(await sweep()).toEqual({ ...none, movedAside: [orphan] });
    expect(['replaced', 'current', 'removed', 'young', 'orphan'].filter(isThere)).toEqual([
      'replaced',
      'current',
      'removed',
      'young',
    ]);
    expect(await sweep(inDays(5))).toEqual(none);
    utimesSync(objectOf('young'), inDays(30), inDays(30));
    expect(await sweep(inDays(32))).toEqual({ ...none, deleted: [orphan] });
    const left = readdirSync(join(brand.gitdir, 'lfs'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.includes(orphan))).toEqual([]);
    expect(['replaced', 'current', 'removed'].every(isThere)).toBe(true);
  });

  test('puts a file back that a commit names by then', async () => {
    await sweep();
    expect(isThere('orphan')).toBe(false);
    const aside = join(brand.gitdir, 'lfs/unnamed', now.toISOString().slice(0, 10));
    await upload(brand, 'orphan');
    rmSync(objectOf('orphan'));
    expect(readdirSync(aside)).toEqual([orphan]);
    expect(await sweep(inDays(40))).toEqual({ ...none, putBack: [orphan] });
    expect(isThere('orphan')).toBe(true);
  });

  test('puts a file back that came in again while it was moved, or was named meanwhile', async () => {
    const rules = { now, namedFiles: async () => new Set<string>(), isNamedNow: async () => true };
    expect(await sweepFiles(nodeFs, brand.gitdir, rules)).toEqual(none);
    expect(['replaced', 'current', 'removed', 'orphan'].every(isThere)).toBe(true);
    const comesIn = async (): Promise<ReadonlySet<string>> => {
      await keep('orphan');
      return new Set(['replaced', 'current', 'removed'].map(sha256Of));
    };
    expect(await sweepFiles(nodeFs, brand.gitdir, { now, namedFiles: comesIn, isNamedNow: async () => false })).toEqual(
      none,
    );
    expect(isThere('orphan')).toBe(true);
  });

  test('keeps what a history names that was rewritten since', async () => {
    git(brand.gitdir, ['update-ref', 'refs/heads/main', 'main~4']);
    await brand.restart();
    expect((await sweep()).movedAside).toEqual([orphan]);
    expect(['replaced', 'current', 'removed'].every(isThere)).toBe(true);
  });
});

const all = ['replaced', 'current', 'removed', 'orphan'];

test.each<[string, () => void]>([
  ['in a shallow repository', () => writeFileSync(join(brand.gitdir, 'shallow'), `${'0'.repeat(40)}\n`)],
  [
    'when packs are missing',
    () => {
      const folder = join(brand.gitdir, 'objects/pack');
      mkdirSync(join(brand.data, 'away'));
      for (const name of readdirSync(folder)) renameSync(join(folder, name), join(brand.data, 'away', name));
    },
  ],
  ['when the branch is gone', () => rmSync(join(brand.gitdir, 'refs/heads/main'))],
  [
    'when an object of the history is missing',
    () => {
      const blob = git(brand.gitdir, ['rev-parse', 'main~3:files/1/logo.svg']).trim();
      git(brand.gitdir, ['repack', '-adq']);
      const pack = readdirSync(join(brand.gitdir, 'objects/pack')).find((name) => name.endsWith('.pack')) as string;
      const bytes = nodeFs.readFileSync(join(brand.gitdir, 'objects/pack', pack));
      for (const name of readdirSync(join(brand.gitdir, 'objects/pack'))) {
        rmSync(join(brand.gitdir, 'objects/pack', name));
      }
      git(brand.gitdir, ['unpack-objects', '-q'], bytes);
      rmSync(join(brand.gitdir, 'objects', blob.slice(0, 2), blob.slice(2)));
    },
  ],
])('a sweep touches nothing %s', async (_, damage) => {
  damage();
  await brand.restart();
  await expect(sweep()).rejects.toThrow();
  await brand.service.chores.sweepFiles();
  expect(all.filter(isThere)).toEqual(all);
  expect(dirname(objectOf('orphan'))).toContain('lfs/objects');
});
