import { join } from 'node:path';
import { errorCode } from '../../lib/system-error.js';
import { type FileSystem, writeNewFile } from '../file-system.js';
import { bootTimeMs, stateOf, thisProcess } from '../process-name.js';

export const ownerPrefix = 'brand-portal-lock.';

/**
 * Lease of a lock whose owner runs in another container, where its life cannot be seen. A lock is held while the branch is compared
 * and renamed.
 */
export const longestHoldMs = 10 * 60 * 1000;

/** Tolerance, because the boot time is computed from the clock, which may be corrected. */
const clockSlackMs = 1_000;

/** Counter in owners' names, over all repositories: no name is used twice. */
let ownerCounter = 0;

export type PreparedLock = ReturnType<LockFile['prepare']>;

/**
 * git's lock file of the branch, with an owner, to distinguish a stale lock from a held one.
 *
 * The lock is a hard link to the owner's file, `brand-portal-lock.<process>.<n>` in the repository, so that it appears with its content
 * complete. A lock without such a file is native git's and is not touched, unless it is from before the last boot.
 */
export class LockFile {
  constructor(
    private readonly fs: FileSystem,
    private readonly gitdir: string,
    private readonly lock: string,
  ) {}

  /** A lock that is written under its owner's name first, then linked. */
  prepare(content: string) {
    const owner = this.#newOwner();
    const names = [owner];
    return {
      /** Writes and syncs the owner's file. This does not exclude other processes yet. */
      write: (): Promise<void> => writeNewFile(this.fs, owner, Buffer.from(content)),
      /**
       * Hard link to the lock's path.
       *
       * @throws EEXIST while the lock is held; it can be tried again
       */
      take: (): Promise<void> => this.fs.promises.link(owner, this.lock),
      /**
       * Heartbeat of a long-held lock.
       *
       * @returns `false` when it is no longer held, because it was considered abandoned or removed
       */
      touch: async (time: Date): Promise<boolean> => {
        const isHeld = this.#isHeldBy(owner);
        if (isHeld) await this.fs.promises.utimes(owner, time, time);
        return isHeld;
      },
      /** Removes the lock, unless it is another's by now. */
      drop: async (): Promise<void> => {
        if (this.#isHeldBy(owner)) await this.fs.promises.unlink(this.lock);
      },
      /** Renames the owner's file onto a path that the lock protects. */
      moveTo: (path: string): Promise<void> => this.fs.promises.rename(owner, path),
      /** Hard link to a pack's `.keep` file until `release`, unless the pack has one already. */
      linkKeepFile: async (path: string): Promise<void> => {
        try {
          await this.fs.promises.link(owner, path);
          names.unshift(path);
        } catch (error) {
          if (errorCode(error) !== 'EEXIST') throw error;
        }
      },
      /** Removes the owner's name and the `.keep` file, not the lock itself. Never rejects. */
      release: async (): Promise<void> => {
        for (const name of names.splice(0)) await this.fs.promises.unlink(name).catch(() => {});
      },
    };
  }

  isHeld(): boolean {
    return this.fs.existsSync(this.lock) && !this.isAbandoned();
  }

  isAbandoned(): boolean {
    return this.#abandoned() !== null;
  }

  /**
   * Stale lock recovery.
   *
   * @returns whether the lock was abandoned, and is removed now
   */
  removeIfAbandoned(): boolean {
    const abandoned = this.#abandoned();
    if (abandoned === null) return false;
    const { name, ino } = abandoned;
    if (name === null) return this.#removeLock(ino);
    // One process succeeds in this rename, and owns the lock from then on.
    const claimed = this.#newOwner();
    try {
      this.fs.renameSync(join(this.gitdir, name), claimed);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
    const removed = this.#removeLock(ino);
    for (const path of keepFilesOf(this.fs, this.gitdir, ino)) this.fs.rmSync(path, { force: true });
    this.fs.rmSync(claimed, { force: true });
    return removed;
  }

  #removeLock(inode: number): boolean {
    const isSame = this.fs.statSync(this.lock, { throwIfNoEntry: false })?.ino === inode;
    if (isSame) this.fs.rmSync(this.lock, { force: true });
    return isSame;
  }

  /** The lock, when it is abandoned. `name` is `null` for one from before the last boot: its owner's file is lost, or it is native git's. */
  #abandoned(): { readonly name: string | null; readonly ino: number } | null {
    const lockStats = this.fs.statSync(this.lock, { throwIfNoEntry: false });
    if (lockStats === undefined) return null;
    const name = this.#ownerOf(lockStats.ino) ?? null;
    const isOver =
      name === null ? lockStats.mtimeMs < bootTimeMs - clockSlackMs : isAbandonedBy(name, lockStats.ctimeMs);
    return isOver ? { name, ino: lockStats.ino } : null;
  }

  #isHeldBy(owner: string): boolean {
    const inode = (path: string) => this.fs.statSync(path, { throwIfNoEntry: false })?.ino;
    return inode(owner) !== undefined && inode(owner) === inode(this.lock);
  }

  #newOwner(): string {
    ownerCounter += 1;
    return join(this.gitdir, `${ownerPrefix}${thisProcess()}.${ownerCounter}`);
  }

  #ownerOf(inode: number): string | undefined {
    const names = (this.fs.readdirSync(this.gitdir) as string[]).filter((name) => name.startsWith(ownerPrefix));
    return names.find((name) => this.fs.statSync(join(this.gitdir, name), { throwIfNoEntry: false })?.ino === inode);
  }
}

export function keepFilesOf(fs: FileSystem, gitdir: string, inode: number): string[] {
  const packs = join(gitdir, 'objects', 'pack');
  if (fs.statSync(packs, { throwIfNoEntry: false }) === undefined) return [];
  const names = (fs.readdirSync(packs) as string[]).filter((name) => name.endsWith('.keep'));
  return names
    .map((name) => join(packs, name))
    .filter((path) => fs.statSync(path, { throwIfNoEntry: false })?.ino === inode);
}

/** @param takenMs ctime of the lock, which linking sets */
function isAbandonedBy(owner: string, takenMs: number): boolean {
  const state = stateOf(owner.slice(ownerPrefix.length));
  return state === 'elsewhere' ? Date.now() - takenMs > longestHoldMs : state === 'dead';
}
