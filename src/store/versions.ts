import { unavailable } from './follower.js';
import { parseCommit } from './git/commit.js';
import { diffTrees, type TreeDifference } from './git/tree.js';
import {
  type HistoryEntry,
  type HistoryOptions,
  history,
  type PatchOptions,
  patch,
  resolveCommit,
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

  /** See `resolveCommit`. */
  resolve(text: string): Promise<string> {
    return resolveCommit(this.#gitdir, text);
  }

  /** @throws `unavailable` when there is no git on this machine */
  patch(options: PatchOptions): AsyncGenerator<string> {
    return patch(this.#gitdir, options);
  }

  /** The commit that it was built on, the first of several; `null` for a first commit. */
  async parentOf(commit: string): Promise<string | null> {
    try {
      return parseCommit(await this.#objects.readOnce(commit, 'commit')).parents[0] ?? null;
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** The files that differ between two commits, in path order; `from` is `null` for nothing at all. */
  async differences(from: string | null, to: string): Promise<TreeDifference[]> {
    try {
      const [before, after] = await Promise.all([from === null ? null : this.#treeOf(from), this.#treeOf(to)]);
      return await diffTrees(before, after, this.#objects.readTree);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** A file's bytes by the id of its content. */
  async read(oid: string): Promise<Buffer> {
    try {
      return await this.#objects.readOnce(oid, 'blob');
    } catch (error) {
      throw unavailable(error);
    }
  }

  async #treeOf(commit: string): Promise<string> {
    return parseCommit(await this.#objects.readOnce(commit, 'commit')).tree;
  }
}
