import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorCode } from '../../src/lib/system-error.js';
import type { Repository } from '../../src/store/repository.js';
import { anyMoment } from '../support/any-moment.js';
import { tries } from '../support/effort.js';
import { eventually } from '../support/eventually.js';
import { checkRepository, git } from '../support/git.js';
import { change, create, filesOf, headOf, onDisk, open, type Texts } from '../support/store.js';

async function writeMany(repository: Repository<Texts>, from: number, count: number): Promise<void> {
  const writes = Array.from({ length: count }, (_, n) =>
    repository.write(change({ [`files/${(from + n) % 97}.txt`]: `version ${from + n}` })),
  );
  await Promise.all(writes);
}

/** Running git processes that work on the repository. */
function gitProcesses(gitdir: string): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return words[0]?.endsWith('git') && words.some((word) => word.includes(gitdir)) ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });
}

/** A process may end between being listed and being killed. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

describe('merging packs', () => {
  test('that is killed at any moment loses nothing, and the next one works', async () => {
    const at = onDisk();
    const repository = await create(at);
    const rounds = tries(6, 3);
    for (let round = 0; round < rounds; round += 1) {
      for (let batch = 0; batch < 10; batch += 1) await writeMany(repository, round * 1000 + batch * 100, 100);
      const merging = repository.maintain(2).then(
        () => 'done',
        () => 'killed',
      );
      await anyMoment(65);
      for (const pid of gitProcesses(at.gitdir)) killIfThere(pid);
      await Promise.all([merging, writeMany(repository, 0, 5)]);
      checkRepository(at.gitdir);
      expect(await filesOf(await open(at))).toEqual(await filesOf(repository));
    }
    expect(Number(git(at.gitdir, ['rev-list', '--count', 'main']))).toBe(1 + rounds * 1005);
    expect(headOf(at)).toBe((await repository.read()).commit);
    expect(await repository.maintain(2)).toBe(true);
    const packs = readdirSync(`${at.gitdir}/objects/pack`).filter((name) => name.endsWith('.pack'));
    expect(packs.length).toBeLessThan(10);
  });

  test('ends at once, with every process it started, when it is told to', async () => {
    const at = onDisk();
    const repository = await create(at);
    for (let batch = 0; batch < 10; batch += 1) await writeMany(repository, batch * 100, 100);
    const merge = async (ending: AbortController): Promise<'done' | 'ended'> => {
      let isOver = false;
      const merging = repository.maintain(2, ending.signal).then(
        () => 'done' as const,
        () => 'ended' as const,
      );
      void merging.then(() => {
        isOver = true;
      });
      while (!isOver && gitProcesses(at.gitdir).length < 2) await anyMoment(2);
      ending.abort();
      return merging;
    };
    let ending = new AbortController();
    // A merge that was done before it was told to end is tried again, with more packs.
    for (let batch = 10; (await merge(ending)) === 'done'; batch += 10) {
      for (let more = 0; more < 10; more += 1) await writeMany(repository, (batch + more) * 100, 100);
      ending = new AbortController();
    }
    await eventually(() => expect(gitProcesses(at.gitdir)).toEqual([]));

    // The merge may have done its work before its processes ended: only new packs are sure to need another.
    for (let batch = 0; batch < 10; batch += 1) await writeMany(repository, batch * 100, 100);
    await expect(repository.maintain(2, ending.signal)).rejects.toThrow();
  });
});
