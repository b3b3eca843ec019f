import { setImmediate } from 'node:timers/promises';
import { PortalError } from '../errors.js';
import type { FileChange, Projection } from '../projection.js';
import { descends } from './ancestry.js';
import type { CatalogCache } from './catalog-cache.js';
import { parseCommit } from './commit.js';
import { findFile } from './find-file.js';
import { branch, type Head } from './head.js';
import type { Objects } from './objects.js';
import type { Snapshot } from './snapshot.js';
import { diffTrees, parseTree, type TreeDifference } from './tree.js';

export interface FollowerOptions<Catalog> {
  /** Is told of each catalog that came from disk: at the start, and when another process committed. */
  readonly onFollow?: (catalog: Catalog, before: Catalog) => void;
  /** Is told when the history was rewritten: `to` was not built on `from`, which was the newest commit before. */
  readonly onRewrite?: (from: string, to: string) => void;
  /** Where the catalog is kept from one start to the next. */
  readonly cache?: CatalogCache<Catalog>;
}

/** Files worked in between two pauses, and their bytes. */
const filesAtOnce = 100;
const bytesAtOnce = 4 * 1024 * 1024;

/** The newest snapshot of a repository: kept up with its branch, whoever moves it. */
export class Follower<Catalog> {
  readonly #objects: Objects;
  readonly #head: Head;
  readonly #projection: Projection<Catalog>;
  readonly #options: FollowerOptions<Catalog>;
  #snapshot: Snapshot<Catalog>;
  #following: { readonly commit: string; readonly done: Promise<Snapshot<Catalog>> } | undefined;
  /** The one whose catalog is in the cache. Not only its commit counts: the catalog may remember what came before. */
  #cached: Snapshot<Catalog> | undefined;
  #saving: Promise<void> = Promise.resolve();
  #isReadable = true;
  /** The commit that an earlier process saw last. */
  #former: string | undefined;
  /** The commit that this process is about to make visible: not yet acknowledged, so not yet served. */
  #advancing: string | undefined;
  /** Only while it is created: afterwards, a missing branch is damage and not an empty repository. */
  mayBeEmpty = false;

  constructor(objects: Objects, head: Head, projection: Projection<Catalog>, options: FollowerOptions<Catalog>) {
    this.#objects = objects;
    this.#head = head;
    this.#projection = projection;
    this.#options = options;
    this.#snapshot = this.#makeSnapshot(null, null, new Map(), projection.empty);
  }

  /** The newest snapshot in memory, whatever is on disk. */
  get latest(): Snapshot<Catalog> {
    return this.#snapshot;
  }

  /** The newest snapshot when it is in memory already; `null` when `read` would have to look at the disk. */
  current(): Snapshot<Catalog> | null {
    const commit = this.#commitOnDisk();
    return commit === this.#snapshot.commit || commit === this.#advancing ? this.#snapshot : null;
  }

  /** The newest snapshot, including what other processes have committed. Immediate while nothing has changed. */
  async read(): Promise<Snapshot<Catalog>> {
    try {
      const commit = this.#commitOnDisk();
      const isCurrent = commit === null || commit === this.#snapshot.commit || commit === this.#advancing;
      const snapshot = isCurrent ? this.#snapshot : await this.#followOnce(commit);
      this.#isReadable = true;
      return snapshot;
    } catch (error) {
      this.#isReadable = false;
      throw unavailable(error);
    }
  }

  /** Whether the last `read` succeeded. */
  get isReadable(): boolean {
    return this.#isReadable;
  }

  #followOnce(commit: string): Promise<Snapshot<Catalog>> {
    if (this.#following?.commit === commit) return this.#following.done;
    const done = this.#follow(commit).finally(() => {
      if (this.#following?.done === done) this.#following = undefined;
    });
    this.#following = { commit, done };
    return done;
  }

  /**
   * One file of the newest commit, found through its trees: for answers that need no catalog, before there is one.
   *
   * @returns `null` when there is no such file
   */
  async readFile(path: string): Promise<{ version: string; bytes: Buffer } | null> {
    try {
      const commit = this.#commitOnDisk();
      if (commit === null) return null;
      return await findFile(this.#objects, commit, path);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Keeps the catalog for the next start; one time after another, so that the last one is waited for as well. */
  saveCatalog(): Promise<void> {
    this.#saving = this.#saving.catch(() => {}).then(() => this.#save());
    return this.#saving;
  }

  async #save(): Promise<void> {
    const snapshot = this.#snapshot;
    const { commit, tree, catalog } = snapshot;
    if (this.#options.cache === undefined || commit === null || tree === null || snapshot === this.#cached) return;
    await this.#options.cache.save({ commit, tree, catalog });
    this.#cached = snapshot;
  }

  get isLoaded(): boolean {
    return this.#snapshot.commit !== null;
  }

  /** The repository as it is after a commit that is about to be made. */
  async snapshotOf(commit: string, tree: string, catalog: Catalog): Promise<Snapshot<Catalog>> {
    return this.#makeSnapshot(commit, tree, await this.#top(tree), catalog);
  }

  /** Replaces the snapshot by `tip` once `move` has moved the branch to it. @returns what `move` returns */
  async moveTo(tip: Snapshot<Catalog>, move: () => Promise<boolean>): Promise<boolean> {
    this.#advancing = tip.commit as string;
    try {
      const moved = await move();
      if (moved) this.#snapshot = tip;
      return moved;
    } finally {
      this.#advancing = undefined;
    }
  }

  #commitOnDisk(): string | null {
    const commit = this.#head.current();
    if (commit === null && !this.mayBeEmpty) throw new Error(`${branch} is missing`);
    return commit;
  }

  #makeSnapshot(
    commit: string | null,
    tree: string | null,
    top: ReadonlyMap<string, string>,
    catalog: Catalog,
  ): Snapshot<Catalog> {
    const read = (version: string): Promise<Buffer> =>
      this.#objects.readOnce(version, 'blob').catch((error) => Promise.reject(unavailable(error)));
    const differences = async (other: string): Promise<TreeDifference[]> => {
      try {
        const { tree: theirs } = parseCommit(await this.#objects.readOnce(other, 'commit'));
        return await diffTrees(tree, theirs, this.#objects.readTree);
      } catch (error) {
        throw unavailable(error);
      }
    };
    return { commit, tree, top, catalog, read, differences };
  }

  async #top(tree: string): Promise<ReadonlyMap<string, string>> {
    return new Map(parseTree(await this.#objects.readTree(tree)).map((entry) => [entry.name, entry.oid]));
  }

  async #follow(commit: string): Promise<Snapshot<Catalog>> {
    if (this.#snapshot.commit === null) await this.#startFromCache();
    const from = this.#snapshot;
    if (from.commit === commit) return from;
    const { tree } = parseCommit(await this.#objects.read(commit, 'commit'));
    let { catalog } = from;
    const differences = await diffTrees(from.tree, tree, this.#objects.readTree);
    for await (const changes of this.#changes(differences)) {
      const { applyForeign } = this.#projection;
      catalog = applyForeign ? await applyForeign(catalog, changes) : this.#projection.apply(catalog, changes);
      // A large repository takes seconds: other requests come in between.
      await setImmediate();
    }
    this.#objects.releasePacks();
    const next = await this.snapshotOf(commit, tree, catalog);
    // Meanwhile a write of our own may have moved on: its snapshot is newer than this one.
    if (this.#snapshot === from) this.#snapshot = next;
    this.#options.onFollow?.(catalog, from.catalog);
    if (from.commit === null) void this.saveCatalog().catch(() => {});
    const former = from.commit ?? this.#former;
    if (former !== undefined) void this.#watchHistory(former, commit);
    return next;
  }

  /** What differs, as much at once as is worked in between two pauses. */
  async *#changes(differences: readonly TreeDifference[]): AsyncGenerator<FileChange[]> {
    let [changes, size]: [FileChange[], number] = [[], 0];
    for (const { path, oid } of differences) {
      const content = oid === null ? null : { version: oid, bytes: await this.#objects.readOnce(oid, 'blob') };
      changes.push({ path, content });
      size += content?.bytes.length ?? 0;
      if (changes.length < filesAtOnce && size < bytesAtOnce) continue;
      yield changes;
      [changes, size] = [[], 0];
    }
    if (changes.length > 0) yield changes;
  }

  /** A rewritten history is followed like any other; but somebody must know, and what it forgot is kept at once. */
  async #watchHistory(from: string, to: string): Promise<void> {
    try {
      if (await descends(this.#objects, to, from)) return;
      this.#options.onRewrite?.(from, to);
      await this.saveCatalog();
    } catch {
      // A history that cannot be read is damage that the check finds; the newest commit was readable.
    }
  }

  /** A catalog of an earlier commit saves reading every file: only what differs from it is read. */
  async #startFromCache(): Promise<void> {
    const cached = await this.#options.cache?.load();
    if (cached == null) return;
    this.#former = cached.commit;
    try {
      const top = await this.#top(cached.tree);
      this.#snapshot = this.#makeSnapshot(cached.commit, cached.tree, top, cached.catalog);
      this.#cached = this.#snapshot;
    } catch {
      // Its tree is not in this repository any more: the history was replaced, and every file is read.
      const remembered = this.#projection.remember?.(cached.catalog) ?? this.#projection.empty;
      this.#snapshot = this.#makeSnapshot(null, null, new Map(), remembered);
    }
  }
}

/** An I/O error is never read as "not found": it takes this repository down until it is gone. */
export function unavailable(cause: unknown): PortalError {
  if (cause instanceof PortalError) return cause;
  return new PortalError('unavailable', 'The content is not available at the moment.', { cause });
}
