import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, type FileSystem, writeNewFile } from './file-system.js';

const ownerPrefix = 'brand-portal-lock';

/** Locks taken by this process, over all repositories and openings: no name is used twice. */
let taken = 0;

export interface PreparedLock {
  /** @throws EEXIST while somebody holds the lock; it can be tried again */
  take(): Promise<void>;
  /** Moves the file to a path that the lock protects, in place of what is there. */
  moveTo(path: string): Promise<void>;
  /** Gives the file one more name until `letGo`, unless something has that name already. */
  name(path: string): Promise<void>;
  /** Removes the other names and the one that says whose lock it is; the lock itself is renamed or removed by who took it. */
  letGo(): Promise<void>;
}

/**
 * git's lock file of the branch, taken so that a lock whose owner has died can be told from one that is held.
 *
 * The lock is a second name of a file that says in its own name whose it is: `brand-portal-lock.<boot>.<pid>.<start>.<n>`
 * in the repository. Both names come to be in one step, with the content complete. A lock without such a file is native
 * git's and is never touched.
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

  /** Writes the lock's content, synced, under its owner's name: nobody is kept out yet. */
  async prepare(content: Buffer): Promise<PreparedLock> {
    taken += 1;
    const owner = join(this.#gitdir, `${ownerPrefix}.${thisProcess()}.${taken}`);
    await writeNewFile(this.#fs, owner, content);
    const names: string[] = [];
    return {
      take: () => this.#fs.promises.link(owner, this.#lock),
      moveTo: (path) => this.#fs.promises.rename(owner, path),
      name: async (path) => {
        try {
          await this.#fs.promises.link(owner, path);
          names.push(path);
        } catch (error) {
          if (errorCode(error) !== 'EEXIST') throw error;
        }
      },
      letGo: async () => {
        for (const name of [...names, owner]) await this.#fs.promises.rm(name, { force: true }).catch(() => {});
      },
    };
  }

  /** Removes the lock when the process that took it is dead. @returns whether it did */
  removeIfAbandoned(): boolean {
    const held = this.#fs.statSync(this.#lock, { throwIfNoEntry: false });
    if (held === undefined) return false;
    const names = (this.#fs.readdirSync(this.#gitdir) as string[]).filter((name) => name.startsWith(`${ownerPrefix}.`));
    const owner = names.find((name) => {
      return this.#fs.statSync(join(this.#gitdir, name), { throwIfNoEntry: false })?.ino === held.ino;
    });
    if (owner === undefined || isAlive(owner)) return false;
    // Somebody else may have been faster: only the very file that was looked at goes.
    if (this.#fs.statSync(this.#lock, { throwIfNoEntry: false })?.ino !== held.ino) return false;
    this.#fs.rmSync(this.#lock, { force: true });
    this.#fs.rmSync(join(this.#gitdir, owner), { force: true });
    return true;
  }
}

function isAlive(owner: string): boolean {
  const [, boot, pid = '', start] = owner.split('.');
  if (boot !== bootId()) return false;
  if (Number(pid) === process.pid) return start === startOf(process.pid);
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  return start === startOf(Number(pid));
}

let processName: string | undefined;

function thisProcess(): string {
  processName ??= `${bootId()}.${process.pid}.${startOf(process.pid)}`;
  return processName;
}

/** Process ids are given again, also after a reboot: boot and start time tell two processes apart where Linux says them. */
function bootId(): string {
  return readOr('/proc/sys/kernel/random/boot_id', 'unknown').slice(0, 8);
}

/** When a process started, in clock ticks since boot: field 22 of proc(5) `stat`. */
function startOf(pid: number): string {
  const text = readOr(`/proc/${pid}/stat`, '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
