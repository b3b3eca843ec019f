import type { Catalog } from '../content/catalog/catalog.js';
import type { PageRecord } from '../content/catalog/page-record.js';
import { derived } from '../lib/derived.js';

/**
 * The pages of a catalog by their slugs. Of two with one slug, which only a push brings, the one with the lower id
 * counts.
 */
export const pagesBySlug = derived(({ pages }: Catalog): ReadonlyMap<string, PageRecord> => {
  const bySlug = new Map<string, PageRecord>();
  for (const page of pages.values()) {
    const other = bySlug.get(page.slug);
    if (other === undefined || page.id < other.id) bySlug.set(page.slug, page);
  }
  return bySlug;
});
