import { PortalError } from '../errors.js';
import { BrandIndex, type Searchable } from './brand-index.js';
import type { Found, SearchQuery } from './document.js';
import { type Engine, localEngine } from './engines.js';

/** Searches of one brand that may wait for one another: each waits for those before it, the first of all for the building. */
export const maxWaiting = 100;

/** Full-text search in brands. An index is built by the first search, and brought up to date by each later one. */
export class Search {
  readonly #engine: Engine;
  readonly #brands = new Map<string, BrandIndex>();
  #made = 0;

  constructor(engine = localEngine()) {
    this.#engine = engine;
  }

  /**
   * What is found in this very content, the best first.
   *
   * @throws `busy` when too many wait, `unavailable` when the content cannot be read or does not fit into memory
   */
  async find(slug: string, content: Searchable, query: SearchQuery): Promise<readonly Found[]> {
    const brand = this.#brands.get(slug) ?? new BrandIndex(this.#engine, () => ++this.#made);
    this.#brands.set(slug, brand);
    if (brand.waiting >= maxWaiting) {
      throw new PortalError('busy', 'Too many searches of this brand wait at once. Try again in a moment.');
    }
    return brand.find(content, query);
  }

  /** Forgets a brand. The next search builds its index anew. */
  drop(slug: string): void {
    this.#brands.get(slug)?.drop();
    this.#brands.delete(slug);
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
