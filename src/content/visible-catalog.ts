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
  const pages = selectPages(catalog, visitor);
  const used = new Set(mediaOfPortal(portal));
  for (const { refs } of pages.values()) for (const id of idsReferredTo(refs, 'media')) used.add(id);
  const media = catalog.media.filter((medium, id) => used.has(id) && isAvailable(medium));
  const isCategory = (category: string): boolean => catalog.categories.some(({ key }) => key === category);
  const entries = catalog.entries.filter(({ verified, category }) => visitor.facts && verified && isCategory(category));
  const isLanguageShown = visitor.language && language.status === 'published';
  return {
    ...emptyCatalog,
    ...(isLanguageShown && { language, sections }),
    shownTo: visitor,
    brand,
    portal,
    colors,
    media,
    entries,
    altered,
    pages: IdMap.of(pages),
    navigation: navigationOf([...catalog.navigation.keys()].filter(({ id }) => pages.has(id))),
    files: catalog.files.filter((_, id) => media.has(id)).sortBy((_, id) => id),
    categories: catalog.categories.filter(({ key }) => entries.some(({ category }) => category === key)),
    problems: catalog.problems.filter((_, path) => path === paths.brand),
  };
}

/** Pages that a visitor sees, in navigation order, without chapters that have no page for the visitor. */
function selectPages(catalog: Catalog, visitor: Visitor): ReadonlyMap<number, PageRecord> {
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
  return pages;
}

const selected = new WeakMap<Catalog, Map<string, Catalog>>();

export function visibleCatalog(catalog: Catalog, visitor: Visitor): Catalog {
  const byClass = selected.get(catalog) ?? new Map<string, Catalog>();
  selected.set(catalog, byClass);
  const visible = byClass.get(visitor.name) ?? select(catalog, visitor);
  byClass.set(visitor.name, visible);
  return visible;
}
