import { Errors } from 'isomorphic-git';
import { Mutex, SingleFlight, yieldWhenDue } from '../lib/concurrency.js';
import { PortalError } from '../lib/errors.js';
import { formatPath, requireFormat } from '../lib/format.js';
import { type FileChange, maxFileBytes, type Projection } from '../lib/projection.js';
import type { Branch } from './branch.js';
import type { CatalogCache } from './catalog-cache.js';
import { parseCommit } from './git/commit.js';
import type { GitObject } from './git/object.js';
import { diffTrees, parseTree, type TreeDifference } from './git/tree.js';
import { descends, type FoundFile, findFile, hasAncestor, treeOf } from './history/commits.js';
import { KeyedCommits } from './history/keyed-commits.js';
import { branchName } from './local/ref.js';
import type { Objects } from './objects.js';
import type { Snapshot } from './snapshot.js';

export interface FollowerOptions<Catalog> {
  /** Called with each catalog read from disk: at the start, and when another process has committed. */
  readonly onFollow?: (catalog: Catalog, before: Catalog) => void;
  /** Called when the history was rewritten: `to` was not built on `from`, the newest commit before. */
  readonly onRewrite?: (from: string, to: string) => void;
  readonly cache?: CatalogCache<Catalog>;
}

/** Bounds of the files read into memory before they are applied. */
const batchFiles = 100;
const batchBytes = 4 * 1024 * 1024;

/** Materialised view of a branch: its newest snapshot, whichever process moves it. */
export class Follower<Catalog> {
  readonly #keyed: KeyedCommits;
  #snapshot: Snapshot<Catalog>;
  readonly #following = new SingleFlight<Snapshot<Catalog>>();
  /** The snapshot in the cache. Its catalog also has high-water marks of earlier commits. */
  #cached: Snapshot<Catalog> | undefined;
  readonly #saving = new Mutex();
  #problem: unknown = null;
  #starting: Promise<void> | undefined;
  /** The commit that an earlier process saw last. */
  #former: string | undefined;
  /** Served as soon as the branch is there. */
  #prepared: Snapshot<Catalog> | undefined;
  /** Only during creation. Afterwards a missing branch is damage, not an empty repository. */
  mayBeEmpty = false;
  /** Whether there may be objects that an earlier history named: until they are dropped, after each opening and rewriting. */
  protected mayHoldUnnamed = true;

  constructor(
    readonly objects: Objects,
    readonly branch: Branch,
    private readonly projection: Projection<Catalog>,
    private readonly options: FollowerOptions<Catalog>,
  ) {
    this.#keyed = new KeyedCommits(objects);
    this.#snapshot = this.#makeSnapshot(null, null, new Map(), projection.empty);
  }

  /** The newest snapshot in memory, whatever is on disk. */
  get latest(): Snapshot<Catalog> {
    return this.#snapshot;
  }

  /** The newest snapshot when it is in memory already; `null` when `read` would have to wait for it, or fail. */
  current(): Snapshot<Catalog> | null {
    if (!this.branch.isConfirmed) return null;
    try {
      return this.#inMemory(this.#existing(this.branch.current()));
    } catch {
      return null;
    }
  }

  /**
   * The newest snapshot, including commits of other processes. Immediate while nothing has changed.
   *
   * @param sinceMs see `Branch`
   */
  read(sinceMs?: number): Promise<Snapshot<Catalog>> {
    return this.#load(this.branch.confirm(sinceMs));
  }

  /** The newest snapshot without a freshness check. For drafts, which the branch confirms or refuses afterwards. */
  readUnconfirmed(): Promise<Snapshot<Catalog>> {
    return this.#load();
  }

  async #load(confirmed?: Promise<void>): Promise<Snapshot<Catalog>> {
    try {
      await confirmed;
      if (this.#snapshot.commit === null) await this.#startFromCache();
      // Nothing was awaited since, so the snapshot in memory is not newer, and following does not go back.
      const commit = this.#existing(this.branch.current());
      const snapshot =
        this.#inMemory(commit) ?? (await this.#following.run(commit as string, () => this.#follow(commit as string)));
      this.#problem = null;
      return snapshot;
    } catch (error) {
      this.#problem = error;
      throw unavailable(error);
    }
  }

  /** @throws when there is no commit although there must be one */
  #existing(commit: string | null): string | null {
    if (commit === null && !this.mayBeEmpty) throw new Error(`${branchName} is missing`);
    return commit;
  }

  #inMemory(commit: string | null): Snapshot<Catalog> | null {
    if (commit !== null && commit === this.#prepared?.commit) this.#snapshot = this.#prepared;
    return commit === null || commit === this.#snapshot.commit ? this.#snapshot : null;
  }

  /** Why the last `read` failed; `null` if it did not. */
  get problem(): unknown {
    return this.#problem;
  }

  /** The newest commit, whether or not its snapshot is in memory. */
  head(): Promise<string | null> {
    return failClosed(async () => {
      await this.branch.confirm();
      return this.#readable(this.#existing(this.branch.current()));
    });
  }

  /** Looks up a path in a commit, by default the newest. For answers before the catalog is loaded. */
  async readFile(path: string, at?: string): Promise<FoundFile | null> {
    const commit = at ?? (await this.head());
    return failClosed(async () => (commit && findFile(this.objects, await this.#readable(commit), path)) || null);
  }

  /**
   * The given commit.
   *
   * @throws NewerFormat
   */
  async #readable<Commit extends string | null>(commit: Commit): Promise<Commit> {
    const { format } = this.projection;
    if (commit === null || commit === this.#snapshot.commit || format === undefined) return commit;
    const file = await findFile(this.objects, commit, formatPath);
    if (file !== null) requireFormat(file.bytes, format);
    return commit;
  }

  /**
   * The repository at a commit of its history: the newest snapshot with the differing files applied, so that the two share the rest. Its
   * catalog has the high-water marks of the newest one. `files` counts the differing ones.
   */
  async snapshotAt(commit: string): Promise<{ snapshot: Snapshot<Catalog>; files: number }> {
    const from = await this.read();
    return failClosed(async () => {
      if (from.commit === commit) return { snapshot: from, files: 0 };
      const tree = await treeOf(this.objects, await this.#readable(commit));
      const differences = await diffTrees(from.tree, tree, this.objects.readTree);
      const snapshot = await this.snapshotOf(commit, tree, await this.#apply(from.catalog, differences));
      return { snapshot, files: differences.length };
    });
  }

  get isLoaded(): boolean {
    return this.#snapshot.commit !== null;
  }

  saveCatalog(): Promise<void> {
    return this.#saving.runExclusive(() => this.#save());
  }

  async #save(): Promise<void> {
    const snapshot = this.#snapshot;
    const { commit, tree, catalog } = snapshot;
    if (this.options.cache === undefined || commit === null || tree === null || snapshot === this.#cached) return;
    await this.options.cache.save({ commit, tree, catalog });
    this.#cached = snapshot;
  }

  async snapshotOf(commit: string, tree: string, catalog: Catalog): Promise<Snapshot<Catalog>> {
    return this.#makeSnapshot(commit, tree, await this.#top(tree), catalog);
  }

  /** The snapshot that a write of this process is moving the branch to. */
  get prepared(): Snapshot<Catalog> | undefined {
    return this.#prepared;
  }

  /** Registers a snapshot before the branch moves to it, so that it is not read from disk. */
  prepare(tip: Snapshot<Catalog>): void {
    this.#prepared = tip;
  }

  /**
   * Takes over a snapshot after the branch was moved to it from `from`.
   *
   * @param objects made for it
   */
  adopt(tip: Snapshot<Catalog>, from: string | null, objects: readonly GitObject[]): void {
    const commits = objects.filter(({ type }) => type === 'commit');
    this.#keyed.extend(from, commits);
    if (commits.some(({ body }) => parseCommit(body).parents.length === 0)) this.mayHoldUnnamed = true;
    this.#snapshot = tip;
    this.#prepared = undefined;
  }

  #makeSnapshot(
    commit: string | null,
    tree: string | null,
    top: ReadonlyMap<string, string>,
    catalog: Catalog,
  ): Snapshot<Catalog> {
    const objects = this.objects;
    const keyed = this.#keyed;
    return {
      commit,
      tree,
      top,
      catalog,
      read: (version) => failClosed(() => objects.read(version, 'blob')),
      find: (version) => failClosed(() => objects.findBlob(version)),
      differences: (other) =>
        failClosed(async () => diffTrees(tree, await treeOf(objects, await this.#readable(other)), objects.readTree)),
      commitTime: (other) => failClosed(async () => parseCommit(await objects.readOnce(other, 'commit')).time),
      descendsFrom: (other) => failClosed(async () => commit !== null && hasAncestor(objects, commit, other)),
      isKeyIndexLoaded: () => keyed.isRead,
      findByIdempotencyKey: (key, since) =>
        failClosed(async () => (commit === null ? null : keyed.find(commit, key, since))),
    };
  }

  async #top(tree: string): Promise<ReadonlyMap<string, string>> {
    return new Map(parseTree(await this.objects.readTree(tree)).map((entry) => [entry.name, entry.oid]));
  }

  async #follow(commit: string): Promise<Snapshot<Catalog>> {
    const from = this.#snapshot;
    const { tree } = parseCommit(await this.objects.read(await this.#readable(commit), 'commit'));
    const catalog = await this.#catalogAt(tree, from);
    const next = await this.snapshotOf(commit, tree, catalog);
    // A write of this process may have moved the branch since. Its snapshot is newer than this one.
    if (this.#snapshot === from) this.#snapshot = next;
    this.options.onFollow?.(catalog, from.catalog);
    if (from.commit === null) void this.saveCatalog().catch(() => {});
    const former = from.commit ?? this.#former;
    if (former !== undefined) void this.#watchHistory(former, commit);
    return next;
  }

  async #catalogAt(tree: string, from: Snapshot<Catalog>): Promise<Catalog> {
    let before = from.catalog;
    let below = from.tree;
    const differences = await diffTrees(below, tree, this.objects.readTree).catch((error) => {
      if (!(error instanceof Errors.NotFoundError)) throw error;
      // The history was begun again, and the earlier objects are dropped. Every file is read.
      [before, below] = [this.#remembered(before), null];
      return diffTrees(below, tree, this.objects.readTree);
    });
    return this.#apply(before, differences);
  }

  #remembered(catalog: Catalog): Catalog {
    return this.projection.remember?.(catalog) ?? this.projection.empty;
  }

  async #apply(before: Catalog, differences: readonly TreeDifference[]): Promise<Catalog> {
    let catalog = before;
    for await (const changes of this.#changes(differences)) {
      const { applyExternal } = this.projection;
      catalog = applyExternal ? await applyExternal(catalog, changes) : this.projection.apply(catalog, changes);
      await yieldWhenDue();
    }
    this.objects.releasePacks();
    return catalog;
  }

  async *#changes(differences: readonly TreeDifference[]): AsyncGenerator<FileChange[]> {
    let [changes, size]: [FileChange[], number] = [[], 0];
    for (const { path, after: oid } of differences) {
      const content = oid === null ? null : { version: oid, bytes: await this.#contentOf(oid) };
      changes.push({ path, content });
      size += content?.bytes.length ?? 0;
      if (changes.length < batchFiles && size < batchBytes) continue;
      yield changes;
      [changes, size] = [[], 0];
    }
    if (changes.length > 0) yield changes;
  }

  /** A push may bring files of any size. */
  async #contentOf(oid: string): Promise<Buffer> {
    const isTooLarge = ((await this.objects.sizeOf(oid)) ?? 0) > maxFileBytes;
    return isTooLarge ? Buffer.alloc(maxFileBytes + 1) : this.objects.readOnce(oid, 'blob');
  }

  /** A rewritten history is followed like any other, but reported, and the high-water marks are saved at once. */
  async #watchHistory(from: string, to: string): Promise<void> {
    try {
      if (await descends(this.objects, to, from)) return;
      this.mayHoldUnnamed = true;
      this.options.onRewrite?.(from, to);
      await this.saveCatalog();
    } catch {
      // A history that cannot be read is damage that the check finds; the newest commit was readable.
    }
  }

  /** Warm start: reads only the difference to an earlier commit's cached catalog. Once, for all callers. */
  #startFromCache(): Promise<void> {
    this.#starting ??= this.#loadCache();
    return this.#starting;
  }

  async #loadCache(): Promise<void> {
    const cached = await this.options.cache?.load();
    if (cached == null) return;
    this.#former = cached.commit;
    try {
      const top = await this.#top(cached.tree);
      this.#snapshot = this.#makeSnapshot(cached.commit, cached.tree, top, cached.catalog);
      this.#cached = this.#snapshot;
    } catch {
      // The tree is no longer in this repository, because the history was replaced. Every file is read.
      this.#snapshot = this.#makeSnapshot(null, null, new Map(), this.#remembered(cached.catalog));
    }
  }
}

/** Runs a read whose I/O errors become `unavailable`: they must never pass for "not found". */
export async function failClosed<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw unavailable(error);
  }
}

export function unavailable(cause: unknown): PortalError {
  if (cause instanceof PortalError) return cause;
  return new PortalError('unavailable', 'The content is not available at the moment.', { cause });
}
