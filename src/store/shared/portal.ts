import { randomUUID } from 'node:crypto';
import { PortalError } from '../../errors.js';
import type { Projection } from '../../projection.js';
import type { LockedBranch } from '../branch/locked-branch.js';
import { bootId } from '../branch/process-name.js';
import { Ref } from '../branch/ref.js';
import type { FileSystem } from '../file-system.js';
import { isAncestor, packBetween } from '../native/pack-objects.js';
import type { Objects } from '../objects.js';
import { Repository, type RepositoryOptions, type Work } from '../repository.js';
import { untilAborted } from './backoff.js';
import { BranchCache, type CacheOwner, notedPosition, type Position } from './branch-cache.js';
import { newestCheckpoint, saveCheckpoint } from './checkpoint.js';
import { EntryError } from './entry.js';
import { readJsonOnce, repeated, SharedLog } from './log.js';
import { makeCache } from './make-cache.js';
import { appendNotice } from './notices.js';
import type { ObjectStore } from './object-store.js';
import { SharedBranch, type SharedBranchOptions, type SharedCounters } from './shared-branch.js';
import { patiently, testConditions, testStore, unreachable } from './start-test.js';
import { unsynced } from './unsynced-file-system.js';
import { WatchedStore } from './watched-store.js';

export interface SharedPortalOptions {
  readonly store: ObjectStore;
  readonly fs: FileSystem;
  /** See `SharedBranchOptions`. */
  readonly stalenessMs: number;
  readonly patienceMs: number;
  /** Slots after which a log gets a new checkpoint. */
  readonly checkpointEntries: number;
  /** See `Start`. */
  readonly onWait?: ((reason: string) => void) | undefined;
}

/** Called with a problem that people have to look at. */
export type OnProblem = (problem: string, details: Readonly<Record<string, unknown>>) => void;

const portalKey = 'portal.json';

/** One portal in an object store: its logs, and the caches of them on this machine. */
export class SharedPortal {
  readonly options: SharedPortalOptions;
  readonly counters: SharedCounters = { won: 0, lost: 0, undecided: 0, checks: 0, applied: 0 };
  /** Unique; whoever holds a cache of another portal does not use this one. */
  readonly id: string;
  /** Of problems with what is opened from now on. */
  onProblem: OnProblem = () => {};
  readonly #node = randomUUID();
  readonly #branches = new Map<string, SharedBranch>();
  /** That the store refuses a second create: nothing is written before. */
  #tested: Promise<void> | undefined;

  constructor(options: SharedPortalOptions, id: string) {
    this.options = { ...options, store: new WatchedStore(options.store, portalKey) };
    this.id = id;
  }

  /** @throws `unavailable` when the store cannot be used, or holds no portal */
  static async connect(options: SharedPortalOptions): Promise<SharedPortal> {
    const { store } = options;
    const found = await readPortal(options);
    if (found !== null) return new SharedPortal(options, found);
    throw new PortalError(
      'unavailable',
      `There is no portal at ${store.name}: begin one with "brand-portal shared init".`,
    );
  }

  get name(): string {
    return this.options.store.name;
  }

  get store(): ObjectStore {
    return this.options.store;
  }

  /** Whether the store does what a portal rests on. @throws `unavailable` when it does not */
  test(): Promise<void> {
    return this.#testBy(testStore(this.options));
  }

  #ready(): Promise<void> {
    const { store, patienceMs } = this.options;
    return this.#tested ?? this.#testBy(testConditions(store, AbortSignal.timeout(patienceMs)));
  }

  #testBy(test: Promise<void>): Promise<void> {
    this.#tested = test;
    test.catch(() => {
      if (this.#tested === test) this.#tested = undefined;
    });
    return test;
  }

  /** Whether it answers, and holds this portal still. @throws `unavailable` */
  async reach(): Promise<void> {
    const found = await readPortal(this.options);
    if (found !== this.id) throw new PortalError('unavailable', `${this.name} holds another portal now.`);
  }

  log(name: string): SharedLog {
    return new SharedLog(this.options.store, name);
  }

  /** Whether a log has a first slot. */
  async hasLog(name: string): Promise<boolean> {
    const { store, patienceMs } = this.options;
    try {
      return await this.log(name).has(1, AbortSignal.timeout(patienceMs));
    } catch (error) {
      throw unreachable(store, error);
    }
  }

  /** Opens a log over its cache on this machine, caught up. @param announce see `SharedBranchOptions` @throws `unavailable` when it is empty or cannot be read */
  async open<C>(
    name: string,
    gitdir: string,
    projection: Projection<C>,
    options: RepositoryOptions<C> = {},
    announce?: SharedBranchOptions['announce'],
  ): Promise<Repository<C>> {
    const { repository, branch } = await this.#open(name, gitdir, projection, options, announce);
    await branch.confirm();
    if (branch.applied.n > 0) return repository;
    await repository.close();
    throw new PortalError('unavailable', `The log ${this.name}/${name} is empty.`);
  }

  /**
   * Begins a log: its first slot holds what `work` does to the empty draft.
   *
   * @param taken thrown when the log has begun already
   */
  async create<C, A>(
    name: string,
    gitdir: string,
    { empty }: Projection<C>,
    work: Work<C, A>,
    taken: Error,
  ): Promise<A> {
    // No catalog is built here: `open` reads it from the files.
    const { repository } = await this.#open(name, gitdir, { empty, apply: (catalog: C) => catalog }, {});
    try {
      return await repository.begin(work, taken);
    } finally {
      await repository.close();
    }
  }

  /**
   * Publishes the history of a repository as one entry: the whole of it into a log that has not begun, else what the log does not have.
   *
   * @param cache where the log's cache is, or is made
   * @returns the slot; `null` when the log has it all
   * @throws `invalid` unless it continues what the log has
   */
  publish(name: string, cache: string, source: string, signal?: AbortSignal): Promise<number | null> {
    return this.withLog(name, cache, async (branch) => {
      const [from, to] = [branch.current(), new Ref(this.options.fs, source).current()];
      if (to === null) throw new PortalError('invalid', `${source} has no branch main.`);
      if (from === to) return null;
      if (from !== null && !(await isAncestor(source, from, to, signal))) {
        throw new PortalError(
          'invalid',
          `${source} does not continue what the store has: fetch ${from} and merge it first.`,
        );
      }
      const pack = await packBetween(source, from, to, signal);
      if ((await branch.publish(from, to, pack)) === 'moved') return branch.acknowledged;
      throw new PortalError('invalid', `Another node has written to ${name} meanwhile: fetch and merge that first.`);
    });
  }

  /** Works with a log, caught up, and with its cache, which native git may read then. It may be empty. */
  async withLog<A>(name: string, gitdir: string, work: (branch: SharedBranch) => Promise<A>): Promise<A> {
    const { repository, branch } = await this.#open(name, gitdir, { empty: null, apply: () => null }, {});
    try {
      await branch.settleCache();
      return await work(branch);
    } finally {
      await repository.close();
    }
  }

  /** The slot of the newest checkpoint of a log; `null` when there is none. */
  newestCheckpoint(name: string): Promise<number | null> {
    return newestCheckpoint(this.options.store, name, AbortSignal.timeout(this.options.patienceMs));
  }

  async #open<C>(
    name: string,
    gitdir: string,
    projection: Projection<C>,
    options: RepositoryOptions<C>,
    announce?: SharedBranchOptions['announce'],
  ) {
    const fs = unsynced(this.options.fs);
    const owner: CacheOwner = { portal: this.id, log: name, boot: bootId() };
    const position = (await notedPosition(fs, gitdir, owner)) ?? (await makeCache(fs, gitdir, owner, this.options));
    const opened: { branch?: SharedBranch } = {};
    const branchOver = (local: LockedBranch, objects: Objects): SharedBranch => {
      opened.branch = this.#branchOver({ fs, gitdir, objects, local, position, owner }, announce);
      return opened.branch;
    };
    const repository = await Repository.open(fs, gitdir, projection, { ...options, branchOver });
    const { branch } = opened;
    if (branch === undefined) throw new Error('A repository takes its branch when it is opened');
    return { repository, branch };
  }

  #branchOver(
    cache: {
      fs: FileSystem;
      gitdir: string;
      objects: Objects;
      local: LockedBranch;
      position: Position;
      owner: CacheOwner;
    },
    announce: SharedBranchOptions['announce'],
  ): SharedBranch {
    const { stalenessMs, patienceMs } = this.options;
    const { log: name } = cache.owner;
    const onForeign = (from: string, to: string): void =>
      this.onProblem('a commit that git made in a cache was undone: publish it with "shared push"', {
        log: name,
        from,
        to,
      });
    const branch = new SharedBranch({
      node: this.#node,
      log: this.log(name),
      cache: new BranchCache({ ...cache, onForeign }),
      stalenessMs,
      patienceMs,
      counters: this.counters,
      announce,
      ready: () => this.#ready(),
      onProblem: (problem, err) => this.onProblem(problem, { err }),
      onClose: () => {
        if (this.#branches.get(name) === branch) this.#branches.delete(name);
      },
    });
    this.#branches.set(name, branch);
    return branch;
  }

  /** Whether all who write to the registry put notices into brands' logs. */
  get hasNotices(): boolean {
    return (this.branch('registry')?.applied.registry ?? 0) > 0;
  }

  /** Puts a notice into a log that has begun. @param registry the slot that it names; left out, in the registry's own log: that of the notice */
  async notify(name: string, registry?: number): Promise<void> {
    const patience = AbortSignal.timeout(this.options.patienceMs);
    await this.#ready();
    const from = this.branch(name)?.applied.n ?? (await this.newestCheckpoint(name)) ?? 0;
    await appendNotice(this.log(name), { from, by: this.#node, registry }, patience);
  }

  /** Whether a brand's log, as far as it is applied, tells of what had changed in the registry for the brand; see `FORMAT.md`. */
  tellsOfBoth(name: string): boolean {
    const [registry, brand] = [this.branch('registry'), this.branch(name)];
    if (registry === undefined || brand === undefined || this.options.stalenessMs > 0) return false;
    return this.hasNotices && brand.applied.registry <= registry.applied.n;
  }

  /** The branch of a log that is open. */
  branch(name: string): SharedBranch | undefined {
    return this.#branches.get(name);
  }

  /**
   * Election: whether this process is the one to do a chore, of all nodes that ask for the same tick. One that dies meanwhile leaves
   * it to the next tick.
   */
  async isElected(chore: string, tick: string): Promise<boolean> {
    const { store, patienceMs } = this.options;
    const bytes = Buffer.from(`${JSON.stringify({ chore, tick, at: new Date().toISOString() })}\n`);
    const key = `chores/${chore}/${tick}`;
    return (await repeated(() => store.create(key, bytes), AbortSignal.timeout(patienceMs))) === 'created';
  }

  /** Uploads a checkpoint of a log that is open, when it is due and no other node does. @returns its slot */
  async checkpoint(name: string, gitdir: string, signal: AbortSignal): Promise<number | null> {
    const { store, checkpointEntries, fs } = this.options;
    const branch = this.branch(name);
    if (branch === undefined) return null;
    await untilAborted(branch.settleCache(), signal);
    const { applied: position } = branch;
    const part = Math.floor(position.n / checkpointEntries);
    if (part === 0 || !(await this.isElected(`checkpoint/${name}`, String(part)))) return null;
    await saveCheckpoint(fs, gitdir, store, name, position, signal);
    return position.n;
  }

  /** Slots of the logs that are open here, and for how long the one that has failed longest cannot be checked. */
  figures(): { readonly slots: number; readonly failingMs: number } {
    const branches = [...this.#branches.values()];
    const slots = branches.reduce((sum, { applied }) => sum + applied.n, 0);
    return { slots, failingMs: Math.max(0, ...branches.map(({ failingMs }) => failingMs)) };
  }

  close(): void {
    this.options.store.close();
  }
}

/** The id of the portal in a store; `null` when there is none. */
export async function readPortal(options: SharedPortalOptions): Promise<string | null> {
  const { store } = options;
  const found = await patiently(options, (surely, patience) =>
    surely(() => readJsonOnce(store, portalKey, patience)),
  ).catch((error) => {
    if (!(error.cause instanceof EntryError)) throw error;
    const problem = `${store.name}/${portalKey} is no JSON: is the endpoint that of an object store?`;
    throw new PortalError('unavailable', problem, { cause: error });
  });
  if (found === null) return null;
  const { format, portal }: { format?: unknown; portal?: unknown } = Object(found);
  if (format === 1 && typeof portal === 'string') return portal;
  throw new PortalError('unavailable', `${store.name}/${portalKey} is no portal of a format that this version knows.`);
}

/** Commit point of a new portal: from then on nodes serve what its logs hold. @returns `false` when there is one already */
export async function writePortal(store: ObjectStore, portal: string, patience: AbortSignal): Promise<boolean> {
  const bytes = Buffer.from(`${JSON.stringify({ format: 1, portal })}\n`);
  await repeated(() => store.create(portalKey, bytes), patience);
  const found = await repeated(() => store.get(portalKey), patience);
  return found?.equals(bytes) === true;
}
