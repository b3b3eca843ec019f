import { join } from 'node:path';
import { errorCode } from '../../system-error.js';
import { type FileSystem, writeNewFile } from '../file-system.js';
import { bootTimeMs, stateOf, thisProcess } from './process-name.js';

export const ownerPrefix = 'brand-portal-lock.';

/**
 * Lease of a lock whose owner runs in another container, where its life cannot be seen: abandoned after this long. A lock is
 * held for as long as it takes to compare and rename.
 */
export const longestHoldMs = 10 * 60 * 1000;

/** Tolerance: the time of the machine's start is counted back from its clock, which is corrected now and then. */
const clockSlackMs = 1_000;

/** Locks taken by this process, over all repositories and openings: no name is used twice. */
let taken = 0;

/** A lock on its way: written under its owner's name first, then linked. */
export interface PreparedLock {
  /** Synced under its owner's name: no other process is kept out yet. */
  write(): Promise<void>;
  /** Hard link to the lock's path. @throws EEXIST while the lock is held; it can be tried again */
  take(): Promise<void>;
  /** Moves the file to a path that the lock protects, in place of what is there. */
  moveTo(path: string): Promise<void>;
  /** Hard link to a pack's `.keep` file until `release`, unless the pack has one already. */
  linkKeepFile(path: string): Promise<void>;
  /** Removes the owner's name and the `.keep` file; the lock itself is renamed or removed by who took it. Never rejects. */
  release(): Promise<void>;
}

/**
 * git's lock file of the branch, with an owner: a stale lock can be told from one that is held.
 *
 * The lock is a second name of a file that says in its own name whose it is: `brand-portal-lock.<process>.<n>` in the
 * repository. Both names come to be in one step, with the content complete. A lock without such a file is native
 * git's and is left alone, unless the machine has been started since: then no process can hold it.
 */
export class LockFile {
  readonly #fs: FileSystem;
  readonly #gitdir: string;
  readonly #lock: string;

  constructor(fs: FileSystem, gitdir: string, lock: string) {
    this.#fs = fs;
    this.#gitdir = gitdir;
    this.#lock = lock;
  }

  /** Nothing is on disk yet. */
  prepare(content: string): PreparedLock {
    const owner = this.#newOwner();
    const names = [owner];
    return {
      write: () => writeNewFile(this.#fs, owner, Buffer.from(content)),
      take: () => this.#fs.promises.link(owner, this.#lock),
      moveTo: (path) => this.#fs.promises.rename(owner, path),
      linkKeepFile: async (path) => {
        try {
          await this.#fs.promises.link(owner, path);
          names.unshift(path);
        } catch (error) {
          if (errorCode(error) !== 'EEXIST') throw error;
        }
      },
      release: async () => {
        for (const name of names.splice(0)) await this.#fs.promises.unlink(name).catch(() => {});
      },
    };
  }

  isAbandoned(): boolean {
    return this.#abandoned() !== null;
  }

  /** Stale lock recovery. @returns whether the lock was abandoned, and is removed now */
  removeIfAbandoned(): boolean {
    const abandoned = this.#abandoned();
    if (abandoned === null) return false;
    const { name, ino } = abandoned;
    if (name === null) return this.#removeLock(ino);
    // Of all who want to remove it one succeeds here; from then on the lock is that process's, and goes with it if it dies.
    const claimed = this.#newOwner();
    try {
      this.#fs.renameSync(join(this.#gitdir, name), claimed);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
    const removed = this.#removeLock(ino);
    for (const path of keepFilesOf(this.#fs, this.#gitdir, ino)) this.#fs.rmSync(path, { force: true });
    this.#fs.rmSync(claimed, { force: true });
    return removed;
  }

  #removeLock(inode: number): boolean {
    const isSame = this.#fs.statSync(this.#lock, { throwIfNoEntry: false })?.ino === inode;
    if (isSame) this.#fs.rmSync(this.#lock, { force: true });
    return isSame;
  }

  /** `name` is `null` for a lock from before the machine's start: a power cut may lose the owner's name, or it is native git's. */
  #abandoned(): { readonly name: string | null; readonly ino: number } | null {
    const held = this.#fs.statSync(this.#lock, { throwIfNoEntry: false });
    if (held === undefined) return null;
    const name = this.#ownerOf(held.ino) ?? null;
    const isOver = name === null ? held.mtimeMs < bootTimeMs - clockSlackMs : isAbandonedBy(name, held.ctimeMs);
    return isOver ? { name, ino: held.ino } : null;
  }

  #newOwner(): string {
    taken += 1;
    return join(this.#gitdir, `${ownerPrefix}${thisProcess()}.${taken}`);
  }

  #ownerOf(inode: number): string | undefined {
    const names = (this.#fs.readdirSync(this.#gitdir) as string[]).filter((name) => name.startsWith(ownerPrefix));
    return names.find((name) => this.#fs.statSync(join(this.#gitdir, name), { throwIfNoEntry: false })?.ino === inode);
  }
}

/** The `.keep` files of packs that are further names of a lock's file; none where the folder is no repository. */
export function keepFilesOf(fs: FileSystem, gitdir: string, inode: number): string[] {
  const packs = join(gitdir, 'objects', 'pack');
  if (fs.statSync(packs, { throwIfNoEntry: false }) === undefined) return [];
  const names = (fs.readdirSync(packs) as string[]).filter((name) => name.endsWith('.keep'));
  return names
    .map((name) => join(packs, name))
    .filter((path) => fs.statSync(path, { throwIfNoEntry: false })?.ino === inode);
}

/** @param takenMs when the lock came to be: taking it is a link, which sets the file's ctime */
function isAbandonedBy(owner: string, takenMs: number): boolean {
  const state = stateOf(owner.slice(ownerPrefix.length));
  return state === 'elsewhere' ? Date.now() - takenMs > longestHoldMs : state === 'dead';
}
