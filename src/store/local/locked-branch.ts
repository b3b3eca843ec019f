import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../lib/system-error.js';
import type { AdvanceOutcome, Branch } from '../branch.js';
import { type FileSystem, settleAll, syncDirectory } from '../file-system.js';
import type { GitObject } from '../git/object.js';
import type { Objects, PreparedPack } from '../objects.js';
import { LockFile, type PreparedLock } from './lock-file.js';
import { branchName, Ref } from './ref.js';

const lockWaitMs = 5_000;

/** Pauses before each attempt of a roll back. One may not be enough, because the disk is failing. */
const rollBackPausesMs = [0, 5, 25, 125, 625];

/**
 * The branch `main` in a repository on this machine.
 *
 * Invariant: the compare-and-swap runs under git's own lock file, so our processes and native git never lose each other's
 * updates.
 */
export class LockedBranch implements Branch {
  readonly #ref: Ref;
  readonly #lockPath: string;
  readonly #lockFile: LockFile;
  /** One byte per barrier, appended under the lock. It is not synced: a draft does not outlive its machine. */
  readonly #barriersPath: string;
  /** Whether the lock is held for longer than one `advance`. */
  #isExclusive = false;
  /** The running move. Its `next` may be on disk, and may still be rolled back. */
  #advancing: { readonly expected: string | null; readonly next: string } | undefined;

  constructor(
    private readonly fs: FileSystem,
    gitdir: string,
    private readonly objects: Objects,
  ) {
    this.#ref = new Ref(fs, gitdir);
    this.#lockPath = `${this.#ref.path}.lock`;
    this.#lockFile = new LockFile(fs, gitdir, this.#lockPath);
    this.#barriersPath = join(gitdir, 'brand-portal-barriers');
  }

  current(): string | null {
    const oid = this.#ref.current();
    return oid !== null && oid === this.#advancing?.next ? this.#advancing.expected : oid;
  }

  readonly isConfirmed = true;
  readonly position = null;
  readonly writeEndMs = Number.POSITIVE_INFINITY;

  attemptEndMs(): number {
    return this.writeEndMs;
  }

  /** The disk is the truth, and `current` looks at it. */
  async confirm(): Promise<void> {}

  async confirmNewest(): Promise<void> {}

  get barriers(): number {
    return this.fs.statSync(this.#barriersPath, { throwIfNoEntry: false })?.size ?? 0;
  }

  putBarrier(): Promise<void> {
    return this.#underLock(() => this.fs.promises.appendFile(this.#barriersPath, '.'));
  }

  advance(
    expected: string | null,
    next: string,
    objects: readonly GitObject[],
    _untilMs?: number,
    barriers?: number,
  ): Promise<AdvanceOutcome> {
    return this.advancePacked(expected, next, this.objects.prepare(objects), barriers);
  }

  /** `advance` with an encoded pack; `null` if the objects are on disk. */
  async advancePacked(
    expected: string | null,
    next: string,
    pack: PreparedPack | null,
    barriers?: number,
  ): Promise<AdvanceOutcome> {
    const lock = this.#lockFile.prepare(`${next}\n`);
    this.#advancing = { expected, next };
    try {
      await settleAll([lock.write(), pack?.write()]);
      if (pack !== null) {
        await lock.linkKeepFile(pack.keepPath);
        await pack.place();
      }
      const isMoved = await this.#swap(lock, expected, next, barriers);
      await settleAll([lock.release(), isMoved ? this.#syncOrRollBack(expected, next) : undefined]);
      return isMoved ? 'moved' : 'conflict';
    } catch (error) {
      await settleAll([lock.release(), pack?.discard()]);
      throw error;
    } finally {
      this.#advancing = undefined;
    }
  }

  /** Under the lock. */
  insist(attempt: () => Promise<boolean>): Promise<boolean> {
    return this.exclusively(attempt);
  }

  async makeWay(): Promise<void> {}

  checkAhead(): void {}

  async settleCache(): Promise<void> {}

  async close(): Promise<void> {}

  /**
   * Runs `work`, which may call `advance`, under the lock: no other process can move the branch until it ends.
   *
   * @throws the errors of `work`; when another process keeps the branch locked
   */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#underLock(async () => {
      this.#isExclusive = true;
      try {
        return await work();
      } finally {
        this.#isExclusive = false;
      }
    });
  }

  async #underLock<T>(work: () => Promise<T>): Promise<T> {
    const lock = this.#lockFile.prepare('');
    try {
      await lock.write();
      await this.#acquire(lock);
      try {
        return await work();
      } finally {
        await this.fs.promises.rm(this.#lockPath, { force: true });
      }
    } finally {
      await lock.release();
    }
  }

  async #syncOrRollBack(expected: string | null, next: string): Promise<void> {
    try {
      await syncDirectory(this.fs, dirname(this.#ref.path));
    } catch (error) {
      await this.#rollBack(next, expected);
      throw error;
    }
  }

  /**
   * A move that may not last must not be seen either, unless another process has built on it already. If no try works, the
   * write is reported as failed, but visible anyway, until the disk is repaired.
   */
  async #rollBack(from: string, to: string | null): Promise<void> {
    for (const pauseMs of rollBackPausesMs) {
      await sleep(pauseMs);
      const lock = this.#lockFile.prepare(to === null ? '' : `${to}\n`);
      try {
        await lock.write();
        await this.#swap(lock, from, to);
        return;
      } catch {
        // The next try may work.
      } finally {
        await lock.release();
      }
    }
  }

  /**
   * Compare-and-swap. Leaves the lock file as it found it.
   *
   * @returns whether the branch was at `expected`, and no barrier came
   */
  async #swap(lock: PreparedLock, expected: string | null, next: string | null, barriers?: number): Promise<boolean> {
    if (!this.#isExclusive) await this.#acquire(lock);
    let isFree = this.#isExclusive;
    try {
      if (this.#ref.read() !== expected) return false;
      if (barriers !== undefined && barriers !== this.barriers) return false;
      if (next === null) {
        await this.fs.promises.rm(this.#ref.path);
      } else if (this.#isExclusive) {
        await lock.moveTo(this.#ref.path);
      } else {
        await this.fs.promises.rename(this.#lockPath, this.#ref.path);
        isFree = true;
      }
      return true;
    } finally {
      if (!isFree) await this.fs.promises.rm(this.#lockPath, { force: true });
    }
  }

  async #acquire(lock: PreparedLock): Promise<void> {
    const deadline = Date.now() + lockWaitMs;
    for (let waitMs = 2; ; waitMs = Math.min(waitMs * 2, 100)) {
      try {
        return await lock.take();
      } catch (error) {
        if (errorCode(error) === 'ENOENT') await this.#makeRefsDirectory();
        else if (errorCode(error) !== 'EEXIST') throw error;
        else if (this.#lockFile.removeIfAbandoned()) continue;
        if (Date.now() > deadline) throw new Error(`${branchName}.lock is held by another process`, { cause: error });
      }
      await sleep(waitMs);
    }
  }

  /**
   * Git may remove `refs/heads` when it packs refs. The repository's own directory is never made: one that was moved away must not
   * come back empty.
   */
  async #makeRefsDirectory(): Promise<void> {
    const heads = dirname(this.#ref.path);
    for (const path of [dirname(heads), heads]) {
      try {
        await this.fs.promises.mkdir(path);
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
        continue;
      }
      await syncDirectory(this.fs, dirname(path));
    }
  }
}
