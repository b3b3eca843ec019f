import { PortalError } from '../errors.js';
import type { Found, Key, SearchDocument, SearchQuery } from './document.js';
import type { Answer, Question } from './engine.js';
import type { Engine } from './engines.js';
import type { Changes } from './text-index.js';

/** What a brand has to be searched, at one moment. */
export interface Searchable {
  /** Equal for equal documents, compared by `===`, member by member. */
  readonly state: readonly unknown[];
  /** In the order of what is equally good. */
  sources(): readonly Source[];
}

/** A document that is loaded when it is not in the index as it is now. */
export interface Source {
  readonly key: Key;
  /** Equal for equal documents, compared by `===`. */
  readonly version: unknown;
  load(): SearchDocument | Promise<SearchDocument>;
}

interface Loaded extends Omit<Source, 'load'> {
  readonly document: SearchDocument;
}

/** How long documents are loaded before they are handed on, and everything else has its turn, and how many at most. */
const sliceMilliseconds = 5;
const sliceDocuments = 50;

/** An engine that has failed is not asked to build the same again at once: what was too large would be so again. */
const pauseMilliseconds = 60_000;

/** The index of one brand: knows what is in it, and brings it to where a search wants it. One search after another. */
export class BrandIndex {
  readonly #engine: Engine;
  readonly #nextId: () => number;
  #id: number | null = null;
  #state: readonly unknown[] = [];
  #versions = new Map<Key, unknown>();
  #order: readonly Key[] = [];
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** @param nextId a number that no other index has */
  constructor(engine: Engine, nextId: () => number) {
    this.#engine = engine;
    this.#nextId = nextId;
  }

  get waiting(): number {
    return this.#waiting;
  }

  find(content: Searchable, query: SearchQuery): Promise<readonly Found[]> {
    const found = this.#tail.then(() => this.#find(content, query));
    this.#waiting += 1;
    this.#tail = found
      .catch(() => {})
      .then(() => {
        this.#waiting -= 1;
      });
    return found;
  }

  drop(): void {
    this.#tail = this.#tail.then(() => this.#forget());
  }

  async #find(content: Searchable, query: SearchQuery): Promise<readonly Found[]> {
    if (performance.now() - this.#failedAt < pauseMilliseconds) throw unavailable();
    // The engine may have dropped the index in favour of others: then it is built anew.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const id = await this.#bring(content);
      const found = id === null ? null : await this.#ask({ index: id, query });
      if (found !== null) return found;
      this.#reset();
    }
    throw unavailable();
  }

  /** @returns the index as it is for this content; `null` when it was lost on the way */
  async #bring(content: Searchable): Promise<number | null> {
    if (this.#id !== null && isSame(this.#state, content.state)) return this.#id;
    // Until it is there again, it is at no state that has a name.
    this.#state = [];
    if (this.#id === null) {
      this.#id = this.#nextId();
      if (!(await this.#apply({}, true))) return null;
    }
    const sources = content.sources();
    if (!(await this.#load(sources)) || !(await this.#arrange(sources))) return null;
    this.#state = content.state;
    return this.#id;
  }

  /** Hands on what has changed, in slices: while they are worked in, everything else has its turn. */
  async #load(sources: readonly Source[]): Promise<boolean> {
    const changed = sources.filter(({ key, version }) => this.#versions.get(key) !== version);
    let [slice, start]: [Loaded[], number] = [[], performance.now()];
    for (const [at, { key, version, load }] of changed.entries()) {
      slice.push({ key, version, document: await load() });
      const isFull = slice.length >= sliceDocuments || performance.now() - start >= sliceMilliseconds;
      if (!isFull && at < changed.length - 1) continue;
      if (!(await this.#apply({ put: slice.map(({ document }) => document) }))) return false;
      for (const { key, version } of slice) this.#versions.set(key, version);
      [slice, start] = [[], performance.now()];
    }
    return true;
  }

  async #arrange(sources: readonly Source[]): Promise<boolean> {
    const order = sources.map(({ key }) => key);
    if (isSame(order, this.#order)) return true;
    const there = new Set(order);
    const removed = [...this.#versions.keys()].filter((key) => !there.has(key));
    if (!(await this.#apply({ removed, order }))) return false;
    for (const key of removed) this.#versions.delete(key);
    this.#order = order;
    return true;
  }

  async #apply(changes: Partial<Changes>, isNew = false): Promise<boolean> {
    const all = { put: [], removed: [], order: null, ...changes };
    return this.#id !== null && (await this.#ask({ index: this.#id, changes: all, isNew })) !== null;
  }

  async #ask(question: Question): Promise<Answer> {
    try {
      return await this.#engine.ask(question);
    } catch (cause) {
      this.#reset();
      this.#failedAt = performance.now();
      throw unavailable(cause);
    }
  }

  async #forget(): Promise<void> {
    const id = this.#id;
    this.#reset();
    if (id !== null) await this.#engine.ask({ index: id, drop: true }).catch(() => {});
  }

  #reset(): void {
    this.#id = null;
    this.#state = [];
    this.#versions = new Map();
    this.#order = [];
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((member, at) => member === other[at]);
}

function unavailable(cause?: unknown): PortalError {
  return new PortalError('unavailable', 'The search of this brand is not available at the moment.', { cause });
}
