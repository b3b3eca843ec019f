import { type ErrorText, noted } from '../lib/say.js';
import { lineBreaks } from '../validation/json-hardening.js';
import { message, type Violations } from '../validation/violations.js';
import { type ReferredKind, referredKinds } from './blocks/block-type.js';
import { type IsThere, idsReferredTo, referencesText, withoutReferences } from './blocks/references.js';
import type { Catalog } from './catalog/catalog.js';
import { holdersBySlug } from './catalog/overlay-record.js';
import type { PageRecord } from './catalog/page-record.js';
import { type Collection, collectionsOf } from './collections.js';
import { isEmptyChapter, isWithin } from './navigation.js';
import type { PageFile, PageType } from './page.js';
import { freeSlug, toSlug } from './slug.js';
import { isTagSlug } from './translations/languages.js';
import { isExpired } from './trash.js';

/**
 * Why a page cannot be below another; `null` when it can.
 *
 * @param moving the page, when it exists already
 */
export function parentProblem(
  { pages }: Pick<Catalog, 'pages'>,
  parent: number | null,
  moving?: number,
): 'missing' | 'no chapter' | 'inside itself' | null {
  if (parent === null) return null;
  const chapter = pages.get(parent);
  if (chapter === undefined) return 'missing';
  if (chapter.type !== 'container') return 'no chapter';
  const isInside = moving !== undefined && isWithin(parent, moving, (id) => pages.get(id)?.parent_id);
  return isInside ? 'inside itself' : null;
}

/**
 * Refuses a parent that the page cannot have.
 *
 * @param field that names the parent, or a page below it
 */
export function checkParent(
  catalog: Catalog,
  parent: number | null,
  field: string,
  violations: Violations,
  moving?: number,
): void {
  const problem = parentProblem(catalog, parent, moving);
  if (problem === null) return;
  const reason = {
    missing: catalog.trash.has(parent ?? 0) ? 'it is in the trash' : 'it does not exist',
    'no chapter': 'it is not a chapter',
    'inside itself':
      parent === moving
        ? 'it is the page itself, and a chapter cannot be inside itself'
        : 'it is inside the page, and a chapter cannot be inside itself',
  }[problem];
  violations.add(field, message.selectedBecause(field, reason));
}

export function mayCarryBlocks(type: PageType): boolean {
  return type !== 'container';
}

export function reportChapterBlocks(type: PageType, blocks: readonly unknown[] = [], violations: Violations): void {
  if (!mayCarryBlocks(type) && blocks.length > 0) violations.add('blocks', message.chapterBlocks('blocks'));
}

export function hasChildren({ navigation }: Catalog, id: number): boolean {
  return !isEmptyChapter(navigation, id);
}

/** Reports line breaks: a title or a slug is one line. */
export function reportLineBreaks(field: string, text: string | null | undefined, violations: Violations): void {
  if (typeof text === 'string' && lineBreaks.test(text)) violations.add(field, message.singleLine(field));
}

/** @param problemOf reason why a medium cannot be a cover; `null` if it can */
export function reportCover(
  cover: number | null | undefined,
  problemOf: (id: number) => ErrorText | null,
  violations: Violations,
): void {
  const problem = cover == null ? null : problemOf(cover);
  if (problem !== null) violations.add('cover', message.selectedBecause('cover', problem));
}

export function normalizedSlug(text: string, violations: Violations): string {
  reportLineBreaks('slug', text, violations);
  const slug = toSlug(text);
  if (slug === '')
    violations.add('slug', message.format('slug', 'it needs a letter or a digit that an address can have'));
  return slug;
}

/**
 * Whether a page other than `except` holds the slug, an active one or one that can still be restored, or a language of the brand does.
 *
 * @param language of a translation. A source's slug is also unlike those of all translations.
 */
export function isSlugTaken(catalog: Catalog, slug: string, now: Date, except?: number, language?: string): boolean {
  const translated = (holdersBySlug(catalog.translations).get(slug) ?? []).filter(
    (holder) => language === undefined || holder.language === language,
  );
  const ids = [...(catalog.slugs.get(slug) ?? []), ...translated.map(({ id }) => id)];
  return isTagSlug(catalog.brand, slug) || ids.some((id) => id !== except && holdsSlug(catalog, id, now));
}

/** The slug of a page in the trash is reserved while the page can be restored. */
export function holdsSlug({ pages, trash }: Catalog, id: number, now: Date): boolean {
  const trashed = trash.get(id);
  return pages.has(id) || (trashed !== undefined && !isExpired(trashed, now));
}

/**
 * The slug of a page: as it was sent, or made from the title. Slugs are unique in the brand; one is held by a page in the trash,
 * too, for as long as that can be restored.
 *
 * @param pageId the page, when it exists already
 * @param language of its translation
 * @returns `null` when there is no title to make it from
 */
export function slugOf(
  catalog: Catalog,
  { title, slug: sentSlug }: { title?: string; slug?: string | null },
  now: Date,
  violations: Violations,
  pageId?: number,
  language?: string,
): string | null {
  const isTaken = (slug: string): boolean => isSlugTaken(catalog, slug, now, pageId, language);
  if (sentSlug == null) return title === undefined ? null : freeSlug(title, isTaken);
  const slug = normalizedSlug(sentSlug, violations);
  if (slug !== '' && isTaken(slug)) violations.add('slug', message.taken('slug'));
  return slug;
}

/** Change that a page or collection of another time needs, so that the content it comes into keeps its rules. */
interface Alteration<Value = PageFile> {
  readonly problem: string;
  readonly forced: string;
  readonly change: Partial<Value>;
}

/** Losses of a page, or of the slug of a collection, by the rules of the content around it. */
export interface Losses {
  readonly parent: ReturnType<typeof parentProblem>;
  /** The one that has its slug, and a free one. */
  readonly slug: { readonly holder: number | undefined; readonly free: string } | null;
  /** Ids that are gone, by the kind that it refers to. */
  readonly gone: Readonly<Record<ReferredKind, readonly number[]>>;
}

/**
 * @param page of which only its references count
 * @param catalog with the page in it
 * @param mayRefer targets that it may refer to
 * @returns `null` if it loses nothing
 */
export function lossesOf(
  { id, parent_id, slug, refs }: Pick<PageRecord, 'id' | 'parent_id' | 'slug' | 'refs'>,
  catalog: Catalog,
  now: Date,
  mayRefer: IsThere,
): Losses | null {
  const isTaken = (name: string): boolean => isSlugTaken(catalog, name, now, id);
  const holders = [
    ...(catalog.slugs.get(slug) ?? []),
    ...(holdersBySlug(catalog.translations).get(slug) ?? []).map((one) => one.id),
  ];
  const holder = holders.find((other) => other !== id);
  const goneOf = (kind: ReferredKind) => idsReferredTo(refs, kind).filter((target) => !mayRefer[kind](target));
  const losses: Losses = {
    parent: parentProblem(catalog, parent_id, id),
    slug: isTaken(slug) ? { holder, free: freeSlug(slug, isTaken) } : null,
    gone: { media: goneOf('media'), color: goneOf('color'), collection: goneOf('collection') },
  };
  const { parent, slug: taken, gone } = losses;
  return parent === null && taken === null && Object.values(gone).flat().length === 0 ? null : losses;
}

/**
 * @param catalog with the page in it
 * @param mayRefer targets that it may refer to; default: all that exist
 */
export function alterationsOf(
  page: PageFile,
  catalog: Catalog,
  now: Date,
  mayRefer: IsThere = {
    media: (id) => catalog.media.has(id),
    color: (id) => catalog.colors.has(id),
    collection: (id) => catalog.collections.has(id),
  },
): Alteration[] {
  const losses = lossesOf({ ...page, refs: referencesText(page) }, catalog, now, mayRefer);
  return losses === null ? [] : alterationsFor(page, losses);
}

const forcedSlug = (slug: string): string => noted`its slug becomes "${slug}"`;

const noneGone = { media: [], color: [], collection: [] };

/**
 * Loss of the slug that a collection newly has; `null` if no other has it.
 *
 * @param former slug; `undefined` for a new one
 */
export function slugLossOf(
  { id, slug }: Pick<Collection, 'id' | 'slug'>,
  catalog: Catalog,
  former: string | undefined,
): Losses | null {
  const holderOf = (name: string) => collectionsOf(catalog).find((other) => other.slug === name && other.id !== id);
  const holder = slug === former ? undefined : holderOf(slug);
  if (holder === undefined) return null;
  const free = freeSlug(slug, (name) => holderOf(name) !== undefined);
  return { parent: null, slug: { holder: holder.id, free }, gone: noneGone };
}

export function slugAlterations({ slug: wanted }: Collection, { slug }: Losses): Alteration<Collection>[] {
  if (slug === null) return [];
  const problem = noted`its slug "${wanted}" belongs to collection ${String(slug.holder)} now`;
  return [{ problem, forced: forcedSlug(slug.free), change: { slug: slug.free } }];
}

const notedNames: Readonly<Record<ReferredKind, (id: number) => string>> = {
  media: (id) => noted`medium ${id}`,
  color: (id) => noted`colour ${id}`,
  collection: (id) => noted`collection ${id}`,
};

export function alterationsFor(page: PageFile, { parent, slug, gone }: Losses): Alteration[] {
  const alterations: Alteration[] = [];
  if (parent !== null) {
    const chapter =
      parent === 'inside itself'
        ? noted`its chapter, page ${String(page.parent_id)}, is inside it now`
        : noted`its chapter, page ${String(page.parent_id)}, no longer exists`;
    alterations.push({ problem: chapter, forced: noted`it comes to the top level`, change: { parent_id: null } });
  }
  if (slug !== null) {
    const taken =
      slug.holder === undefined
        ? noted`its slug "${page.slug}" is that of a language now`
        : noted`its slug "${page.slug}" belongs to page ${String(slug.holder)} now`;
    alterations.push({ problem: taken, forced: forcedSlug(slug.free), change: { slug: slug.free } });
  }
  const missing = referredKinds.flatMap((kind) => gone[kind].map((id) => notedNames[kind](id)));
  if (missing.length > 0) {
    const isThere: IsThere = {
      media: (id) => !gone.media.includes(id),
      color: (id) => !gone.color.includes(id),
      collection: (id) => !gone.collection.includes(id),
    };
    const change = withoutReferences(page, isThere);
    const named = noted`it refers to ${missing.reduce((all, one) => noted`${all} and ${one}`)}, which no longer exists`;
    alterations.push({ problem: named, forced: noted`it refers to it no longer`, change });
  }
  return alterations;
}
