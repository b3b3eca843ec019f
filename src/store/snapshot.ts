import type { CommitMessage, Signature } from './git/commit.js';
import type { FileChanges, TreeDifference } from './git/tree.js';
import type { KeyedCommit } from './history/keyed-commits.js';

/** Immutable content of a repository at one commit. Commits are named by their full ids. */
export interface Snapshot<Catalog> {
  /** `null` before the first commit. */
  readonly commit: string | null;
  readonly tree: string | null;
  /** Object ids of the top-level files and directories, by name: a version for everything below. */
  readonly top: ReadonlyMap<string, string>;
  readonly catalog: Catalog;
  read(version: string): Promise<Buffer>;
  /** Any file that the repository ever had, by its version; `null` if there is none. */
  find(version: string): Promise<Buffer | null>;
  /** The files that differ in another commit, in path order: `before` is the file here, `after` the one there. */
  differences(commit: string): Promise<TreeDifference[]>;
  commitTime(commit: string): Promise<string>;
  /** Ancestry: whether the snapshot's commit is this one, or was built on it. */
  descendsFrom(commit: string): Promise<boolean>;
  /** The newest commit of its history, at `since` or later, that was made for the write with this key. */
  findByIdempotencyKey(key: string, since: Date): Promise<KeyedCommit | null>;
  /** Whether `findByIdempotencyKey` is quick: the history was read before. */
  isKeyIndexLoaded(): boolean;
}

/** A commit's author and message. `time` is both the author's and the committer's. */
export interface CommitInfo {
  readonly author: Signature;
  readonly time: Date;
  readonly message: CommitMessage;
}

/** Unit of work: the changes that one write makes to a snapshot, thrown away or turned into exactly one commit. */
export class Draft<Catalog> {
  readonly #files = new Map<string, Buffer | null>();
  #info: CommitInfo | undefined;
  #isBeginning = false;

  /** @param published newest durable commit; later ones, up to `snapshot`, belong to the same batch */
  constructor(
    readonly snapshot: Snapshot<Catalog>,
    readonly published: Snapshot<Catalog> = snapshot,
  ) {}

  put(path: string, bytes: Buffer): void {
    this.#files.set(path, bytes);
  }

  remove(path: string): void {
    this.#files.set(path, null);
  }

  /** Makes its commit the first of the history: earlier commits are dropped. */
  beginHistory(): void {
    this.#isBeginning = true;
  }

  get isBeginning(): boolean {
    return this.#isBeginning;
  }

  describe(info: CommitInfo): void {
    this.#info = info;
  }

  get files(): FileChanges {
    return this.#files;
  }

  get info(): CommitInfo {
    if (this.#info === undefined) throw new Error('A write changed files without saying what it did');
    return this.#info;
  }
}
