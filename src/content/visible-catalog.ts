import { idsReferredTo } from './blocks/references.js';
import type { Visibility } from './brand.js';
import { type Catalog, emptyCatalog, type PageRecord, pagesInOrder, type Visitor } from './catalog/catalog.js';
import { IdMap } from './catalog/id-map.js';
import { paths } from './catalog/paths.js';
import { isAvailable } from './media.js';
import { navigationOf } from './navigation.js';

/** Visibilities of pages that viewers see. */
const shown: readonly Visibility[] = ['public', 'internal'];

/** The part of a brand that a visitor sees. It starts empty, so that a kind that is not added here is not shown. */
function select(catalog: Catalog, visitor: Visitor): Catalog {
  const { brand, colors, language, sections, altered } = catalog;
  const pages = new Map<number, PageRecord>();
  for (const page of pagesInOrder(catalog)) {
    // A missing chapter may have been hidden.
    const isReached = page.parent_id === null || pages.has(page.parent_id);
    if (isReached && shown.includes(page.visibility)) pages.set(page.id, page);
  }
  const filled = new Set<number | null>();
  for (const { id, type, parent_id } of [...pages.values()].reverse()) {
    if (type === 'container' && !filled.has(id)) pages.delete(id);
    else filled.add(parent_id);
  }
  const used = new Set([...pages.values()].flatMap(({ refs }) => idsReferredTo(refs, 'media')));
  const media = catalog.media.filter((medium, id) => used.has(id) && isAvailable(medium));
  const isCategory = (category: string): boolean => catalog.categories.some(({ key }) => key === category);
  const entries = catalog.entries.filter(({ verified, category }) => verified && isCategory(category));
  return {
    ...emptyCatalog,
    ...{ shownTo: visitor, brand, colors, media, entries, altered },
    ...(language.status === 'published' && { language, sections }),
    pages: IdMap.of(pages),
    navigation: navigationOf([...catalog.navigation.keys()].filter(({ id }) => pages.has(id))),
    files: catalog.files.filter((_, id) => media.has(id)).sortBy((_, id) => id),
    categories: catalog.categories.filter(({ key }) => entries.some(({ category }) => category === key)),
    problems: catalog.problems.filter((_, path) => path === paths.brand),
  };
}

const selected = new WeakMap<Catalog, Catalog>();

export function visibleCatalog(catalog: Catalog, visitor: Visitor): Catalog {
  const visible = selected.get(catalog) ?? select(catalog, visitor);
  selected.set(catalog, visible);
  return visible;
}
