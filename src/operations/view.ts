import type { Catalog, PageRecord } from '../content/catalog/catalog.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import type { PageFile } from '../content/page.js';
import { notFound } from '../errors.js';
import type { Snapshot } from '../store/snapshot.js';
import { readPage } from './read-page.js';

/** A brand at one commit, as operations read it. */
export class BrandView {
  constructor(
    readonly slug: string,
    readonly snapshot: Snapshot<Catalog>,
    readonly now: Date,
    readonly sanitizer: Sanitizer,
  ) {}

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
