import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, type FileSystem, makeDirectory, syncDirectory } from './file-system.js';
import { isOid } from './git-object.js';
import { LockFile, type PreparedLock } from './lock-file.js';

export const branch = 'refs/heads/main';

const lockWaitMs = 5_000;

type Store = (nameLock: (path: string) => Promise<void>) => Promise<void>;

interface Signature {
  readonly path: string;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/**
 * The branch `main` of one repository: the only place where a commit becomes the brand's content.
 *
 * Invariant: `advance` is a compare-and-swap under git's own lock file, so this process, others of ours and native
 * git never lose one another's updates.
 */
export class Head {
  readonly #fs: FileSystem;
  readonly #loose: string;
  readonly #packed: string;
  readonly #lockPath: string;
  readonly #lock: LockFile;
  /** Held for longer than one `advance`. */
  #isHeld = false;
  #seen: { signature: Signature | null; oid: string | null } | undefined;

  constructor(fs: FileSystem, gitdir: string) {
    this.#fs = fs;
    this.#loose = join(gitdir, branch);
    this.#packed = join(gitdir, 'packed-refs');
    this.#lockPath = `${this.#loose}.lock`;
    this.#lock = new LockFile(fs, gitdir, this.#lockPath);
  }

  /**
   * The commit on disk now, `null` before the first one. Costs one `stat` while nothing has changed.
   *
   * @throws when the reference cannot be read or is no commit id
   */
  current(): string | null {
    const signature = this.#signature(this.#loose) ?? this.#signature(this.#packed);
    if (this.#seen === undefined || !sameSignature(this.#seen.signature, signature)) {
      this.#seen = { signature, oid: this.#read() };
    }
    return this.#seen.oid;
  }

  #signature(path: string): Signature | null {
    const stats = this.#fs.statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    return { path, ino: stats.ino, size: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs };
  }

  #read(): string | null {
    const loose = this.#text(this.#loose);
    if (loose !== null) {
      const oid = loose.trim();
      if (!isOid(oid)) throw new Error(`${branch} does not hold a commit id`);
      return oid;
    }
    const packed = this.#text(this.#packed);
    return packed === null ? null : (/^([0-9a-f]{40}) refs\/heads\/main$/m.exec(packed)?.[1] ?? null);
  }

  #text(path: string): string | null {
    try {
      return this.#fs.readFileSync(path, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /**
   * Moves the branch from `expected` to `next` once `store` has put on disk what `next` needs. The move is on disk when
   * this returns `true`.
   *
   * @param store may give the lock's file more names, which go when the move is done
   * @returns `false` when the branch is not at `expected`; nothing has changed then
   * @throws what `store` throws; when the lock stays taken for 5 s; on an I/O error
   */
  async advance(expected: string | null, next: string, store?: Store): Promise<boolean> {
    const { moved, letGo } = await this.#swap(expected, next, store);
    try {
      if (moved) await syncDirectory(this.#fs, dirname(this.#loose));
      return moved;
    } catch (error) {
      await this.#takeBack(expected, next);
      throw error;
    } finally {
      await letGo;
    }
  }

  /**
   * A move that may not last must not be seen either, unless somebody has built on it already. The disk is failing: it is
   * tried more than once. If it never works, the write is refused and visible all the same, until the disk is mended.
   */
  async #takeBack(expected: string | null, next: string): Promise<void> {
    for (const waitMs of [0, 5, 25, 125, 625]) {
      await sleep(waitMs);
      const done = await this.#swap(next, expected).catch(() => null);
      if (done === null) continue;
      await done.letGo;
      return;
    }
  }

  /**
   * Holds the lock while `work` runs, `advance` included: nobody else can move the branch meanwhile.
   *
   * @throws what `work` throws; when the lock stays taken for 5 s; on an I/O error
   */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const lock = await this.#lock.prepare(Buffer.alloc(0));
    try {
      await this.#acquire(lock);
      this.#isHeld = true;
      try {
        return await work();
      } finally {
        this.#isHeld = false;
        await this.#fs.promises.rm(this.#lockPath, { force: true });
      }
    } finally {
      await lock.letGo();
    }
  }

  /** @returns with the lock as it was before; `letGo` resolves when its owner's name is gone, too */
  async #swap(
    expected: string | null,
    next: string | null,
    store: Store = async () => {},
  ): Promise<{ moved: boolean; letGo: Promise<void> }> {
    const content = Buffer.from(next === null ? '' : `${next}\n`);
    // Both wait for the disk: they do it together.
    const preparing = this.#lock.prepare(content);
    const [prepared, stored] = await Promise.allSettled([
      preparing,
      store(async (path) => (await preparing).name(path)),
    ]);
    if (prepared.status === 'rejected') throw prepared.reason;
    const lock = prepared.value;
    try {
      if (stored.status === 'rejected') throw stored.reason;
      if (!this.#isHeld) await this.#acquire(lock);
      const moved = await this.#moveUnderLock(lock, expected, next);
      return { moved, letGo: lock.letGo() };
    } catch (error) {
      await lock.letGo();
      throw error;
    }
  }

  async #moveUnderLock(lock: PreparedLock, expected: string | null, next: string | null): Promise<boolean> {
    let isFree = this.#isHeld;
    try {
      if (this.#read() !== expected) return false;
      if (next === null) {
        await this.#fs.promises.rm(this.#loose);
      } else if (this.#isHeld) {
        await lock.moveTo(this.#loose);
      } else {
        await this.#fs.promises.rename(this.#lockPath, this.#loose);
        isFree = true;
      }
      return true;
    } finally {
      if (!isFree) await this.#fs.promises.rm(this.#lockPath, { force: true });
    }
  }

  async #acquire(lock: PreparedLock): Promise<void> {
    const deadline = Date.now() + lockWaitMs;
    for (let waitMs = 2; ; waitMs = Math.min(waitMs * 2, 100)) {
      try {
        return await lock.take();
      } catch (error) {
        if (errorCode(error) === 'ENOENT') await makeDirectory(this.#fs, dirname(this.#loose));
        else if (errorCode(error) !== 'EEXIST') throw error;
        else if (this.#lock.removeIfAbandoned()) continue;
        if (Date.now() > deadline) throw new Error(`${branch}.lock is held by another process`, { cause: error });
      }
      await sleep(waitMs);
    }
  }
}

function sameSignature(a: Signature | null, b: Signature | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.ino === b.ino && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.path === b.path
  );
}
