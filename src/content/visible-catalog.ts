import type { Map as PersistentMap } from 'immutable';
import { idsReferredTo } from './blocks/references.js';
import { type Catalog, emptyCatalog, pagesInOrder } from './catalog/catalog.js';
import { IdMap } from './catalog/id-map.js';
import type { PageRecord } from './catalog/page-record.js';
import { paths } from './catalog/paths.js';
import { isProvisional } from './catalog/provisional.js';
import { isAvailable } from './media.js';
import { type NamesFile, named } from './media-names.js';
import { comparePlaces, isWithin, navigationOf } from './navigation.js';
import { mediaOfPortal } from './portal.js';
import { freeSlug } from './slug.js';
import { tagsFor } from './translations/languages.js';
import { visibleBrand, visibleSections, visibleTranslations, withPageOf } from './translations/visible.js';
import type { Visitor } from './visitors.js';

/** The part of a brand that a visitor sees. It starts empty, so that a kind that is not added here is not shown. */
function select(whole: Catalog, visitor: Visitor): Catalog {
  const catalog = withPreview(whole, visitor);
  const { portal, colors, language, altered } = catalog;
  const brand = visibleBrand(catalog.brand, visitor.translates);
  const pages =
    catalog === whole ? visiblePages(catalog, visitor) : byId(visitor, withoutEmptyChapters(pagesInOrder(catalog)));
  const used = new Set(mediaOfPortal(portal));
  for (const { refs } of pages.values()) for (const id of idsReferredTo(refs, 'media')) used.add(id);
  const collections = catalog.collections.filter((one) => isShownTo(visitor, { ...one, type: 'guideline' }));
  for (const one of collections.values()) for (const id of one.media) used.add(id);
  const media = catalog.media
    .filter((medium, id) => used.has(id) && isAvailable(medium))
    .map((medium) => (medium.owner === null ? medium : { ...medium, owner: null }));
  const isCategory = (category: string): boolean => catalog.categories.some(({ key }) => key === category);
  const entries = catalog.entries.filter(({ verified, category }) => visitor.facts && verified && isCategory(category));
  const isLanguageShown = visitor.language && language.status === 'published';
  const shown = {
    brand,
    colors,
    media,
    entries,
    pages: IdMap.of(pages),
    media_categories: onlyUsed(
      catalog.media_categories,
      [...media.values()].map((medium) => medium.media_category_id),
    ),
    collections: collections.map((one) => ({ ...one, media: one.media.filter((id) => media.has(id)) })),
    categories: catalog.categories.filter(({ key }) => entries.some(({ category }) => category === key)),
  };
  return {
    ...emptyCatalog,
    ...shown,
    ...(isLanguageShown && {
      language,
      ...visibleSections(
        catalog,
        (tag) => tagsFor(brand, '').includes(tag) && catalog.documents.get(tag)?.status === 'published',
      ),
    }),
    translations: visibleTranslations(catalog.translations, shown),
    shownTo: visitor,
    portal,
    ...(catalog.outside && { outside: new Map([...catalog.outside].filter(([id]) => used.has(id))) }),
    tags: onlyUsed(
      catalog.tags,
      [...media.values()].flatMap(({ tags }) => tags),
    ),
    altered,
    navigation: navigationOf([...catalog.navigation.keys()].filter(({ id }) => pages.has(id))),
    files: catalog.files.filter((_, id) => media.has(id)).sortBy((_, id) => id),
    problems: catalog.problems.filter((_, path) => path === paths.brand),
  };
}

/** The names that visible media have. */
function onlyUsed(names: NamesFile, ids: readonly (number | null)[]): NamesFile {
  const used = new Set(ids.map((id) => named(names, id)));
  return { ...names, items: names.items.filter((name) => used.has(name)) };
}

/** Pages that a visitor sees, in navigation order, without chapters that have no page for the visitor. */
export function visiblePages(catalog: Catalog, visitor: Visitor): ReadonlyMap<number, PageRecord> {
  return byId(visitor, withoutEmptyChapters(reachedPages(catalog, visitor)));
}

/** A page as a visitor sees it: an internal chapter above a public page has no summary and no picture. */
function asShownTo({ internal, preview }: Visitor, page: PageRecord): PageRecord {
  if (internal || page.visibility !== 'internal' || preview?.pages.has(page.id)) return page;
  return { ...page, summary: null, cover: null, lead: null, refs: '', pictures: '' };
}

function byId(visitor: Visitor, pages: readonly PageRecord[]): ReadonlyMap<number, PageRecord> {
  return new Map(pages.map((page) => [page.id, asShownTo(visitor, page)]));
}

/** Pages that a visitor sees, in navigation order, with all chapters that may be shown above a page. */
function reachedPages(catalog: Catalog, visitor: Visitor): PageRecord[] {
  const reached = new Set<number>();
  return pagesInOrder(catalog).filter((page) => {
    const { id, parent_id } = page;
    // A missing chapter may have been hidden.
    if ((parent_id === null || reached.has(parent_id)) && isShownTo(visitor, page)) reached.add(id);
    return reached.has(id);
  });
}

/** Whether a visitor sees a page, if the chapters around it are shown. An internal chapter shows its title above a public page. */
export const isShownTo = (
  { internal }: Visitor,
  { type, visibility }: Pick<PageRecord, 'type' | 'visibility'>,
): boolean => visibility === 'public' || (visibility === 'internal' && (internal || type === 'container'));

/** @param pages in navigation order */
function withoutEmptyChapters(pages: readonly PageRecord[]): PageRecord[] {
  const filled = new Set<number | null>();
  const kept = pages.toReversed().filter(({ id, type, parent_id }) => {
    const isKept = type !== 'container' || filled.has(id);
    if (isKept) filled.add(parent_id);
    return isKept;
  });
  return kept.reverse();
}

/**
 * For a guest who previews a proposal: the brand as it is, with the listed pages as the proposal makes them. Nothing else is the
 * proposal's, and a listed page opens nothing: other pages are those that any guest sees.
 */
function withPreview(catalog: Catalog, visitor: Visitor): Catalog {
  const { proposed } = catalog;
  if (proposed === undefined || visitor.preview === undefined) return catalog;
  const { below } = proposed;
  const reached = reachedPages(below, visitor);
  const stored = new Set(withoutEmptyChapters(reached));
  const open = reached.filter((page) => page.visibility === 'public' || stored.has(page));
  const pages = new Map(open.map((page) => [page.id, page]));
  const listed: PageRecord[] = [];
  for (const id of visitor.preview.pages) {
    const page = catalog.pages.get(id);
    if (page !== undefined && !proposed.pages.has(id)) continue;
    pages.delete(id);
    if (page !== undefined) listed.push(page);
  }

  const slugs = new Set([...pages.values()].map(({ slug }) => slug));
  const { media, colors, files, collections, altered, translations } = below;
  const own = { media, colors, files, collections, altered, translations };
  for (const page of listed) {
    const { id, parent_id, refs } = page;
    const slug = slugs.has(page.slug) ? freeSlug(page.slug, (name) => slugs.has(name)) : page.slug;
    // The chapter may be inside the page still.
    const isInside = parent_id !== null && isWithin(parent_id, id, (inner) => pages.get(inner)?.parent_id);
    pages.set(id, { ...page, slug, parent_id: isInside ? null : parent_id });
    slugs.add(slug);
    const path = paths.page(id);
    own.altered = putOrDelete(own.altered, path, catalog.altered.get(path));
    own.translations = withPageOf(own.translations, catalog.translations, id);
    const named = idsReferredTo(refs, 'collection').filter(isProvisional);
    for (const collection of named)
      own.collections = putOrDelete(own.collections, collection, catalog.collections.get(collection));
    const inThem = named.flatMap((collection) => catalog.collections.get(collection)?.media ?? []);
    for (const medium of [...idsReferredTo(refs, 'media'), ...inThem].filter(isProvisional)) {
      own.media = putOrDelete(own.media, medium, catalog.media.get(medium));
      own.files = putOrDelete(own.files, medium, catalog.files.get(medium));
    }
    for (const color of idsReferredTo(refs, 'color').filter(isProvisional))
      own.colors = putOrDelete(own.colors, color, catalog.colors.get(color));
  }
  const navigation = navigationOf([...pages.values()].sort(comparePlaces));
  return { ...below, ...own, pages: IdMap.of(pages), navigation };
}

function putOrDelete<Key, Value>(map: PersistentMap<Key, Value>, key: Key, value: Value | undefined) {
  return value === undefined ? map.delete(key) : map.set(key, value);
}

const selected = new WeakMap<Catalog, Map<string, Catalog>>();

export function visibleCatalog(catalog: Catalog, visitor: Visitor): Catalog {
  const byClass = selected.get(catalog) ?? new Map<string, Catalog>();
  selected.set(catalog, byClass);
  const visible = byClass.get(visitor.name) ?? select(catalog, visitor);
  byClass.set(visitor.name, visible);
  return visible;
}
