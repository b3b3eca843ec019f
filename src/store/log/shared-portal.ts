import { randomUUID } from 'node:crypto';
import { untilAborted } from '../../lib/concurrency.js';
import { PortalError } from '../../lib/errors.js';
import { type Projection, unread } from '../../lib/projection.js';
import { type FileSystem, unsynced } from '../file-system.js';
import { hasAncestor } from '../history/commits.js';
import type { LockedBranch } from '../local/locked-branch.js';
import { Ref } from '../local/ref.js';
import { packBetween } from '../native/pack-objects.js';
import { Objects } from '../objects.js';
import { bootId } from '../process-name.js';
import { Repository, type RepositoryOptions, type Work } from '../repository.js';
import { BranchCache, type BranchCacheOptions, type CacheOwner, readPosition } from './branch-cache.js';
import { newestCheckpoint, saveCheckpoint } from './checkpoint.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { EntryError } from './entry.js';
import { SharedLog } from './log.js';
import { makeCache } from './make-cache.js';
import type { ObjectStore } from './object-store.js';
import { readJsonOnce, retry } from './retry.js';
import { newCounters, SharedBranch, type SharedBranchOptions } from './shared-branch.js';
import { type StoreAccess, testConditions, testStore, unreachable, withRetries } from './store-conformance.js';

export interface SharedPortalOptions extends StoreAccess {
  readonly fs: FileSystem;
  /** Maximum age of the check that a read is based on; 0: each read waits for one that began after it. */
  readonly stalenessMs: number;
  readonly checkpointEntries: number;
}

const portalKey = 'portal.json';

/** Name of a log in the store, and the folder of its cache on this machine. */
export interface CachedLog {
  readonly log: string;
  readonly gitdir: string;
}

interface Publication {
  /** Folder of the repository whose branch main is published. */
  readonly source: string;
  readonly signal?: AbortSignal | undefined;
  /** Called before it, with the log's commit: stores other data that the new commits need. */
  readonly beforePublish?: (from: string | null) => Promise<void>;
}

/** One portal in an object store: its logs, and the caches of them on this machine. */
export class SharedPortal {
  readonly options: SharedPortalOptions;
  readonly counters = newCounters();
  /** Called with a problem that people have to look at. */
  onProblem: (problem: string, details: Readonly<Record<string, unknown>>) => void = () => {};
  readonly #node = randomUUID();
  readonly #branches = new Map<string, SharedBranch>();
  /** The test that the store refuses a second create; nothing is written before it has passed. */
  #storeTest: Promise<void> | undefined;

  /** @param id unique, so that no cache of another portal is used */
  constructor(
    options: SharedPortalOptions,
    readonly id: string,
  ) {
    this.options = { ...options, store: new CircuitBreaker(options.store, portalKey) };
  }

  /** @throws `unavailable` when the store cannot be used, or holds no portal */
  static async connect(options: SharedPortalOptions): Promise<SharedPortal> {
    const { store } = options;
    const portalId = await readPortal(options);
    if (portalId !== null) return new SharedPortal(options, portalId);
    throw new PortalError(
      'unavailable',
      `There is no portal at ${store.name}: begin one with "brand-portal shared init".`,
    );
  }

  get name(): string {
    return this.options.store.name;
  }

  /** @throws `unavailable` when the store lacks a guarantee that a portal needs */
  async test(): Promise<void> {
    try {
      await testStore(this.options);
      this.#storeTest ??= Promise.resolve();
    } catch (error) {
      this.#storeTest = undefined;
      throw error;
    }
  }

  /** A failure is not cached, so the next write tests again. */
  #ready(): Promise<void> {
    const { store, timeoutMs } = this.options;
    this.#storeTest ??= testConditions(store, AbortSignal.timeout(timeoutMs)).catch((error) => {
      this.#storeTest = undefined;
      throw error;
    });
    return this.#storeTest;
  }

  /** @throws `unavailable` when the store does not answer, or holds another portal */
  async reach(): Promise<void> {
    const storedId = await readPortal(this.options);
    if (storedId !== this.id) throw new PortalError('unavailable', `${this.name} holds another portal now.`);
  }

  log(name: string): SharedLog {
    return new SharedLog(this.options.store, name);
  }

  /** Whether a log has a first slot. */
  async hasLog(name: string): Promise<boolean> {
    const { store, timeoutMs } = this.options;
    try {
      return await this.log(name).has(1, AbortSignal.timeout(timeoutMs));
    } catch (error) {
      throw unreachable(store, error);
    }
  }

  /**
   * Opens a log over its cache on this machine, caught up.
   *
   * @throws `unavailable` when it is empty or cannot be read
   */
  async open<C>(
    log: CachedLog,
    projection: Projection<C>,
    options: RepositoryOptions<C> = {},
    announce?: SharedBranchOptions['announce'],
  ): Promise<Repository<C>> {
    const { repository, branch } = await this.#open(log, projection, options, announce);
    try {
      await branch.confirm();
      if (branch.applied.n === 0) throw new PortalError('unavailable', `The log ${this.name}/${log.log} is empty.`);
      return repository;
    } catch (error) {
      // A branch that stays open checks its log again and again.
      await repository.close();
      throw error;
    }
  }

  /**
   * Creates a log. Its first slot has the changes of `work` to the empty draft.
   *
   * @param existsError thrown when the log has begun already
   */
  async create<C, A>(log: CachedLog, projection: Projection<C>, work: Work<C, A>, existsError: Error): Promise<A> {
    const { repository } = await this.#open(log, unread(projection));
    try {
      return await repository.begin(work, existsError);
    } finally {
      await repository.close();
    }
  }

  /**
   * Publishes the history of a repository as one entry: the commits that the log does not have.
   *
   * @returns the slot; `null` when the log has all
   * @throws `invalid` unless it continues the log
   */
  publish(log: CachedLog, { source, signal, beforePublish }: Publication): Promise<number | null> {
    const { fs } = this.options;
    return this.withLog(log, async (branch) => {
      const from = branch.current();
      const to = new Ref(fs, source).current();
      if (to === null) throw new PortalError('invalid', `${source} has no branch main.`);
      if (from === to) return null;
      if (from !== null && !(await hasAncestor(new Objects(fs, source), to, from))) {
        throw new PortalError(
          'invalid',
          `${source} does not continue what the store has: fetch ${from} and merge it first.`,
        );
      }

      await beforePublish?.(from);
      const pack = await packBetween(source, from, to, signal);
      if ((await branch.publish(from, to, pack)) === 'moved') return branch.acknowledged;
      throw new PortalError(
        'invalid',
        `Another node has written to ${log.log} in the meantime: fetch and merge that first.`,
      );
    });
  }

  /** Runs `work` on an up-to-date log, which may be empty. Native git may read its cache during the work. */
  async withLog<A>(log: CachedLog, work: (branch: SharedBranch) => Promise<A>): Promise<A> {
    const { repository, branch } = await this.#open(log, { empty: null, apply: () => null });
    try {
      await branch.settleCache();
      return await work(branch);
    } finally {
      await repository.close();
    }
  }

  /** The slot of a log's newest checkpoint; `null` when there is none. */
  newestCheckpoint(name: string): Promise<number | null> {
    return newestCheckpoint(this.options.store, name, AbortSignal.timeout(this.options.timeoutMs));
  }

  async #open<C>(
    { log, gitdir }: CachedLog,
    projection: Projection<C>,
    options: RepositoryOptions<C> = {},
    announce?: SharedBranchOptions['announce'],
  ) {
    const fs = unsynced(this.options.fs);
    const owner: CacheOwner = { portal: this.id, log, boot: bootId() };
    const position = (await readPosition(fs, gitdir, owner)) ?? (await makeCache(fs, gitdir, owner, this.options));
    const opened: { branch?: SharedBranch } = {};
    const branchOver = (local: LockedBranch, objects: Objects): SharedBranch => {
      opened.branch = this.#makeBranch({ fs, gitdir, objects, local, position, owner }, announce);
      return opened.branch;
    };
    const repository = await Repository.open(fs, gitdir, projection, { ...options, branchOver });
    const { branch } = opened;
    if (branch === undefined) throw new Error('A repository takes its branch when it is opened');
    return { repository, branch };
  }

  #makeBranch(cache: Omit<BranchCacheOptions, 'onExternal'>, announce: SharedBranchOptions['announce']): SharedBranch {
    const { stalenessMs, timeoutMs } = this.options;
    const { log: name } = cache.owner;
    const onExternal = (from: string, to: string): void =>
      this.onProblem('a commit that git made in a cache was undone: publish it with "shared push"', {
        log: name,
        from,
        to,
      });
    const branch = new SharedBranch({
      node: this.#node,
      log: this.log(name),
      cache: new BranchCache({ ...cache, onExternal }),
      stalenessMs,
      timeoutMs,
      counters: this.counters,
      announce,
      notify: async (registry) => {
        if (this.hasNotices) await this.notify(name, registry);
      },
      ready: () => this.#ready(),
      onProblem: (problem, err) => this.onProblem(problem, { err }),
      onClose: () => {
        if (this.#branches.get(name) === branch) this.#branches.delete(name);
      },
    });
    this.#branches.set(name, branch);
    return branch;
  }

  /** Whether all nodes put notices into brands' logs. */
  get hasNotices(): boolean {
    return (this.branch('registry')?.applied.registry ?? 0) > 0;
  }

  /**
   * Puts a notice into a log that has begun.
   *
   * @param registry the slot that it names; left out in the registry's own log
   */
  async notify(name: string, registry?: number): Promise<void> {
    const timeout = AbortSignal.timeout(this.options.timeoutMs);
    await this.#ready();
    const newestSlot = this.branch(name)?.applied.n ?? (await this.newestCheckpoint(name)) ?? 0;
    await this.log(name).appendNotice({ by: this.#node, usedSlot: newestSlot, registry, timeout });
  }

  /** Whether the last check of this brand's log also proves the registry up to date for its callers; see `FORMAT.md`. */
  coversRegistry(name: string): boolean {
    const registry = this.branch('registry');
    const brand = this.branch(name);
    if (registry === undefined || brand === undefined || this.options.stalenessMs > 0) return false;
    return this.hasNotices && brand.applied.registry <= registry.applied.n;
  }

  branch(name: string): SharedBranch | undefined {
    return this.#branches.get(name);
  }

  /**
   * Leader election for one tick of a chore; a leader that dies leaves it to the next tick.
   *
   * @throws StoreError
   */
  async isElected(chore: string, tick: string): Promise<boolean> {
    const { store, timeoutMs } = this.options;
    const vote = { chore, tick, at: new Date().toISOString(), by: randomUUID() };
    const bytes = Buffer.from(`${JSON.stringify(vote)}\n`);
    const key = `chores/${chore}/${tick}`;
    const timeout = AbortSignal.timeout(timeoutMs);
    if ((await retry(() => store.create(key, bytes), timeout)) === 'created') return true;
    // An earlier attempt may have been stored, and its answer lost.
    return (await retry(() => store.get(key), timeout))?.equals(bytes) === true;
  }

  /**
   * Uploads a checkpoint of an open log when it is due and no other node does.
   *
   * @returns its slot
   */
  async checkpoint({ log, gitdir }: CachedLog, signal: AbortSignal): Promise<number | null> {
    const { store, checkpointEntries, fs } = this.options;
    const branch = this.branch(log);
    if (branch === undefined) return null;
    await untilAborted(branch.settleCache(), signal);
    const { applied: position } = branch;
    const due = newestDue(Math.floor(position.n / checkpointEntries));
    if (due === 0 || !(await this.isElected(`checkpoint/${log}`, String(due)))) return null;
    await saveCheckpoint(fs, gitdir, store, log, position, signal);
    return position.n;
  }

  /** Slots of the open logs, and how long checks of one have failed at most. */
  figures(): { readonly slots: number; readonly failingMs: number } {
    const branches = [...this.#branches.values()];
    const slots = branches.reduce((sum, { applied }) => sum + applied.n, 0);
    return { slots, failingMs: Math.max(0, ...branches.map(({ failingMs }) => failingMs)) };
  }

  close(): void {
    this.options.store.close();
  }
}

/**
 * Newest checkpoint that is due in a log of `reached` whole intervals (`checkpointEntries`), counted in intervals. A checkpoint holds all
 * history and is never deleted, so the distance to the next one is a quarter of the history before it. All checkpoints together take about
 * five times the bytes of the log, and a new node reads at most a fifth of the slots, or one interval.
 */
export function newestDue(reached: number): number {
  let due = 0;
  for (let next = 1; next <= reached; next += Math.max(1, Math.floor(next / 4))) due = next;
  return due;
}

/** The id of the portal in a store; `null` when there is none. */
export async function readPortal(options: SharedPortalOptions): Promise<string | null> {
  const { store } = options;
  const document = await withRetries(options, (untilAnswered, timeout) =>
    untilAnswered(() => readJsonOnce(store, portalKey, timeout)),
  ).catch((error) => {
    if (!(error.cause instanceof EntryError)) throw error;
    const problem = `${store.name}/${portalKey} is no JSON: is the endpoint that of an object store?`;
    throw new PortalError('unavailable', problem, { cause: error });
  });
  if (document === null) return null;
  const { format, portal }: { format?: unknown; portal?: unknown } = Object(document);
  if (format === 1 && typeof portal === 'string') return portal;
  throw new PortalError('unavailable', `${store.name}/${portalKey} has a format that this version does not support.`);
}

/**
 * Commit point of a new portal, from which nodes serve its logs.
 *
 * @returns `false` when the portal exists already
 */
export async function writePortal(store: ObjectStore, portal: string, timeout: AbortSignal): Promise<boolean> {
  const bytes = Buffer.from(`${JSON.stringify({ format: 1, portal })}\n`);
  await retry(() => store.create(portalKey, bytes), timeout);
  const stored = await retry(() => store.get(portalKey), timeout);
  return stored?.equals(bytes) === true;
}
