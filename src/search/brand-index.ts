import { setTimeout as sleep } from 'node:timers/promises';
import { PortalError } from '../errors.js';
import type { Found, Key, SearchDocument, SearchQuery } from './document.js';
import type { Answer, Question } from './engine.js';
import type { Engine } from './engines.js';
import type { Hit, IndexState } from './text-index.js';

/** What a brand has to be searched, at one commit. */
export interface Searchable {
  readonly commit: string;
  /** The ids of all pages, ascending. */
  pages(): readonly number[];
  /** Of all that are no pages. */
  others(): readonly Key[];
  /** The documents that may be others at another commit. @throws when it is not there */
  changedSince(commit: string): Promise<readonly Key[]>;
  /** `null`: there is none. */
  load(key: Key): Promise<SearchDocument | null>;
  /** Order of what is equally good. */
  place(key: Key): number;
}

/** A search waits for building so long; left out: to its end. */
export interface Patience {
  readonly patienceMs?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** How long documents are loaded before everything else has its turn, and in all before they are handed on. */
const sliceMs = 5;
const batchMs = 50;
const batchDocuments = 200;

/** Where requests are served, building takes at most a third of the time of the thread that answers them. */
const pausePerSlice = 2;

/** An engine that has failed is not asked again at once: what did not work would not work. */
const pauseMs = 60_000;

const everyPage = Number.MAX_SAFE_INTEGER;

/** The index of one brand: brings it to where a search wants it, one after another. */
export class BrandIndex {
  readonly #engine: Engine;
  readonly #path: string;
  readonly #patience: Patience;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #progress: { readonly done: number; readonly total: number } | null = null;
  #failure: { readonly message: string; readonly at: number } | undefined;
  #isClosed = false;

  constructor(engine: Engine, path: string, patience: Patience) {
    this.#engine = engine;
    this.#path = path;
    this.#patience = patience;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** @throws `busy` when it would take longer than there is patience for */
  async find(content: Searchable, query: SearchQuery): Promise<readonly Found[]> {
    let isGivenUp = false;
    const found = this.#inTurn(async () => (isGivenUp ? [] : this.#find(content, query, () => isGivenUp)));
    const { patienceMs } = this.#patience;
    if (patienceMs === undefined) return found;
    const timer = new AbortController();
    const over = sleep(patienceMs, null, { signal: timer.signal }).then(() => {
      isGivenUp = true;
      throw this.#tooLong();
    });
    return Promise.race([found, over]).finally(() => timer.abort());
  }

  /** Brings it to this content, for the searches that will come. */
  prepare(content: Searchable): Promise<void> {
    return this.#inTurn(() => this.#bring(content));
  }

  /** What is under way stops at its next step; it is gone on with when the index is used again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#tail;
    await this.#engine.ask({ path: this.#path, ask: 'close' }).catch(() => {});
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work);
    this.#waiting += 1;
    this.#tail = done
      .catch(() => {})
      .then(() => {
        this.#waiting -= 1;
      });
    done.catch(() => {});
    return done;
  }

  async #find(content: Searchable, query: SearchQuery, isGivenUp: () => boolean): Promise<readonly Found[]> {
    // Another process may bring it to another commit in between.
    for (let attempt = 0; attempt < 3 && !isGivenUp(); attempt += 1) {
      const { hits } = await this.#ask({ path: this.#path, commit: content.commit, query });
      if (hits) return this.#show(content, query, inOrder(hits.hits, content).slice(0, query.limit), hits.typos);
      await this.#bring(content);
    }
    throw this.#tooLong();
  }

  async #show(
    content: Searchable,
    { words }: SearchQuery,
    hits: readonly Hit[],
    typos: readonly string[],
  ): Promise<readonly Found[]> {
    const loaded = await Promise.all(hits.map(({ key }) => content.load(key)));
    const documents = loaded.filter((document) => document !== null);
    const { excerpts = [] } = await this.#ask({ documents, words, typos });
    return documents.flatMap(({ type, id, title }, at) => {
      const excerpt = excerpts[at];
      return excerpt === undefined ? [] : [{ type, id, title, ...excerpt }];
    });
  }

  /** @throws `busy` while another process builds it */
  async #bring(content: Searchable): Promise<void> {
    try {
      for (let attempt = 0; attempt < 5 && !this.#isClosed; attempt += 1) {
        const { state = null } = await this.#ask({ path: this.#path, ask: 'state' });
        if (state?.commit === content.commit && state.upTo === null) return;
        const changed = state === null ? [] : await this.#changedSince(content, state);
        if (changed === null) continue;
        const end = await this.#work(content, state, changed);
        if (end?.upTo === undefined || end.upTo === null) continue;
        this.#progress ??= progressOf(content.pages(), end.upTo);
        throw this.#tooLong();
      }
    } finally {
      this.#progress = null;
    }
  }

  /** `null`: nothing leads from there to here, and it begins anew. */
  async #changedSince(content: Searchable, { commit, upTo }: IndexState): Promise<readonly Key[] | null> {
    if (commit === content.commit) return [];
    try {
      const changed = await content.changedSince(commit);
      return changed.filter((key) => typeof key === 'string' || key <= (upTo ?? everyPage));
    } catch {
      await this.#ask({ path: this.#path, ask: 'remove' });
      return null;
    }
  }

  /**
   * Works in what has changed, and then the pages that were not in it yet.
   *
   * @returns the state that it is in: not a complete one when another process works on it
   */
  async #work(content: Searchable, from: IndexState | null, changed: readonly Key[]): Promise<IndexState | null> {
    const { commit } = content;
    const pages = content.pages();
    const upTo = from === null ? 0 : (from.upTo ?? everyPage);
    const further = pages.slice(upperBound(pages, upTo));
    const first = upTo === 0 ? [...new Set([...changed, ...content.others()])] : changed;
    const [total, all] = [first.length + further.length, first.length + pages.length];
    this.#progress = { done: all - total, total: all };
    let state = from;
    let work: { put: SearchDocument[]; removed: Key[] } = { put: [], removed: [] };
    let [sliceStart, worked] = [performance.now(), 0];
    for (const [at, key] of [...first, ...further].entries()) {
      const document = await content.load(key);
      if (document === null) work.removed.push(key);
      else work.put.push(document);
      const took = performance.now() - sliceStart;
      const isLast = at === total - 1;
      if (took >= sliceMs && !isLast) {
        worked += took;
        await sleep(this.#patience.patienceMs === undefined ? 0 : took * pausePerSlice);
        sliceStart = performance.now();
      }
      if (this.#isClosed) return state;
      if (!isLast && at !== first.length - 1 && worked < batchMs && work.put.length < batchDocuments) continue;
      const isOfCommit = at >= first.length - 1;
      const now = {
        commit: isOfCommit ? commit : (state?.commit ?? commit),
        upTo: isLast ? null : at < first.length ? upTo : (key as number),
      };
      const { state: reached = null } = await this.#ask({ path: this.#path, step: { from: state, to: now, ...work } });
      if (reached?.commit !== now.commit || reached.upTo !== now.upTo) return reached;
      [state, work, worked, sliceStart] = [reached, { put: [], removed: [] }, 0, performance.now()];
      this.#progress = { done: all - total + at + 1, total: all };
      this.#patience.onProgress?.(this.#progress.done, all);
    }
    if (total > 0) return state;
    const step = { from: state, to: { commit, upTo: null }, put: [], removed: [] };
    return (await this.#ask({ path: this.#path, step })).state ?? null;
  }

  async #ask(question: Question): Promise<Answer> {
    const { message, at = Number.NEGATIVE_INFINITY } = this.#failure ?? {};
    if (performance.now() - at < pauseMs) throw unavailable(message);
    let answer: Answer;
    try {
      answer = await this.#engine.ask(question);
    } catch (error) {
      answer = { failure: error instanceof Error ? error.message : String(error) };
    }
    if (answer.isBusy) throw this.#tooLong();
    if (answer.failure === undefined) return answer;
    if ('step' in question || 'ask' in question) this.#failure = { message: answer.failure, at: performance.now() };
    throw unavailable(answer.failure);
  }

  #tooLong(): PortalError {
    if (this.#progress === null) {
      return new PortalError('busy', 'Searches of this brand take long at the moment. Try again in a moment.');
    }
    const { done, total } = this.#progress;
    const far = `${done} of ${total} documents`;
    return new PortalError('busy', `The search index of this brand is being built: ${far}. Try again in a moment.`);
  }
}

/** The best first; sums of the same numbers in another order differ in their last digits. */
function inOrder(hits: readonly Hit[], content: Searchable): Hit[] {
  const rounded = hits.map((hit) => ({ ...hit, score: Number(hit.score.toPrecision(6)) }));
  return rounded.sort((a, b) => {
    return (
      Number(a.isMisspelt ?? 0) - Number(b.isMisspelt ?? 0) ||
      a.score - b.score ||
      content.place(a.key) - content.place(b.key)
    );
  });
}

function progressOf(pages: readonly number[], upTo: number) {
  return { done: upperBound(pages, upTo), total: pages.length };
}

/** How many of them, ascending, are at most this. */
function upperBound(ids: readonly number[], most: number): number {
  const at = ids.findIndex((id) => id > most);
  return at === -1 ? ids.length : at;
}

function unavailable(reason: string | undefined): PortalError {
  const cause = new Error(reason ?? 'unknown');
  return new PortalError('unavailable', 'The search of this brand is not available at the moment.', { cause });
}
