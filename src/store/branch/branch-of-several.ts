import { dirname } from 'node:path';
import { errorCode } from '../../system-error.js';
import { type FileSystem, syncDirectory } from '../file-system.js';
import type { GitObject } from '../git/object.js';
import type { AdvanceOutcome, Branch } from './branch.js';
import type { LockedBranch } from './locked-branch.js';

/** A move under way in this process. */
interface Move {
  readonly next: string;
  readonly done: Promise<unknown>;
}

/**
 * The branch of a repository that several processes serve: what one of them shows, all show from then on, also after a power
 * cut.
 *
 * Invariant: a commit is shown once the branch's directory is synced, by whichever process. Until then neither the commit nor
 * the one before it is shown: another process may have shown the newer one already.
 */
export class BranchOfSeveral implements Branch {
  readonly position = null;
  readonly #fs: FileSystem;
  readonly #gitdir: string;
  readonly #local: LockedBranch;
  /** The newest commit that is known to be durable. */
  #durable: string | null | undefined;
  #moving: Move | undefined;
  #syncing: Move | undefined;

  constructor(fs: FileSystem, gitdir: string, local: LockedBranch) {
    this.#fs = fs;
    this.#gitdir = gitdir;
    this.#local = local;
  }

  /** A draft may stand on what is not durable yet: the compare-and-swap refuses it when that was rolled back. */
  current(): string | null {
    return this.#local.onDisk();
  }

  /** A commit of one worker is a conflict for the others that write the same brand. */
  readonly isContended = true;

  get isConfirmed(): boolean {
    return this.#local.onDisk() === this.#durable;
  }

  async confirm(): Promise<string | null> {
    for (;;) {
      const commit = this.#local.onDisk();
      if (commit === this.#durable || commit === null) return commit;
      if (this.#moving?.next !== commit) return this.#sync(commit);
      // Its writer gets the failure; for a reader the branch is then where it was.
      await this.#moving.done.catch(() => {});
    }
  }

  confirmNewest(): Promise<string | null> {
    return this.confirm();
  }

  async advance(expected: string | null, next: string, objects: readonly GitObject[]): Promise<AdvanceOutcome> {
    const done = this.#local.advance(expected, next, objects);
    this.#moving = { next, done };
    try {
      const outcome = await done;
      if (outcome === 'moved') this.#durable = next;
      return outcome;
    } finally {
      this.#moving = undefined;
    }
  }

  insist(attempt: () => Promise<boolean>): Promise<boolean> {
    return this.#local.insist(attempt);
  }

  /** Under a lock, a move takes much less time than a draft. */
  async makeWay(): Promise<void> {}

  checkAhead(): void {}

  settleCache(): Promise<void> {
    return this.#local.settleCache();
  }

  async close(): Promise<void> {
    await this.#syncing?.done.catch(() => {});
    await this.#local.close();
  }

  /** Requests for the same commit share one sync. @returns the commit */
  async #sync(commit: string): Promise<string> {
    if (this.#syncing?.next !== commit) {
      const done = this.#syncReference();
      const syncing = { next: commit, done };
      this.#syncing = syncing;
      const settle = (): void => {
        if (this.#syncing === syncing) this.#syncing = undefined;
      };
      done.then(settle, settle);
    }
    await this.#syncing?.done;
    if (this.#local.onDisk() === commit) this.#durable = commit;
    return commit;
  }

  /** Native git removes the reference's directory when it packs references. */
  async #syncReference(): Promise<void> {
    try {
      await syncDirectory(this.#fs, dirname(this.#local.path));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      await syncDirectory(this.#fs, this.#gitdir);
    }
  }
}
