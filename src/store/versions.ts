import { failClosed, treeOf } from './follower.js';
import { parseCommit } from './git/commit.js';
import { diffTrees, type TreeDifference } from './git/tree.js';
import {
  type CommitSignature,
  countHistory,
  type HistoryEntry,
  type HistoryOptions,
  history,
  type PatchOptions,
  patch,
  resolveCommit,
  signatures,
} from './native/history.js';
import type { Objects } from './objects.js';

/** History of one repository. Commits are named by their full ids, but for `resolve`. */
export class Versions {
  readonly #gitdir: string;
  readonly #objects: Objects;

  constructor(gitdir: string, objects: Objects) {
    this.#gitdir = gitdir;
    this.#objects = objects;
  }

  /** @throws `unavailable` when there is no git on this machine */
  history(options: HistoryOptions): AsyncGenerator<HistoryEntry> {
    return history(this.#gitdir, options);
  }

  /** How many commits `history` would find. @throws `unavailable` when there is no git on this machine */
  count(options: HistoryOptions): Promise<number> {
    return countHistory(this.#gitdir, options);
  }

  /** When commits were made and by whom, newest first. @throws `unavailable` when there is no git on this machine */
  signatures(options: Pick<HistoryOptions, 'since' | 'from' | 'not'>): AsyncGenerator<CommitSignature> {
    return signatures(this.#gitdir, options);
  }

  /** See `resolveCommit`. */
  resolve(text: string): Promise<string> {
    return resolveCommit(this.#gitdir, text);
  }

  /** @throws `unavailable` when there is no git on this machine */
  patch(options: PatchOptions): AsyncGenerator<string> {
    return patch(this.#gitdir, options);
  }

  /** The commit that it was built on, the first of several; `null` for a first commit. */
  parentOf(commit: string): Promise<string | null> {
    return failClosed(async () => parseCommit(await this.#objects.readOnce(commit, 'commit')).parents[0] ?? null);
  }

  /** The files that differ between two commits, in path order; `from` is `null` for nothing at all. */
  differences(from: string | null, to: string): Promise<TreeDifference[]> {
    const objects = this.#objects;
    return failClosed(async () => {
      const [before, after] = await Promise.all([from === null ? null : treeOf(objects, from), treeOf(objects, to)]);
      return diffTrees(before, after, objects.readTree);
    });
  }

  /** A file's bytes by the id of its content. */
  read(oid: string): Promise<Buffer> {
    return failClosed(() => this.#objects.readOnce(oid, 'blob'));
  }
}
