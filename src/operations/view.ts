import { type Module, modules } from '../content/brand.js';
import type { Catalog, PageRecord } from '../content/catalog/catalog.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import type { PageFile } from '../content/page.js';
import { notFound } from '../errors.js';
import type { Searchable } from '../search/brand-index.js';
import type { Found, SearchQuery } from '../search/document.js';
import type { Search } from '../search/search.js';
import type { Past } from '../store/past.js';
import type { Snapshot } from '../store/snapshot.js';
import { readPage } from './read-page.js';

/** A brand at one commit, as operations read it. */
export class BrandView {
  constructor(
    readonly slug: string,
    readonly snapshot: Snapshot<Catalog>,
    readonly now: Date,
    readonly sanitizer: Sanitizer,
    readonly modulesShown: readonly string[] = modules,
    private readonly search?: Search,
    private readonly past?: Past<Catalog>,
  ) {}

  /** What the brand was at the commits before this one. */
  get history(): Past<Catalog> {
    if (this.past === undefined) throw new Error('Only an operation that reads what is now can look into the past');
    return this.past;
  }

  /** Whether the brand has the module: an answer that spans modules leaves out the others. */
  shows(module: Module): boolean {
    return this.modulesShown.includes(module);
  }

  /** Full-text search in what `content` has of this brand. @throws `busy`, `unavailable` */
  find(content: Searchable, query: SearchQuery): Promise<readonly Found[]> {
    if (this.search === undefined) throw new Error('Only an operation that reads can search');
    return this.search.find(this.slug, content, query);
  }

  get catalog(): Catalog {
    return this.snapshot.catalog;
  }

  /** @throws `not_found` unless it is the id of an active page of this brand */
  pageRecord(id: number): PageRecord {
    const record = this.catalog.pages.get(id);
    if (record === undefined) throw notFound('Page');
    return record;
  }

  /** @throws `not_found` unless it is the id of an active page of this brand */
  async page(id: number): Promise<PageFile> {
    return this.readPage(this.pageRecord(id));
  }

  readPage(record: PageRecord): Promise<PageFile> {
    return readPage(this.snapshot, record, this.sanitizer);
  }
}
