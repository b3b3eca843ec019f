import { spawnSync } from 'node:child_process';
import * as nodeFs from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { leftoversOf, removeLeftovers } from '../../src/store/leftovers.js';
import { LockFile, ownerPrefix } from '../../src/store/local/lock-file.js';
import { branchName } from '../../src/store/local/ref.js';
import { thisProcess } from '../../src/store/process-name.js';
import { change, create, filesOf, onDisk, type Place } from '../support/store.js';

const minute = 60_000;
const day = 24 * 60 * minute;

const [boot, namespace, pid, start] = thisProcess().split('.') as [string, string, string, string];
const deadPid = spawnSync('true').pid;
const names = {
  alive: thisProcess(),
  dead: `${boot}.${namespace}.${deadPid}.1`,
  restarted: `${boot}.${namespace}.${pid}.${Number(start) + 1}`,
  rebooted: `00000000.${namespace}.${pid}.${start}`,
  elsewhere: `${boot}.1.${pid}.${start}`,
};

afterEach(() => void vi.restoreAllMocks());

/** It is so much later than it was at `nowMs`. */
const later = (ms: number, nowMs = Date.now()): void => void vi.spyOn(Date, 'now').mockReturnValue(nowMs + ms);

const lockOf = ({ gitdir }: Place): string => join(gitdir, `${branchName}.lock`);

/** A lock as the process with this name leaves it. @returns the owner's name of the lock */
function leaveLock(at: Place, name: string): string {
  const owner = join(at.gitdir, `${ownerPrefix}${name}.1`);
  nodeFs.writeFileSync(owner, 'held');
  nodeFs.linkSync(owner, lockOf(at));
  return owner;
}

/** What is found of the files when they are so old. */
async function found(files: readonly string[], ageMs: number): Promise<string[]> {
  const at = onDisk();
  await create(at);
  for (const file of files) {
    nodeFs.mkdirSync(join(at.gitdir, file, '..'), { recursive: true });
    nodeFs.writeFileSync(join(at.gitdir, file), '');
  }
  later(ageMs);
  const leftovers = await leftoversOf(at.fs, at.gitdir);
  vi.restoreAllMocks();
  return leftovers.map((path) => path.slice(at.gitdir.length + 1)).sort();
}

const file = (owner: keyof typeof names): string => `objects/pack/pack-1.pack.${names[owner]}.7.tmp`;

test.each([
  ['a dead process', 'dead', 6 * minute, true],
  ['a dead process whose id another has', 'restarted', 6 * minute, true],
  ['a process from before a reboot', 'rebooted', 6 * minute, true],
  ['a process that died just now', 'dead', minute, false],
  ['a living process, however old', 'alive', 100 * day, false],
  ['a process in another container', 'elsewhere', 23 * 60 * minute, false],
  ['a process in another container, a day old', 'elsewhere', day + minute, true],
] as const)('a temporary file of %s', async (_, owner, age, isLeftover) => {
  expect(await found([file(owner)], age)).toEqual(isLeftover ? [file(owner)] : []);
});

describe('what git left', () => {
  const files = [
    'objects/12/tmp_obj_aBcDeF',
    'objects/info/commit-graph.lock',
    'objects/pack/.tmp-123-pack-abc.idx',
    'objects/pack/tmp_pack_aBcDeF',
    'refs/heads/other.tmp',
  ];

  test('is found when it is older than a day, and not before', async () => {
    expect(await found(files, 23 * 60 * minute)).toEqual([]);
    expect(await found(files, day + minute)).toEqual(files);
  });

  test('is nothing that holds content or keeps others out', async () => {
    const kept = ['objects/pack/pack-1.pack', 'objects/pack/pack-1.keep', 'refs/heads/main.lock', 'packed-refs'];
    expect(await found(kept, 100 * day)).toEqual([]);
  });
});

test("the owner's name of a lock goes when the lock is gone and the owner dead", async () => {
  const files = Object.values(names).map((name) => `${ownerPrefix}${name}.3`);
  const gone = ['dead', 'rebooted', 'restarted'] as const;
  expect(await found(files, 6 * minute)).toEqual(gone.map((owner) => `${ownerPrefix}${names[owner]}.3`).sort());

  const at = onDisk();
  const repository = await create(at);
  const owner = leaveLock(at, names.dead);
  later(6 * minute);
  expect(await leftoversOf(at.fs, at.gitdir)).toEqual([]);
  await repository.write(change({ 'a.txt': 'two' }));
  expect(nodeFs.existsSync(owner)).toBe(false);
});

test('a pack is kept from merging no longer than its writer lives', async () => {
  const at = onDisk();
  await create(at);
  const left = (owner: string, pack: string): string[] => {
    const name = join(at.gitdir, `${ownerPrefix}${owner}.5`);
    const keep = join(at.gitdir, `objects/pack/${pack}.keep`);
    nodeFs.writeFileSync(name, '');
    nodeFs.linkSync(name, keep);
    return [keep, name];
  };
  const [deadKeep, deadName] = left(names.dead, 'pack-1') as [string, string];
  left(names.alive, 'pack-2');
  nodeFs.writeFileSync(join(at.gitdir, 'objects/pack/pack-3.keep'), 'an operator wants it so');
  const now = Date.now();
  later(6 * minute, now);
  const first = await leftoversOf(at.fs, at.gitdir);
  expect(first).toEqual([deadKeep]);
  await removeLeftovers(at.fs, first);
  later(12 * minute, now);
  expect(await leftoversOf(at.fs, at.gitdir)).toEqual([deadName]);
});

describe('a lock left behind', () => {
  test.each([
    ['a dead process is removed', names.dead, 0, false],
    ['a living process is kept, however old', names.alive, 100 * minute, true],
    ['a process in another container is kept while that may live', names.elsewhere, 9 * minute, true],
    [
      'a process in another container is removed when it is older than any write takes',
      names.elsewhere,
      11 * minute,
      false,
    ],
  ])('by %s', async (_, name, ageMs, stays) => {
    const at = onDisk();
    await create(at);
    const owner = leaveLock(at, name);
    later(ageMs, nodeFs.statSync(owner).ctimeMs);
    expect(new LockFile(nodeFs, at.gitdir, lockOf(at)).removeIfAbandoned()).toBe(!stays);
    expect([nodeFs.existsSync(lockOf(at)), nodeFs.existsSync(owner)]).toEqual([stays, stays]);
  });

  test('is removed once, however many see it: never the lock that somebody took since', async () => {
    const at = onDisk();
    await create(at);
    leaveLock(at, names.dead);
    const slow = new LockFile(nodeFs, at.gitdir, lockOf(at));
    const fast = new LockFile(nodeFs, at.gitdir, lockOf(at));
    const renameSync = nodeFs.renameSync;
    const overtaken: typeof nodeFs = {
      ...nodeFs,
      renameSync: (from, to) => {
        expect(fast.removeIfAbandoned()).toBe(true);
        nodeFs.writeFileSync(lockOf(at), 'taken since');
        renameSync(from, to);
      },
    };
    expect(new LockFile(overtaken, at.gitdir, lockOf(at)).removeIfAbandoned()).toBe(false);
    expect(slow.removeIfAbandoned()).toBe(false);
    expect(nodeFs.readFileSync(lockOf(at), 'utf8')).toBe('taken since');
  });

  test('by native git is removed if it is from before the start of the machine: else nobody can tell whose it is', async () => {
    const at = onDisk();
    const repository = await create(at);
    nodeFs.writeFileSync(lockOf(at), '');
    expect(new LockFile(nodeFs, at.gitdir, lockOf(at)).removeIfAbandoned()).toBe(false);
    const beforeStart = Date.now() / 1000 - uptime() - 120;
    nodeFs.utimesSync(lockOf(at), beforeStart, beforeStart);
    await repository.write(change({ b: '2' }));
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one', b: '2' });
    expect(nodeFs.existsSync(lockOf(at))).toBe(false);
  });
});
