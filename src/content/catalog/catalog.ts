import { Map as PersistentMap } from 'immutable';
import type { FileChange, Projection } from '../../projection.js';
import { type Admitted, admit, collectHtml, parseFile } from '../admit.js';
import type { BrandColor, BrandFile } from '../brand.js';
import type { CategoriesFile, EntryFile } from '../brand-context.js';
import { type FileContent, fitFormat, Misfit } from '../file-format.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { type LanguageFile, newLanguageFile, type Section } from '../language.js';
import type { MediaFile } from '../media.js';
import {
  comparePlaces,
  endOf,
  type Navigation,
  navigationOf,
  navigationOrder,
  positionBehind,
  siblingBefore,
} from '../navigation.js';
import type { PageFile, PageSummary, TrashFile } from '../page.js';
import { isExpired } from '../trash.js';
import { IdMap } from './id-map.js';
import { type HighestIds, higherIds, idsIn, type Numbered, noIds, numbered } from './ids.js';
import { type ContentPath, idOf, parsePath, paths, readmePath, type SectionName } from './paths.js';

/** What the catalog knows of a page; its blocks stay in the repository. */
export interface PageRecord extends PageSummary {
  readonly position: string;
  /** The version of the page's file: the page's ETag. */
  readonly version: string;
}

export interface TrashRecord extends PageRecord {
  readonly deleted_at: string;
  readonly deleted_by: string;
}

export interface SectionRecord {
  readonly version: string;
  readonly content: Section;
}

/**
 * Everything about a brand that requests need at once: all small content, and of each page all but its blocks.
 * Derived from the repository's files alone; never changed in place.
 */
export interface Catalog {
  readonly brand: BrandFile | null;
  readonly colors: PersistentMap<number, BrandColor>;
  readonly media: PersistentMap<number, MediaFile>;
  readonly language: LanguageFile;
  readonly sections: PersistentMap<SectionName, SectionRecord>;
  readonly categories: CategoriesFile;
  readonly entries: PersistentMap<string, EntryFile>;
  readonly pages: IdMap<PageRecord>;
  readonly trash: PersistentMap<number, TrashRecord>;
  readonly navigation: Navigation;
  /** Which pages, active or in the trash, hold a slug: one, unless foreign content says otherwise. */
  readonly slugs: PersistentMap<string, readonly number[]>;
  /** The highest ids ever seen. */
  readonly highestIds: HighestIds;
  /** Those that `ids.json` names. */
  readonly markedIds: HighestIds;
  /** Files that do not fit the format, with the reason: reported and skipped. */
  readonly problems: PersistentMap<string, string>;
  /** Files that are served otherwise than they are, with what was altered to make them harmless. */
  readonly altered: PersistentMap<string, readonly string[]>;
}

export const emptyCatalog: Catalog = {
  brand: null,
  colors: PersistentMap(),
  media: PersistentMap(),
  language: newLanguageFile,
  sections: PersistentMap(),
  categories: [],
  entries: PersistentMap(),
  pages: IdMap.of(),
  trash: PersistentMap(),
  navigation: navigationOf([]),
  slugs: PersistentMap(),
  highestIds: noIds,
  markedIds: noIds,
  problems: PersistentMap(),
  altered: PersistentMap(),
};

/** How a brand's files become its catalog; what did not come through the API passes `admit`, with this sanitiser. */
export function catalogProjection(sanitizer: Sanitizer): Projection<Catalog> {
  return {
    empty: emptyCatalog,
    apply: applyOwn,
    applyForeign: async (catalog, changes) => apply(catalog, await checked(changes, sanitizer)),
    remember: ({ highestIds }) => ({ ...emptyCatalog, highestIds }),
  };
}

/** Works in what this service has made itself: it is clean. */
export function applyOwn(catalog: Catalog, changes: Iterable<FileChange>): Catalog {
  return apply(catalog, trusted(changes));
}

/** Whether a page other than `except` holds the slug: an active one, or one that can still be restored. */
export function isSlugTaken(catalog: Catalog, slug: string, now: Date, except?: number): boolean {
  return (catalog.slugs.get(slug) ?? []).some((id) => id !== except && holdsSlug(catalog, id, now));
}

/** A page in the trash holds its slug for as long as it can be restored. */
export function holdsSlug({ pages, trash }: Catalog, id: number, now: Date): boolean {
  const trashed = trash.get(id);
  return pages.has(id) || (trashed !== undefined && !isExpired(trashed, now));
}

/** High-water mark to write: whether only memory knows a highest id, because what holds it was removed by a push. */
export function isHighestIdUnmarked(catalog: Catalog): boolean {
  const { highestIds, markedIds, problems } = catalog;
  const { page, color, media } = highestIds;
  const isKept = {
    page: catalog.pages.has(page) || catalog.trash.has(page),
    color: catalog.colors.has(color),
    media: catalog.media.has(media),
  };
  const misfits = {
    page: [paths.page(page), paths.trash(page)],
    color: [paths.color(color)],
    media: [paths.media(media)],
  };
  const isProblem = (kind: Numbered): boolean => misfits[kind].some((path) => problems.has(path));
  return numbered.some((kind) => highestIds[kind] > markedIds[kind] && !isKept[kind] && !isProblem(kind));
}

/** Every active page in navigation order. */
export function pagesInOrder({ pages, navigation }: Catalog): PageRecord[] {
  return pages.pick(navigationOrder(navigation));
}

/** The position of a page that comes to the end of a chapter, or of the top level. */
export function positionAtEnd({ navigation }: Catalog, parent: number | null): string {
  return positionBehind(siblingBefore(navigation, endOf(parent)));
}

type Draft = { -readonly [Key in keyof Catalog]: Catalog[Key] };

/** A file as it is worked into the catalog. */
interface Change {
  readonly path: string;
  readonly at: ContentPath | null;
  readonly content: { readonly version: string; readonly admitted: Reader } | null;
}

/** @throws Misfit */
type Reader = () => Admitted;

const noContent: Reader = () => {
  throw new Misfit('no file of the brand format');
};

function changeOf({ path, content }: FileChange, readerOf: (at: ContentPath, bytes: Buffer) => Reader): Change {
  const at = parsePath(path);
  if (content === null) return { path, at, content };
  return { path, at, content: { version: content.version, admitted: at ? readerOf(at, content.bytes) : noContent } };
}

function* trusted(changes: Iterable<FileChange>): Generator<Change> {
  for (const change of changes) {
    yield changeOf(change, (at, bytes) => () => {
      const { value, altered } = parseFile(at, bytes);
      return { content: fitFormat(at, value), altered };
    });
  }
}

/** HTML is sanitised ahead, away from what answers requests. */
async function checked(changes: readonly FileChange[], sanitizer: Sanitizer): Promise<Change[]> {
  const texts: string[] = [];
  const files = changes.map((change) =>
    changeOf(change, (at, bytes) => {
      try {
        const parsed = parseFile(at, bytes);
        collectHtml(parsed, texts);
        return () => admit(parsed, sanitizer);
      } catch (error) {
        return () => {
          throw error;
        };
      }
    }),
  );
  await sanitizer.prepare(texts);
  return files;
}

function apply(catalog: Catalog, changes: Iterable<Change>): Catalog {
  const draft: Draft = { ...catalog, navigation: catalog.navigation.clone() };
  for (const change of changes) applyFile(draft, change);
  return draft;
}

function applyFile(draft: Draft, { path, at, content }: Change): void {
  if (path === readmePath) return;
  draft.problems = draft.problems.delete(path);
  draft.altered = draft.altered.delete(path);
  if (content === null) {
    if (at !== null) forget(draft, at);
    return;
  }
  // Also by a file that does not fit: its id must not be given to another page.
  if (at !== null) draft.highestIds = higherIds(draft.highestIds, idOf(at));
  try {
    const { content: known, altered } = content.admitted();
    learn(draft, known, content.version);
    if (altered.length > 0) draft.altered = draft.altered.set(path, altered);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    if (at !== null) forget(draft, at);
    draft.problems = draft.problems.set(path, error.message);
  }
}

function learn(draft: Draft, content: FileContent, version: string): void {
  switch (content.kind) {
    case 'brand':
      draft.brand = content.value;
      return;
    case 'ids':
      draft.markedIds = idsIn(content.value);
      draft.highestIds = higherIds(draft.highestIds, draft.markedIds);
      return;
    case 'language':
      draft.language = content.value;
      return;
    case 'categories':
      draft.categories = content.value;
      return;
    case 'section':
      draft.sections = draft.sections.set(content.name, { version, content: content.value });
      return;
    case 'color':
      draft.colors = draft.colors.set(content.id, content.value);
      return;
    case 'media':
      draft.media = draft.media.set(content.id, content.value);
      return;
    case 'entry':
      draft.entries = draft.entries.set(content.id, content.value);
      return;
    case 'page':
      replacePage(draft, content.id, pageRecord(content.value, version));
      return;
    case 'trash':
      replaceTrashed(draft, content.id, trashRecord(content.value, version));
  }
}

/** What the catalog says when a file is not there, or does not fit. */
function forget(draft: Draft, at: ContentPath): void {
  switch (at.kind) {
    case 'brand':
      draft.brand = null;
      return;
    case 'ids':
      draft.markedIds = noIds;
      return;
    case 'language':
      draft.language = newLanguageFile;
      return;
    case 'categories':
      draft.categories = [];
      return;
    case 'section':
      draft.sections = draft.sections.delete(at.name);
      return;
    case 'color':
      draft.colors = draft.colors.delete(at.id);
      return;
    case 'media':
      draft.media = draft.media.delete(at.id);
      return;
    case 'entry':
      draft.entries = draft.entries.delete(at.id);
      return;
    case 'page':
      replacePage(draft, at.id, null);
      return;
    case 'trash':
      replaceTrashed(draft, at.id, null);
  }
}

/** Puts a page in its place, or takes it out. Navigation holds the newest record also of one that stays: the old one is let go. */
function replacePage(draft: Draft, id: number, record: PageRecord | null): void {
  const old = draft.pages.get(id);
  if (old !== undefined && (record === null || comparePlaces(old, record) !== 0)) draft.navigation.delete(old);
  if (record !== null) draft.navigation.set(record, undefined);
  draft.pages = record === null ? draft.pages.delete(id) : draft.pages.set(id, record);
  moveSlug(draft, id, old, record);
}

function replaceTrashed(draft: Draft, id: number, record: TrashRecord | null): void {
  const old = draft.trash.get(id);
  draft.trash = record === null ? draft.trash.delete(id) : draft.trash.set(id, record);
  moveSlug(draft, id, old, record);
}

function moveSlug(draft: Draft, id: number, from: PageRecord | undefined, to: PageRecord | null): void {
  if (from?.slug === to?.slug) return;
  if (from !== undefined) {
    const holders = draft.slugs.get(from.slug) ?? [];
    const rest = holders.toSpliced(holders.indexOf(id), 1);
    draft.slugs = rest.length === 0 ? draft.slugs.delete(from.slug) : draft.slugs.set(from.slug, rest);
  }
  if (to !== null) {
    const holders = draft.slugs.get(to.slug);
    draft.slugs = draft.slugs.set(to.slug, holders === undefined ? [id] : [...holders, id].sort((a, b) => a - b));
  }
}

/** Member by member: of spread objects, each would get a hidden class of its own, larger than the record. */
function pageRecord(page: PageFile, version: string): PageRecord {
  const { id, title, slug, type, parent_id, nav_expansion, visibility, updated_at, position } = page;
  return { id, title, slug, type, parent_id, nav_expansion, visibility, updated_at, position, version };
}

function trashRecord(page: TrashFile, version: string): TrashRecord {
  return { ...pageRecord(page, version), deleted_at: page.deleted_at, deleted_by: page.deleted_by };
}
