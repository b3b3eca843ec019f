import * as nodeFs from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { FileSystem } from '../../src/store/file-system.js';
import { branchName } from '../../src/store/local/ref.js';
import { eventually } from '../support/eventually.js';
import { checkRepository, git } from '../support/git.js';
import { memoryFileSystem } from '../support/portal.js';
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
  type Place,
} from '../support/store.js';

async function repositoryOnDisk() {
  const at = onDisk();
  return { at, repository: await create(at), lock: join(at.gitdir, `${branchName}.lock`) };
}

afterEach(() => void vi.useRealTimers());

/** A kernel whose clock of file times stands at `changedMs`, and every file is the same inode. */
function onCoarseClock({ gitdir }: Place, changedMs: number): Place {
  const statSync = (path: string, options: nodeFs.StatSyncOptions) => {
    const stats = nodeFs.statSync(path, options);
    return stats && { ino: 1, size: stats.size, mtimeMs: changedMs, ctimeMs: changedMs };
  };
  return { gitdir, fs: { ...nodeFs, statSync } as unknown as FileSystem };
}

test.each([
  ['10 ms', 10, 9],
  ['a second', 1000, 999],
])(
  'moves within one tick of the clock of file times, of %s, are seen later, too, and nothing is refused because of them',
  async (_, tickMs, sinceMs) => {
    const place = await repositoryOnDisk();
    const changedMs = Math.floor(Date.now() / 1000) * 1000 + (tickMs % 1000);
    const startMs = changedMs + sinceMs;
    vi.useFakeTimers({ toFake: ['Date'], now: startMs });
    const at = onCoarseClock(place.at, changedMs);
    const [one, other] = [await open(at), await open(at)];
    await one.write(change({ 'b.txt': '1' }));
    expect(await filesOf(other)).toEqual({ 'a.txt': 'one', 'b.txt': '1' });
    for (const text of ['2', '3']) await one.write(change({ 'b.txt': text }));
    vi.setSystemTime(startMs + 60_000);
    expect(await filesOf(other)).toEqual({ 'a.txt': 'one', 'b.txt': '3' });
    await other.write(change({ 'c.txt': 'c' }));
    expect(await filesOf(one)).toEqual({ 'a.txt': 'one', 'b.txt': '3', 'c.txt': 'c' });
  },
);

test('a move of the branch is not seen by its own process before it is durable', async () => {
  const seen: (string | null | undefined)[] = [];
  let repository: Awaited<ReturnType<typeof open>> | undefined;
  const watch = ({ name, path }: DiskCall): null => {
    if (name === 'sync' && path.endsWith('refs/heads')) seen.push(headOf(at), repository?.current()?.commit);
    return null;
  };
  const at = onDisk(brokenDisk(watch));
  await create({ ...at, fs: nodeFs });
  repository = await open(at);
  const before = (await repository.read()).commit;
  const { snapshot } = await repository.write(change({ 'b.txt': 'b' }));
  expect(seen).toEqual([snapshot.commit, before]);
  expect(repository.current()).toBe(snapshot);
});

test('a lock held by another process makes a write fail as unavailable after five seconds, and the next one works when it is gone', async () => {
  const { at, repository, lock } = await repositoryOnDisk();
  writeFileSync(lock, '');
  const before = headOf(at);
  vi.useFakeTimers({ toFake: ['Date'] });
  const write = repository.write(change({ 'b.txt': 'b' }));
  let settled = false;
  const refused = expect(write).rejects.toMatchObject({ code: 'unavailable' });
  const end = (): void => {
    settled = true;
  };
  refused.then(end, end);
  // The wait may begin late on a machine that is busy: the clock goes on until it is over.
  await eventually(() => {
    vi.setSystemTime(Date.now() + 5_001);
    expect(settled).toBe(true);
  });
  await refused;
  expect(headOf(at)).toBe(before);
  expect(nodeFs.existsSync(lock)).toBe(true);
  expect(await filesOf(repository)).toEqual({ 'a.txt': 'one' });
  rmSync(lock);
  await repository.write(change({ 'c.txt': 'c' }));
  expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one', 'c.txt': 'c' });
});

test.each<[string, (path: string) => void]>([
  ['is empty', (path) => writeFileSync(path, '')],
  ['is cut short', (path) => writeFileSync(path, 'c0ffee')],
  ['consists of zeros', (path) => writeFileSync(path, '\0'.repeat(41))],
  ['is symbolic', (path) => writeFileSync(path, 'ref: refs/heads/other\n')],
  ['names a missing commit', (path) => writeFileSync(path, `${'1'.repeat(40)}\n`)],
  ['is a directory', (path) => nodeFs.mkdirSync(path)],
  ['is gone', () => {}],
])(
  'a reference that cannot be understood because it %s makes reads and writes unavailable, not the brand empty, until it is mended',
  async (_, damage) => {
    const { at, repository } = await repositoryOnDisk();
    const [good, path] = [headOf(at), join(at.gitdir, branchName)];
    rmSync(path);
    damage(path);
    for (const instance of [repository, await open(at)]) {
      await expect(instance.read()).rejects.toMatchObject({ code: 'unavailable' });
      await expect(instance.write(change({ 'b.txt': 'b' }))).rejects.toMatchObject({ code: 'unavailable' });
    }
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, `${good}\n`);
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one' });
  },
);

test.each([
  ['in memory', (): Place => ({ fs: memoryFileSystem(), gitdir: '/data/brand.git' })],
  ['on disk', onDisk],
] as const)('a repository %s keeps others out at last when the branch moves at every attempt', async (_, place) => {
  const at = place();
  const [one, other] = [await create(at), await open(at)];
  let runs = 0;
  const rivals: Promise<unknown>[] = [];
  await one.write(async (draft) => {
    runs += 1;
    const rival = other.write(change({ 'other.txt': `${runs}` }));
    rivals.push(rival);
    // The fourth attempt has the lock, and its rival waits for this write.
    if (runs < 4) await rival;
    return change({ 'mine.txt': `${runs}` })(draft);
  });
  await Promise.all(rivals);
  expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one', 'mine.txt': '4', 'other.txt': '4' });
  expect(allFiles(at).filter((name) => name.includes('lock'))).toEqual([]);
});

test('a history that begins again drops what it named before, next to writes; other processes follow', async () => {
  const at = onDisk();
  await create(at, change({ 'a.txt': 'gone' }));
  const [repository, other] = [await open(at, { dropsUnnamed: true }), await open(at)];
  for (let number = 0; number < 20; number += 1) await repository.write(change({ [`files/${number}`]: 'earlier' }));
  await other.read();
  await repository.write(async (draft) => {
    await change({ 'a.txt': null, 'b.txt': 'kept', 'files/3': 'again' })(draft);
    draft.beginHistory();
  });
  const writes = Array.from({ length: 20 }, (_, number) => repository.write(change({ [`files/${number}`]: 'later' })));
  const [isDone] = await Promise.all([repository.maintain(Number.POSITIVE_INFINITY), ...writes]);
  expect(isDone).toBe(true);
  expect(git(at.gitdir, ['cat-file', '--batch-all-objects', '--batch'])).not.toContain('gone');
  const expected = { 'b.txt': 'kept', ...Object.fromEntries(writes.map((_, number) => [`files/${number}`, 'later'])) };
  for (const one of [repository, other, await open(at)]) expect(await filesOf(one)).toEqual(expected);
  await other.write(change({ 'c.txt': 'by the other' }));
  expect(await filesOf(repository)).toEqual({ ...expected, 'c.txt': 'by the other' });
  checkRepository(at.gitdir);
});

test.each([
  ['repack', ['repack', '-adq']],
  ['gc', ['gc', '--quiet', '--prune=now']],
])(
  'native git that drops what nothing refers to between a pack and its branch (%s) drops nothing of it',
  async (_, command) => {
    let armed = false;
    const { at, repository } = await openedOn(({ name, path }) => {
      if (armed && name === 'rename' && path.endsWith('refs/heads/main')) git(at.gitdir, command);
      return null;
    });
    await repository.write(change({ b: '2' }));
    armed = true;
    await repository.write(change({ c: '3' }));
    armed = false;
    expect(await filesOf(await open(at))).toEqual({ 'a.txt': 'one', b: '2', c: '3' });
    checkRepository(at.gitdir);
    expect(allFiles(at).filter((name) => name.endsWith('.keep'))).toEqual([]);
  },
);
