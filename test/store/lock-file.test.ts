import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as nodeFs from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LockFile, ownerPrefix } from '../../src/store/local/lock-file.js';
import { branchName } from '../../src/store/local/ref.js';
import { thisProcess } from '../../src/store/process-name.js';
import { change, create, filesOf, onDisk, type Place } from '../support/store.js';

const children: ReturnType<typeof spawn>[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const lockOf = ({ gitdir }: Place): string => join(gitdir, `${branchName}.lock`);

/** Another process that takes the lock, as the built service does, and keeps it. */
async function holdInAnotherProcess(at: Place): Promise<ReturnType<typeof spawn>> {
  const script = `
    const fs = await import('node:fs');
    const { LockFile } = await import(${JSON.stringify(new URL('../../dist/modules/store/local/lock-file.js', import.meta.url).href)});
    const lock = new LockFile(fs, ${JSON.stringify(at.gitdir)}, ${JSON.stringify(lockOf(at))});
    const prepared = lock.prepare('held');
    await prepared.write();
    await prepared.take();
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

describe('a lock left behind', () => {
  test('by a process that was killed is removed by the next write', async () => {
    const at = onDisk();
    const repository = await create(at);
    const child = await holdInAnotherProcess(at);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(nodeFs.existsSync(lockOf(at))).toBe(true);
    await repository.write(change({ b: '2' }));
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one', b: '2' });
    expect(nodeFs.readdirSync(at.gitdir).filter((name) => name.startsWith('brand-portal-lock'))).toEqual([]);
  });

  test('is not removed while its owner lives', async () => {
    const at = onDisk();
    await create(at);
    await holdInAnotherProcess(at);
    expect(new LockFile(nodeFs, at.gitdir, lockOf(at)).removeIfAbandoned()).toBe(false);
    expect(nodeFs.readFileSync(lockOf(at), 'utf8')).toBe('held');
  });

  test.each([
    ['is kept while its owner may live', 9 * 60_000, true],
    ['is removed when it is older than any write takes', 11 * 60_000, false],
  ])('by a process in another container %s', async (_, ageMs, stays) => {
    const at = onDisk();
    await create(at);
    const [boot, namespace, ...rest] = thisProcess().split('.');
    const owner = join(at.gitdir, `${ownerPrefix}${[boot, Number(namespace) + 1, ...rest].join('.')}.1`);
    nodeFs.writeFileSync(owner, 'held');
    nodeFs.linkSync(owner, lockOf(at));
    const clock = vi.spyOn(Date, 'now').mockReturnValue(nodeFs.statSync(owner).ctimeMs + ageMs);
    expect(new LockFile(nodeFs, at.gitdir, lockOf(at)).removeIfAbandoned()).toBe(!stays);
    clock.mockRestore();
    expect([nodeFs.existsSync(lockOf(at)), nodeFs.existsSync(owner)]).toEqual([stays, stays]);
  });

  test('is removed once, however many see it: never the lock that somebody took since', async () => {
    const at = onDisk();
    await create(at);
    const child = await holdInAnotherProcess(at);
    child.kill('SIGKILL');
    await once(child, 'exit');
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

  test('by native git is not removed: nobody can tell whose it is', async () => {
    const at = onDisk();
    await create(at);
    nodeFs.writeFileSync(lockOf(at), '');
    expect(new LockFile(nodeFs, at.gitdir, lockOf(at)).removeIfAbandoned()).toBe(false);
    nodeFs.rmSync(lockOf(at));
  });

  test('by anybody before the machine started is removed: no process can hold it', async () => {
    const at = onDisk();
    const repository = await create(at);
    nodeFs.writeFileSync(lockOf(at), '');
    const beforeStart = Date.now() / 1000 - uptime() - 120;
    nodeFs.utimesSync(lockOf(at), beforeStart, beforeStart);
    await repository.write(change({ b: '2' }));
    expect(await filesOf(repository)).toEqual({ 'a.txt': 'one', b: '2' });
    expect(nodeFs.existsSync(lockOf(at))).toBe(false);
  });
});
