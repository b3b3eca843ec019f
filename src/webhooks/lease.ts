import { join } from 'node:path';
import { errorCode } from '../lib/system-error.js';
import type { FileSystem } from '../store/file-system.js';
import { LockFile, type PreparedLock } from '../store/local/lock-file.js';

/** Heartbeat interval. It is far below `longestHoldMs`, after which other containers consider the lock abandoned. */
const renewMs = 60_000;

/**
 * Mutual exclusion of the processes that serve one data directory. One process sends, so that messages stay in order.
 */
export class Lease {
  readonly #file: LockFile;
  #held: PreparedLock | undefined;
  #renewed = 0;

  /** @param directory an existing directory */
  constructor(fs: FileSystem, directory: string) {
    this.#file = new LockFile(fs, directory, join(directory, 'sender.lock'));
  }

  /**
   * Takes the lock, or keeps it.
   *
   * @returns whether this process has it
   */
  async acquireOrRenew(): Promise<boolean> {
    if (this.#held !== undefined) return this.#renew(this.#held);
    if (this.#file.isHeld()) return false;
    const lock = this.#file.prepare('');
    await lock.write();
    try {
      await this.#acquire(lock);
      this.#held = lock;
      this.#renewed = Date.now();
      return true;
    } catch (error) {
      await lock.release();
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  }

  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return;
    await held.drop().catch(() => {});
    await held.release();
  }

  async #acquire(lock: PreparedLock): Promise<void> {
    try {
      await lock.take();
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || !this.#file.removeIfAbandoned()) throw error;
      await lock.take();
    }
  }

  /**
   * @returns `false` when another process has removed the lock as abandoned, because this one was stopped for a long
   * time
   */
  async #renew(held: PreparedLock): Promise<boolean> {
    const now = new Date();
    if (now.getTime() - this.#renewed < renewMs) return true;
    if (await held.touch(now)) {
      this.#renewed = now.getTime();
      return true;
    }
    await held.release();
    this.#held = undefined;
    return false;
  }
}
