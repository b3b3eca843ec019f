import * as nodeFs from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRepository } from '../support/git.js';
import {
  allFiles,
  brokenDisk,
  change,
  create,
  type DiskCall,
  filesOf,
  headOf,
  onDisk,
  open,
  openedOn,
} from '../support/store.js';

/** A repository on a disk that breaks once, at the chosen call, when `arm` was called. */
async function onBreakingDisk(code: string, matches: (call: DiskCall) => boolean) {
  let armed = false;
  const opened = await openedOn((call) => {
    if (!armed || !matches(call)) return null;
    armed = false;
    return code;
  });
  const arm = (): void => {
    armed = true;
  };
  return { ...opened, arm, hasBroken: () => !armed };
}

const work = change({ 'a.txt': 'one' });
const isPack = ({ path }: DiskCall): boolean => /\.pack\.[^/]*tmp$/.test(path);
const isIndex = ({ path }: DiskCall): boolean => /\.idx\.[^/]*tmp$/.test(path);
const isLock = ({ path }: DiskCall): boolean => path.includes('/brand-portal-lock.');

/** Each as it fails most likely. */
const moments: readonly (readonly [string, string, (call: DiskCall) => boolean])[] = [
  ['opening the pack', 'EACCES', (call) => call.name === 'open' && isPack(call)],
  ['writing the pack', 'ENOSPC', (call) => call.name === 'writeFile' && isPack(call)],
  ['syncing the pack', 'EIO', (call) => call.name === 'sync' && isPack(call)],
  ['renaming the pack', 'EIO', (call) => call.name === 'rename' && call.path.endsWith('.pack')],
  ['writing the index', 'ENOSPC', (call) => call.name === 'writeFile' && isIndex(call)],
  ['renaming the index', 'EIO', (call) => call.name === 'rename' && call.path.endsWith('.idx')],
  ['syncing the directory of packs', 'EIO', (call) => call.name === 'sync' && call.path.endsWith('objects/pack')],
  ['creating the lock', 'EROFS', (call) => call.name === 'open' && isLock(call)],
  ['writing the lock', 'ENOSPC', (call) => call.name === 'writeFile' && isLock(call)],
  ['syncing the lock', 'EIO', (call) => call.name === 'sync' && isLock(call)],
  ['keeping the pack from being dropped', 'ENOSPC', (call) => call.name === 'link' && call.path.endsWith('.keep')],
  ['taking the lock', 'ENOSPC', (call) => call.name === 'link' && call.path.endsWith('main.lock')],
  ['moving the branch', 'EIO', (call) => call.name === 'rename' && call.path.endsWith('refs/heads/main')],
  ['syncing the moved branch', 'EIO', (call) => call.name === 'sync' && call.path.endsWith('refs/heads')],
];

describe('a write on a disk that fails', () => {
  test.each(moments)('when %s (%s) is refused, leaves no trace, and the next one works', async (_, code, matches) => {
    const { at, repository, arm, hasBroken } = await onBreakingDisk(code, matches);
    await repository.read();
    const before = headOf(at);
    arm();
    await expect(repository.write(change({ 'b.txt': 'b' }))).rejects.toMatchObject({ code: 'unavailable' });
    expect(hasBroken()).toBe(true);
    expect(allFiles(at).filter((name) => /\.(tmp|lock)$|brand-portal-lock/.test(name))).toEqual([]);
    expect(headOf(at)).toBe(before);
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one' });
    expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one' });

    await repository.write(change({ 'b.txt': 'again' }));
    expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one', 'b.txt': 'again' });
    checkRepository(at.gitdir);
  });

  test('is taken back at last when taking it back fails at first', async () => {
    let failures = 0;
    let armed = false;
    const { at, repository } = await openedOn((call) => {
      if (call.name === 'rename' && call.path.endsWith('refs/heads/main')) armed = true;
      if (!armed || call.name !== 'sync' || failures === 4) return null;
      failures += 1;
      return 'EIO';
    });
    const before = headOf(at);
    await expect(repository.write(change({ 'b.txt': 'b' }))).rejects.toMatchObject({ code: 'unavailable' });
    expect(failures).toBe(4);
    expect(headOf(at)).toBe(before);
    await repository.write(change({ 'b.txt': 'again' }));
    expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one', 'b.txt': 'again' });
  });

  test('is acknowledged, and on disk, when it cannot remove what it needs no longer', async () => {
    const { at, repository } = await openedOn(({ name }) => (name === 'unlink' ? 'EIO' : null));
    for (const name of ['b.txt', 'c.txt']) await repository.write(change({ [name]: name }));
    expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one', 'b.txt': 'b.txt', 'c.txt': 'c.txt' });
    checkRepository(at.gitdir);
  });

  test('refuses every write of the batch, and nothing that was decided before its first change', async () => {
    const { repository, arm } = await onBreakingDisk('EIO', ({ name, path }) => name === 'rename' && /idx$/.test(path));
    await repository.read();
    arm();
    const outcomes = await Promise.allSettled([
      repository.write(() => 'nothing to store'),
      repository.write(change({ 'b.txt': 'b' })),
      repository.write(() => 'seen on a state that was not stored'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

test.each([
  ['the reference', (call: DiskCall) => call.path.endsWith('refs/heads/main')],
  ['the pack', (call: DiskCall) => call.path.endsWith('.pack')],
  ['the index', (call: DiskCall) => call.path.endsWith('.idx')],
])('a read on a disk that fails at %s is unavailable, not empty, and works again afterwards', async (_, matches) => {
  let isBroken = true;
  const { repository } = await openedOn((call) => (isBroken && call.name !== 'sync' && matches(call) ? 'EIO' : null));
  await expect(repository.read()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(repository.write(change({ 'b.txt': 'b' }))).rejects.toMatchObject({ code: 'unavailable' });
  isBroken = false;
  expect(await filesOf(repository)).toEqual({ 'a.txt': 'one' });
});

test('of a commit that is damaged is not said that it never was there', async () => {
  const at = onDisk();
  const first = await create(at);
  const old = headOf(at);
  await first.write(change({ 'a.txt': null, 'b.txt': 'two' }));
  await first.close();
  const whole = await open(at);
  const unknown = '0123456789'.repeat(4);
  expect(await (await whole.read()).descendsFrom(old)).toBe(true);
  expect(await (await whole.read()).descendsFrom(unknown)).toBe(false);
  expect(await whole.past.contains(unknown)).toBe(false);

  for (const name of allFiles(at).filter((path) => path.endsWith('.pack'))) {
    const path = join(at.gitdir, name);
    const bytes = nodeFs.readFileSync(path);
    if (!nodeFs.readFileSync(path.replace(/pack$/, 'idx')).includes(Buffer.from(old, 'hex'))) continue;
    nodeFs.chmodSync(path, 0o644);
    nodeFs.writeFileSync(path, Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(bytes.length - 12)]));
  }
  const damaged = await open(at);
  await expect((await damaged.read()).descendsFrom(old)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(damaged.past.contains(old)).rejects.toMatchObject({ code: 'unavailable' });
});

const steps: readonly (readonly [string, (call: DiskCall, gitdir: string) => boolean])[] = [
  ['writing HEAD', ({ name, path }) => name === 'rename' && path.endsWith('HEAD')],
  ['writing its configuration', ({ name, path }) => name === 'rename' && path.endsWith('config')],
  ['writing its first pack', (call) => call.name === 'writeFile' && isPack(call)],
  ['moving its branch', ({ name, path }) => name === 'rename' && path.endsWith('refs/heads/main')],
  ['putting it in place', ({ name, path }, gitdir) => name === 'rename' && path === gitdir],
  ['syncing the place', ({ name, path }, at) => name === 'sync' && path === dirname(at) && nodeFs.existsSync(at)],
];

test.each(steps)('the creation of a repository on a disk that fails when %s leaves nothing', async (_, matches) => {
  let isBroken = true;
  const at = onDisk(brokenDisk((call) => (isBroken && matches(call, at.gitdir) ? 'EIO' : null)));
  await expect(create(at, work)).rejects.toThrow();
  expect(nodeFs.readdirSync(dirname(at.gitdir))).toEqual([]);
  isBroken = false;
  expect(await filesOf(await create(at, work))).toEqual({ 'a.txt': 'one' });
});
