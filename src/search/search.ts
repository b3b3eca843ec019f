import { untilAborted } from '../concurrency.js';
import { PortalError } from '../errors.js';
import { BrandIndex, type Patience, type Searchable } from './brand-index.js';
import type { Found, SearchQuery } from './document.js';
import { type EngineClient, localEngine } from './engines.js';

/** Upper bound on waiting searches of one brand. */
export const maxWaiting = 100;

export interface SearchOptions extends Patience {
  /** File of a brand's index; left out: in memory. */
  readonly pathOf?: (slug: string) => string;
}

/** Full-text search in brands. An index is built once, and brought up to date by what has changed since. */
export class Search {
  readonly #engine: EngineClient;
  readonly #options: SearchOptions;
  readonly #brands = new Map<string, BrandIndex>();
  readonly #closing = new Set<Promise<void>>();
  #isStopped = false;

  constructor(engine: EngineClient = localEngine(), options: SearchOptions = {}) {
    this.#engine = engine;
    this.#options = options;
  }

  /**
   * Matches in this very content, the best first.
   *
   * @throws `busy` when too many wait, or the index is being built, `unavailable` when there can be none
   */
  async find(slug: string, content: Searchable, query: SearchQuery): Promise<readonly Found[]> {
    const brand = this.#brand(slug);
    if (brand.waiting >= maxWaiting) {
      throw new PortalError('busy', 'Too many searches of this brand wait at once. Try again in a moment.');
    }
    return brand.find(content, query);
  }

  /** Builds the index of a brand, or brings it up to date, before it is asked for. @throws as `find` does */
  async prepare(slug: string, content: Searchable): Promise<void> {
    if (!this.#isStopped) await this.#brand(slug).prepare(content);
  }

  /** Bounds the wait for a brand that is being opened. @throws `busy` */
  async whenOpened<T>(opening: Promise<T>): Promise<T> {
    const { patienceMs } = this.#options;
    if (patienceMs === undefined) return opening;
    const patience = AbortSignal.timeout(patienceMs);
    return untilAborted(opening, patience).catch((error) => {
      if (error !== patience.reason) throw error;
      throw new PortalError('busy', 'This brand is being opened: its catalog is built. Try again in a moment.');
    });
  }

  /** Closes a brand's index. */
  drop(slug: string): void {
    const closing = this.#brands.get(slug)?.close();
    this.#brands.delete(slug);
    if (closing === undefined) return;
    this.#closing.add(closing);
    void closing.finally(() => this.#closing.delete(closing));
  }

  /** Building stops; it goes on after the next start. */
  stop(): void {
    this.#isStopped = true;
    for (const slug of [...this.#brands.keys()]) this.drop(slug);
  }

  async close(): Promise<void> {
    this.stop();
    await Promise.all(this.#closing);
    await this.#engine.close();
  }

  #brand(slug: string): BrandIndex {
    const known = this.#brands.get(slug);
    if (known !== undefined) return known;
    const path = this.#options.pathOf?.(slug) ?? `:memory:${slug}`;
    const brand = new BrandIndex(this.#engine, path, this.#options);
    this.#brands.set(slug, brand);
    return brand;
  }
}
