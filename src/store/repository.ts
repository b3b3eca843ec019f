import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as git from 'isomorphic-git';
import { PortalError } from '../errors.js';
import type { FileChange, Projection } from '../projection.js';
import { descends } from './ancestry.js';
import type { CatalogCache } from './catalog-cache.js';
import { encodeCommit, parseCommit, type Signature } from './commit.js';
import { durableFileSystem, type FileSystem, makeDirectory, syncDirectory, temporaryName } from './file-system.js';
import { findFile } from './find-file.js';
import type { GitObject } from './git-object.js';
import { branch, Head } from './head.js';
import { maintain } from './maintenance.js';
import { Objects } from './objects.js';
import { Draft, type Snapshot } from './snapshot.js';
import { changeTree, diffTrees, parseTree } from './tree.js';
import { WriterQueue } from './writer-queue.js';

export type Work<Catalog, Answer> = (draft: Draft<Catalog>) => Answer | Promise<Answer>;

export interface Written<Catalog, Answer> {
  readonly answer: Answer;
  /** The repository right after this write. */
  readonly snapshot: Snapshot<Catalog>;
}

interface Job<Catalog> {
  readonly work: Work<Catalog, unknown>;
  settle(outcome: Outcome<Catalog>): void;
}

export interface RepositoryOptions<Catalog> {
  /** Is told of each catalog that came from disk: at the start, and when another process committed. */
  readonly onFollow?: (catalog: Catalog, before: Catalog) => void;
  /** Is told when the history was rewritten: `to` was not built on `from`, which was the newest commit before. */
  readonly onRewrite?: (from: string, to: string) => void;
  /** Where the catalog is kept from one start to the next. */
  readonly cache?: CatalogCache<Catalog>;
}

type Outcome<Catalog> = { readonly written: Written<Catalog, unknown> } | { readonly error: unknown };

/** Files read between two pauses. */
const filesAtOnce = 500;

const committer: Signature = { name: 'Brand Portal', email: 'service@brand-portal.invalid' };

/** Each costs a file and a slow read; a push of native git brings up to a hundred. */
const manyLooseObjects = 1000;

/** A batch whose base was moved by another process is run again on the newer head; at last, with that process kept out. */
const attempts = 4;

/**
 * One bare git repository with its catalog. `read` gives the newest snapshot; `write` turns what a function does to a
 * draft into one commit. Nothing else touches the repository. See FORMAT.md for the invariants.
 */
export class Repository<Catalog> {
  readonly #gitdir: string;
  readonly #objects: Objects;
  readonly #head: Head;
  readonly #projection: Projection<Catalog>;
  readonly #queue = new WriterQueue<Job<Catalog>>((jobs) => this.#commitBatch(jobs));
  #snapshot: Snapshot<Catalog>;
  #following: { readonly commit: string; readonly done: Promise<Snapshot<Catalog>> } | undefined;
  /** The one whose catalog is in the cache. Not only its commit counts: the catalog may remember what came before. */
  #cached: Snapshot<Catalog> | undefined;
  #isReadable = true;
  /** The commit that an earlier process saw last. */
  #former: string | undefined;
  /** Only while it is created: afterwards, a missing branch is damage and not an empty repository. */
  #mayBeEmpty = false;
  /** The commit that this process is about to make visible: not yet acknowledged, so not yet served. */
  #advancing: string | undefined;

  private constructor(
    fs: FileSystem,
    gitdir: string,
    projection: Projection<Catalog>,
    private readonly options: RepositoryOptions<Catalog> = {},
  ) {
    this.#gitdir = gitdir;
    this.#objects = new Objects(fs, gitdir);
    this.#head = new Head(fs, gitdir);
    this.#projection = projection;
    this.#snapshot = this.#makeSnapshot(null, null, new Map(), projection.empty);
  }

  /**
   * Opens an existing repository. Its content is read by the first `read`.
   *
   * The repository is not held open: nothing but `close` has to be done with it.
   */
  static async open<C>(
    fs: FileSystem,
    gitdir: string,
    projection: Projection<C>,
    options: RepositoryOptions<C> = {},
  ): Promise<Repository<C>> {
    await fs.promises.access(`${gitdir}/HEAD`);
    return new Repository(fs, gitdir, projection, options);
  }

  /**
   * Creates a repository whose first commit is what `work` does to the empty draft. It appears at `gitdir` in one
   * step, complete; until then, and after any error, nothing is there.
   */
  static async create<C, A>(
    fs: FileSystem,
    gitdir: string,
    projection: Projection<C>,
    work: Work<C, A>,
  ): Promise<{ repository: Repository<C>; answer: A }> {
    const building = temporaryName(gitdir);
    await makeDirectory(fs, dirname(gitdir));
    let place = building;
    try {
      await git.init({ fs: durableFileSystem(fs), gitdir: building, bare: true, defaultBranch: 'main' });
      // The catalog of a repository in the making is nobody's: whoever opens it reads it from its files.
      const fresh = new Repository(fs, building, { empty: projection.empty, apply: (catalog: C) => catalog });
      fresh.#mayBeEmpty = true;
      const { answer } = await fresh.write(work);
      if (fresh.#snapshot.commit === null) throw new Error('A repository begins with a commit');
      await fs.promises.rename(building, gitdir);
      place = gitdir;
      await syncDirectory(fs, dirname(gitdir));
      return { repository: await Repository.open(fs, gitdir, projection), answer };
    } catch (error) {
      await fs.promises.rm(place, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
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
   * Runs `work` on a draft over the newest snapshot and commits what it put there; nothing put, no commit. `work` may
   * run several times and must have no effect but the draft. When this resolves, the commit is on disk.
   *
   * @throws what `work` throws, and `unavailable` when the commit cannot be stored; neither leaves a trace
   */
  write<Answer>(work: Work<Catalog, Answer>): Promise<Written<Catalog, Answer>> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome<Catalog>): void => {
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.written as Written<Catalog, Answer>);
      };
      this.#queue.push({ work, settle });
    });
  }

  /** Resolves when every write accepted so far is settled. */
  async close(): Promise<void> {
    await this.#queue.idle();
  }

  #commitOnDisk(): string | null {
    const commit = this.#head.current();
    if (commit === null && !this.#mayBeEmpty) throw new Error(`${branch} is missing`);
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
    return { commit, tree, top, catalog, read };
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
    for (let at = 0; at < differences.length; at += filesAtOnce) {
      const changes: FileChange[] = [];
      for (const { path, oid } of differences.slice(at, at + filesAtOnce)) {
        const content = oid === null ? null : { version: oid, bytes: await this.#objects.readOnce(oid, 'blob') };
        changes.push({ path, content });
      }
      catalog = this.#projection.apply(catalog, changes);
      // A large repository takes seconds: other requests come in between.
      await setImmediate();
    }
    this.#objects.releasePacks();
    const next = this.#makeSnapshot(commit, tree, await this.#top(tree), catalog);
    // Meanwhile a write of our own may have moved on: its snapshot is newer than this one.
    if (this.#snapshot === from) this.#snapshot = next;
    this.options.onFollow?.(catalog, from.catalog);
    if (from.commit === null) void this.saveCatalog().catch(() => {});
    const former = from.commit ?? this.#former;
    if (former !== undefined) void this.#watchHistory(former, commit);
    return next;
  }

  /** A rewritten history is followed like any other; but somebody must know, and what it forgot is kept at once. */
  async #watchHistory(from: string, to: string): Promise<void> {
    try {
      if (await descends(this.#objects, to, from)) return;
      this.options.onRewrite?.(from, to);
      await this.saveCatalog();
    } catch {
      // A history that cannot be read is damage that the check finds; the newest commit was readable.
    }
  }

  /** A catalog of an earlier commit saves reading every file: only what differs from it is read. */
  async #startFromCache(): Promise<void> {
    const cached = await this.options.cache?.load();
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

  /** Keeps the catalog for the next start. */
  async saveCatalog(): Promise<void> {
    const snapshot = this.#snapshot;
    const { commit, tree, catalog } = snapshot;
    if (this.options.cache === undefined || commit === null || tree === null || snapshot === this.#cached) return;
    await this.options.cache.save({ commit, tree, catalog });
    this.#cached = snapshot;
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

  /**
   * Merges packs and loose objects when there are at least `minPacks`, or a thousand loose objects.
   *
   * @returns whether it was due and could be done @throws when git fails, or `signal` ends it
   */
  async maintain(minPacks: number, signal?: AbortSignal): Promise<boolean> {
    await this.#objects.refreshPacks();
    const isDue = this.#objects.packCount >= minPacks || (await this.#objects.countLoose()) >= manyLooseObjects;
    if (!isDue) return false;
    try {
      return await maintain(this.#gitdir, signal);
    } finally {
      await this.#objects.refreshPacks();
    }
  }

  get packCount(): number {
    return this.#objects.packCount;
  }

  get isLoaded(): boolean {
    return this.#snapshot.commit !== null;
  }

  async #commit(draft: Draft<Catalog>): Promise<{ next: Snapshot<Catalog>; objects: GitObject[] }> {
    const base = draft.snapshot;
    if (draft.files.size === 0) return { next: base, objects: [] };
    const { root, objects, displaced } = await changeTree(base.tree, draft.files, this.#objects.readTree);
    if (root === base.tree) return { next: base, objects: [] };
    const commit = encodeCommit({ tree: root, parent: base.commit, committer, ...draft.info });
    this.#objects.stage(objects);
    const blobs = new Map(objects.map((object) => [object.body, object.oid]));
    const changes: FileChange[] = displaced.map((path) => ({ path, content: null }));
    for (const [path, bytes] of draft.files) {
      if (bytes === null) changes.push({ path, content: null });
      else if (blobs.has(bytes)) changes.push({ path, content: { version: blobs.get(bytes) as string, bytes } });
    }
    const catalog = this.#projection.apply(base.catalog, changes);
    const next = this.#makeSnapshot(commit.oid, root, await this.#top(root), catalog);
    return { next, objects: [...objects, commit] };
  }

  /** Whatever waits in the queue becomes a chain of commits, stored as one pack and made visible by one step. */
  async #commitBatch(jobs: readonly Job<Catalog>[]): Promise<void> {
    try {
      for (let attempt = 1; attempt < attempts; attempt += 1) {
        if (await this.#tryBatch(jobs)) return;
      }
      if (await this.#head.exclusively(() => this.#tryBatch(jobs))) return;
      throw new Error('The branch moved although it was locked');
    } catch (cause) {
      const error = unavailable(cause);
      for (const job of jobs) job.settle({ error });
    }
  }

  /** @returns `false` when the branch was moved elsewhere: no job is settled then */
  async #tryBatch(jobs: readonly Job<Catalog>[]): Promise<boolean> {
    const outcomes: Outcome<Catalog>[] = [];
    let safe = 0;
    try {
      const base = await this.read();
      let tip = base;
      const objects: GitObject[] = [];
      for (const { work } of jobs) {
        const draft = new Draft(tip);
        try {
          const answer = await work(draft);
          const made = await this.#commit(draft);
          objects.push(...made.objects);
          tip = made.next;
          outcomes.push({ written: { answer, snapshot: tip } });
        } catch (error) {
          outcomes.push({ error });
        }
        // What was decided before the first change in this batch holds even when the batch is not stored.
        if (tip === base) safe = outcomes.length;
      }
      if (tip !== base && !(await this.#publish(base, tip, objects))) return false;
      for (const [at, job] of jobs.entries()) job.settle(outcomes[at] as Outcome<Catalog>);
    } catch (cause) {
      const error = unavailable(cause);
      for (const [at, job] of jobs.entries()) job.settle((at < safe && outcomes[at]) || { error });
    } finally {
      this.#objects.unstage();
    }
    return true;
  }

  async #publish(base: Snapshot<Catalog>, tip: Snapshot<Catalog>, objects: readonly GitObject[]): Promise<boolean> {
    this.#advancing = tip.commit as string;
    try {
      const store = (protect: (keep: string) => Promise<void>): Promise<void> => this.#objects.write(objects, protect);
      const advanced = await this.#head.advance(base.commit, tip.commit as string, store);
      if (advanced) this.#snapshot = tip;
      return advanced;
    } finally {
      this.#advancing = undefined;
    }
  }
}

/** An I/O error is never read as "not found": it takes this repository down until it is gone. */
function unavailable(cause: unknown): PortalError {
  if (cause instanceof PortalError) return cause;
  return new PortalError('unavailable', 'The content is not available at the moment.', { cause });
}
