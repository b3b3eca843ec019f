import { spawnSync } from 'node:child_process';
import * as nodeFs from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { LockFile, ownerPrefix } from '../../src/store/local/lock-file.js';
import { branchName } from '../../src/store/local/ref.js';
import { thisProcess } from '../../src/store/process-name.js';
import { change, create, filesOf, onDisk, type Place } from '../support/store.js';

const lockOf = ({ gitdir }: Place): string => join(gitdir, `${branchName}.lock`);

const [boot, namespace, ...rest] = thisProcess().split('.');
const dead = `${boot}.${namespace}.${spawnSync('true').pid}.1`;
const elsewhere = [boot, Number(namespace) + 1, ...rest].join('.');

/** A lock as the process with this name leaves it. @returns the owner's name of the lock */
function leaveLock(at: Place, name: string): string {
  const owner = join(at.gitdir, `${ownerPrefix}${name}.1`);
  nodeFs.writeFileSync(owner, 'held');
  nodeFs.linkSync(owner, lockOf(at));
  return owner;
}

describe('a lock left behind', () => {
  test.each([
    ['a dead process is removed', dead, 0, false],
    ['a living process is kept, however old', thisProcess(), 100 * 60_000, true],
    ['a process in another container is kept while that may live', elsewhere, 9 * 60_000, true],
    ['a process in another container is removed when it is older than any write takes', elsewhere, 11 * 60_000, false],
  ])('by %s', async (_, name, ageMs, stays) => {
    const at = onDisk();
    await create(at);
    const owner = leaveLock(at, name);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(nodeFs.statSync(owner).ctimeMs + ageMs);
    expect(new LockFile(nodeFs, at.gitdir, lockOf(at)).removeIfAbandoned()).toBe(!stays);
    clock.mockRestore();
    expect([nodeFs.existsSync(lockOf(at)), nodeFs.existsSync(owner)]).toEqual([stays, stays]);
  });

  test('is removed once, however many see it: never the lock that somebody took since', async () => {
    const at = onDisk();
    await create(at);
    leaveLock(at, dead);
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
