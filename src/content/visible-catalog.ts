import { idsReferredTo } from './blocks/references.js';
import { type Catalog, emptyCatalog, type PageRecord, pagesInOrder } from './catalog/catalog.js';
import { IdMap } from './catalog/id-map.js';
import { paths } from './catalog/paths.js';
import { isAvailable } from './media.js';
import { navigationOf } from './navigation.js';
import { mediaOfPortal } from './portal.js';
import type { Visitor } from './visitors.js';

/** The part of a brand that a visitor sees. It starts empty, so that a kind that is not added here is not shown. */
function select(catalog: Catalog, visitor: Visitor): Catalog {
  const { brand, portal, colors, language, sections, altered } = catalog;
  const pages = new Map<number, PageRecord>();
  const reached = new Set<number>();
  for (const page of pagesInOrder(catalog)) {
    // A missing chapter may have been hidden.
    const isReached = page.parent_id === null || reached.has(page.parent_id);
    // An internal chapter shows its title above a public page.
    const isShown =
      page.visibility === 'public' ||
      (page.visibility === 'internal' && (visitor.internal || page.type === 'container'));
    if (isReached && isShown) reached.add(page.id);
    // A previewed page is shown without the hidden chapters above it, and opens nothing below it.
    const isPreviewed = catalog.proposed?.has(page.id) && visitor.preview?.pages.has(page.id);
    if (isPreviewed || reached.has(page.id)) pages.set(page.id, page);
  }
  const filled = new Set<number | null>();
  for (const { id, type, parent_id } of [...pages.values()].reverse()) {
    if (type === 'container' && !filled.has(id)) pages.delete(id);
    else filled.add(parent_id);
  }
  const used = new Set(
    [...pages.values()].flatMap(({ refs }) => idsReferredTo(refs, 'media')).concat(mediaOfPortal(portal)),
  );
  const media = catalog.media.filter((medium, id) => used.has(id) && isAvailable(medium));
  const isCategory = (category: string): boolean => catalog.categories.some(({ key }) => key === category);
  const entries = catalog.entries.filter(({ verified, category }) => visitor.facts && verified && isCategory(category));
  return {
    ...emptyCatalog,
    ...{ shownTo: visitor, brand, portal, colors, media, entries, altered },
    ...(visitor.language && language.status === 'published' && { language, sections }),
    pages: IdMap.of(pages),
    navigation: navigationOf([...catalog.navigation.keys()].filter(({ id }) => pages.has(id))),
    files: catalog.files.filter((_, id) => media.has(id)).sortBy((_, id) => id),
    categories: catalog.categories.filter(({ key }) => entries.some(({ category }) => category === key)),
    problems: catalog.problems.filter((_, path) => path === paths.brand),
  };
}

const selected = new WeakMap<Catalog, Map<string, Catalog>>();

export function visibleCatalog(catalog: Catalog, visitor: Visitor): Catalog {
  const byClass = selected.get(catalog) ?? new Map<string, Catalog>();
  selected.set(catalog, byClass);
  const visible = byClass.get(visitor.name) ?? select(catalog, visitor);
  byClass.set(visitor.name, visible);
  return visible;
}
