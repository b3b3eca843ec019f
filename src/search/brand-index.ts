import { setTimeout as sleep } from 'node:timers/promises';
import { TimeLimitExceeded } from '../lib/background-thread.js';
import { Mutex, untilAborted } from '../lib/concurrency.js';
import { PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { isDiskError } from '../lib/system-error.js';
import type { Found, Key, SearchDocument, SearchQuery } from './document.js';
import type { Engine } from './engine.js';
import type { EngineClient } from './engine-client.js';
import type { Hit, IndexState } from './text-index.js';

/** A brand's searchable content at one commit. */
export interface Searchable {
  readonly commit: string;
  /** The name of a separate index. Default: the index of public content. */
  readonly part?: string | undefined;
  /** All documents. Equally good hits are returned in this order. */
  keys(): readonly Key[];
  /**
   * The documents that may differ between that commit and this one.
   *
   * @throws when the commit is missing
   */
  changedSince(commit: string): Promise<readonly Key[]>;
  /**
   * Loads a document.
   *
   * @returns `null` when there is none
   */
  load(key: Key): Promise<SearchDocument | null>;
  /** Rank among `keys`. */
  rank(key: Key): number;
}

export interface IndexOptions {
  /** Time, in milliseconds, that a search waits for the index to be built. Default: until the index is complete. */
  readonly timeoutMs?: number;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called for a document that is left out of the index because indexing it takes too long. */
  readonly onLeftOut?: (index: string, key: Key) => void;
  /** Called for an index that is kept in memory because there can be no file at its path. */
  readonly onNoFile?: (path: string, problem: string) => void;
}

/** Time slice for loading documents, in milliseconds, after which other work runs. */
const sliceMs = 5;

/** Pause after a slice in a process that serves requests, as a multiple of the slice. */
const pausePerSlice = 2;

/** Time, in milliseconds, for which a failed engine is not called again. */
const failureMs = 60_000;

const maxAttempts = 5;

/** Treats the commit as missing, unless the disk failed, because then the commit may exist. */
function nullUnlessDiskFails(error: unknown): null {
  if (error instanceof PortalError && isDiskError(error.cause)) throw error;
  return null;
}

/** The index of one brand. Serial tasks update it to the commit that a search needs. */
export class BrandIndex {
  readonly #mutex = new Mutex();
  #progress: { readonly done: number; readonly total: number } | null = null;
  #failure: { readonly cause: unknown; readonly untilMs: number } | undefined;
  #isClosed = false;
  /** Commit at which the index was last complete. */
  #completeAt: string | undefined;

  constructor(
    private readonly engine: EngineClient,
    private readonly path: string,
    private readonly options: IndexOptions,
  ) {}

  get waiting(): number {
    return this.#mutex.pending;
  }

  /** The error for a search that may not wait, because too many searches wait already. */
  refusal(): PortalError {
    if (this.#progress !== null) return this.#tooLong();
    return new PortalError('busy', 'Too many searches of this brand wait at once. Try again in a moment.');
  }

  /** @throws `busy` when the search would take longer than `timeoutMs` */
  async find(content: Searchable, query: SearchQuery): Promise<readonly Found[]> {
    const { timeoutMs } = this.options;
    if (timeoutMs === undefined) return this.#mutex.runExclusive(() => this.#find(content, query));
    const timeout = AbortSignal.timeout(timeoutMs);
    const found = this.#mutex.runExclusive(() => this.#find(content, query), timeout);
    return untilAborted(found, timeout).catch((error) => {
      throw error === timeout.reason ? this.#tooLong() : error;
    });
  }

  /** Updates the index to this content, for later searches. */
  async prepare(content: Searchable): Promise<void> {
    if (content.commit === this.#completeAt) return;
    const query = { words: '', types: [], limit: 1 };
    await this.#mutex.runExclusive(() => this.#hits(content, query));
  }

  /** Stops running work at its next step. It continues when the index is used again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#mutex.idle();
    await this.engine.call('close', this.path).catch(() => {});
  }

  async #find(content: Searchable, query: SearchQuery): Promise<readonly Found[]> {
    const { hits, typos } = await this.#hits(content, query);
    const best = inOrder(hits, content).slice(0, query.limit);
    const loaded = await Promise.all(best.map(({ key }) => content.load(key)));
    const documents = loaded.filter((document) => document !== null);
    const excerpts = await this.#call('excerpts', documents, query.words, typos);
    return documents.flatMap(({ type, id, title }, index) => {
      const excerpt = excerpts[index];
      return excerpt === undefined ? [] : [{ type, id, title, ...excerpt }];
    });
  }

  async #hits(content: Searchable, query: SearchQuery) {
    // Another process may update the index to another commit in the meantime.
    for (let attempt = 0; attempt < maxAttempts && !this.#isClosed; attempt += 1) {
      const found = await this.#call('find', this.path, content.commit, query);
      if ('hits' in found) {
        this.#completeAt = content.commit;
        return found;
      }
      await this.#update(content, found);
    }
    throw this.#tooLong();
  }

  async #update(content: Searchable, from: IndexState): Promise<void> {
    const { commit } = content;
    if (from.problem !== undefined) this.options.onNoFile?.(this.path, from.problem);
    let state: IndexState | undefined = from.commit === commit ? from : await this.#follow(content, from.commit);
    const total = content.keys().length;
    try {
      while (state?.commit === commit && state.pending > 0 && !this.#isClosed) {
        this.#progress = { done: Math.max(0, total - state.pending), total };
        this.options.onProgress?.(this.#progress.done, total);
        const { put, removed } = await this.#load(content, state.next);
        state = await this.#apply(commit, put, removed);
      }
    } finally {
      this.#progress = null;
    }
  }

  /**
   * Index state at the content's commit; `undefined` when the index is built again, since its own commit is missing.
   */
  async #follow(content: Searchable, from: string | null): Promise<IndexState | undefined> {
    const { commit } = content;
    const changed = from === null ? content.keys() : await content.changedSince(from).catch(nullUnlessDiskFails);
    if (changed !== null) return this.#call('follow', this.path, from, commit, changed);
    await this.#call('remove', this.path);
    return undefined;
  }

  /** Loads these documents, and stops early if the index is closed. */
  async #load(content: Searchable, keys: readonly Key[]): Promise<{ put: SearchDocument[]; removed: Key[] }> {
    const put: SearchDocument[] = [];
    const removed: Key[] = [];
    let sliceStart = performance.now();
    for (const key of keys) {
      if (this.#isClosed) break;
      const document = await content.load(key);
      if (document === null) removed.push(key);
      else put.push(document);

      const elapsedMs = performance.now() - sliceStart;
      if (elapsedMs < sliceMs) continue;
      await sleep(this.options.timeoutMs === undefined ? 0 : elapsedMs * pausePerSlice);
      sliceStart = performance.now();
    }
    return { put, removed };
  }

  async #apply(commit: string, put: readonly SearchDocument[], removed: readonly Key[]): Promise<IndexState> {
    try {
      return await this.#call('apply', this.path, commit, put, removed);
    } catch (error) {
      const [document, ...others] = put;
      if (!isTimeLimit((error as Error).cause) || document === undefined) throw error;
      if (others.length === 0) {
        this.options.onLeftOut?.(this.path, document.key);
        return this.#apply(commit, [], [...removed, document.key]);
      }
      // One at a time, to find the document that takes too long.
      for (const single of put) await this.#apply(commit, [single], []);
      return this.#apply(commit, [], removed);
    }
  }

  async #call<Method extends keyof Engine>(method: Method, ...args: Parameters<Engine[Method]>) {
    const failure = this.#failure;
    if (failure !== undefined && performance.now() < failure.untilMs) throw unavailable(failure.cause);
    try {
      return await this.engine.call(method, ...args);
    } catch (cause) {
      if ((cause as { code?: unknown }).code === 'SQLITE_BUSY') throw this.#tooLong();
      // Building would fail again, but another query may succeed.
      const isBuilding = method === 'follow' || (method === 'apply' && !isTimeLimit(cause));
      if (isBuilding) this.#failure = { cause, untilMs: performance.now() + failureMs };
      throw unavailable(cause);
    }
  }

  #tooLong(): PortalError {
    if (this.#progress === null) {
      return new PortalError('busy', 'Searches of this brand take long at the moment. Try again in a moment.');
    }
    const { done, total } = this.#progress;
    const progress = say`${done} of ${total} documents`;
    return new PortalError(
      'busy',
      say`The search index of this brand is being built: ${progress}. Try again in a moment.`,
    );
  }
}

const isTimeLimit = (error: unknown): boolean => error instanceof TimeLimitExceeded;

/**
 * The hits, the best first. Scores are rounded: sums of the same numbers in another order differ in their last digits.
 */
function inOrder(hits: readonly Hit[], content: Searchable): Hit[] {
  const rounded = hits.map((hit) => ({ ...hit, score: Number(hit.score.toPrecision(6)) }));
  const misspelt = ({ isMisspelt }: Hit): number => Number(isMisspelt ?? false);
  return rounded.sort(
    (a, b) => misspelt(a) - misspelt(b) || a.score - b.score || content.rank(a.key) - content.rank(b.key),
  );
}

function unavailable(cause: unknown): PortalError {
  return new PortalError('unavailable', 'The search of this brand is not available at the moment.', { cause });
}
