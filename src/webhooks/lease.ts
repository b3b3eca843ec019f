import { join } from 'node:path';
import { errorCode } from '../lib/system-error.js';
import type { FileSystem } from '../store/file-system.js';
import { LockFile, type PreparedLock } from '../store/local/lock-file.js';

/** Milliseconds between two signs of life: a lock of another container is taken for abandoned after ten minutes without. */
const renewMs = 60_000;

/** Mutual exclusion of the processes that serve one data directory: one alone sends, so that what is sent stays in order. */
export class Lease {
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #file: LockFile;
  #held: PreparedLock | undefined;
  #renewed = 0;

  /** @param directory exists */
  constructor(fs: FileSystem, directory: string) {
    this.#fs = fs;
    this.#path = join(directory, 'sender.lock');
    this.#file = new LockFile(fs, directory, this.#path);
  }

  /** Takes the lock, or keeps it. @returns whether this process has it */
  async hold(): Promise<boolean> {
    if (this.#held !== undefined) return this.#renew();
    const lock = this.#file.prepare('');
    await lock.write();
    try {
      await this.#take(lock);
      [this.#held, this.#renewed] = [lock, Date.now()];
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
    await this.#fs.promises.rm(this.#path, { force: true }).catch(() => {});
    await held.release();
  }

  async #take(lock: PreparedLock): Promise<void> {
    try {
      await lock.take();
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || !this.#file.removeIfAbandoned()) throw error;
      await lock.take();
    }
  }

  /** @returns `false` when the lock was taken away, by whoever has removed the file */
  async #renew(): Promise<boolean> {
    if (Date.now() - this.#renewed < renewMs) return true;
    try {
      const now = new Date();
      await this.#fs.promises.utimes(this.#path, now, now);
      this.#renewed = now.getTime();
      return true;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      await this.#held?.release();
      this.#held = undefined;
      return false;
    }
  }
}
