import { Map as PersistentMap } from 'immutable';
import type { FileChange, Projection } from '../projection.js';
import { type References, references } from './blocks/references.js';
import { BrandColor, BrandFile } from './brand.js';
import { CategoriesFile, EntryFile } from './brand-context.js';
import { type ContentPath, parsePath, type SectionName } from './files.js';
import { LanguageFile, newLanguageFile, type Section } from './language.js';
import { MediaFile } from './media.js';
import { type Children, childrenOf, navigationOrder, positionBehind, withChild, withoutChild } from './navigation.js';
import { PageFile, type PageSummary, presentSummary, TrashFile } from './page.js';
import { Exact, misfit, type Static, type TSchema, Type } from './schema.js';
import { isExpired } from './trash.js';

/** What the catalog knows of a page; its blocks stay in the repository. */
export interface PageRecord extends PageSummary, References {
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

/** `ids.json`: written when the page with the highest id disappears, so that no id is handed out twice. */
export const IdsFile = Exact({ page_id: Type.Integer({ minimum: 0 }) });

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
  readonly pages: PersistentMap<number, PageRecord>;
  readonly trash: PersistentMap<number, TrashRecord>;
  readonly children: Children;
  /** Which pages, active or in the trash, hold a slug: one, unless foreign content says otherwise. */
  readonly slugs: PersistentMap<string, readonly number[]>;
  /** The highest page id ever seen. */
  readonly highestPageId: number;
  /** Files that do not fit the format, with the reason: reported and skipped. */
  readonly problems: PersistentMap<string, string>;
}

const empty: Catalog = {
  brand: null,
  colors: PersistentMap(),
  media: PersistentMap(),
  language: newLanguageFile,
  sections: PersistentMap(),
  categories: [],
  entries: PersistentMap(),
  pages: PersistentMap(),
  trash: PersistentMap(),
  children: PersistentMap(),
  slugs: PersistentMap(),
  highestPageId: 0,
  problems: PersistentMap(),
};

export const catalogProjection: Projection<Catalog> = { empty, apply };

/** Whether a page other than `except` holds the slug: an active one, or one that can still be restored. */
export function isSlugTaken(catalog: Catalog, slug: string, now: Date, except?: number): boolean {
  return (catalog.slugs.get(slug) ?? []).some((id) => {
    if (id === except) return false;
    const trashed = catalog.trash.get(id);
    return catalog.pages.has(id) || (trashed !== undefined && !isExpired(trashed, now));
  });
}

/** Every active page in navigation order. */
export function pagesInOrder({ pages, children }: Catalog): PageRecord[] {
  return navigationOrder(children, pages.keys()).map((id) => pages.get(id) as PageRecord);
}

/** The position of a page that comes to the end of a chapter, or of the top level. */
export function positionAtEnd({ pages, children }: Catalog, parent: number | null): string {
  return positionBehind(pages.get(childrenOf(children, parent).at(-1) ?? 0));
}

type Draft = { -readonly [Key in keyof Catalog]: Catalog[Key] };

function apply(catalog: Catalog, changes: Iterable<FileChange>): Catalog {
  const draft: Draft = { ...catalog };
  const maps = ['colors', 'media', 'entries', 'pages', 'trash', 'children', 'slugs', 'problems'] as const;
  for (const name of maps) Object.assign(draft, { [name]: draft[name].asMutable() });
  for (const change of changes) applyFile(draft, change);
  for (const name of maps) Object.assign(draft, { [name]: draft[name].asImmutable() });
  return draft;
}

function applyFile(draft: Draft, { path, content }: FileChange): void {
  const at = parsePath(path);
  if (at === null) {
    if (content === null) draft.problems = draft.problems.delete(path);
    else draft.problems = draft.problems.set(path, 'no file of the brand format');
    return;
  }
  forget(draft, at);
  draft.problems = draft.problems.delete(path);
  if (content === null) return;
  try {
    learn(draft, at, JSON.parse(decoder.decode(content.bytes)), content.version);
  } catch (error) {
    const reason = error instanceof Misfit ? error.message : 'not valid JSON';
    draft.problems = draft.problems.set(path, reason);
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

class Misfit extends Error {}

function fit<T extends TSchema>(schema: T, value: unknown, id?: number | string): Static<T> {
  const reason = misfit(schema, value);
  if (reason !== null) throw new Misfit(reason);
  if (id !== undefined && (value as { id: unknown }).id !== id) throw new Misfit('id differs from the file name');
  return value as Static<T>;
}

function learn(draft: Draft, at: ContentPath, value: unknown, version: string): void {
  switch (at.kind) {
    case 'brand':
      draft.brand = fit(BrandFile, value);
      return;
    case 'ids':
      draft.highestPageId = Math.max(draft.highestPageId, fit(IdsFile, value).page_id);
      return;
    case 'language':
      draft.language = fit(LanguageFile, value);
      return;
    case 'categories':
      draft.categories = fit(CategoriesFile, value);
      return;
    case 'section':
      draft.sections = draft.sections.set(at.name, { version, content: fit(Type.Object({}), value) as Section });
      return;
    case 'color':
      draft.colors = draft.colors.set(at.id, fit(BrandColor, value, at.id));
      return;
    case 'media':
      draft.media = draft.media.set(at.id, fit(MediaFile, value, at.id));
      return;
    case 'entry':
      draft.entries = draft.entries.set(at.id, fit(EntryFile, value, at.id));
      return;
    case 'page':
      learnPage(draft, fit(PageFile, value, at.id), version);
      return;
    case 'trash':
      learnTrash(draft, fit(TrashFile, value, at.id), version);
  }
}

function learnPage(draft: Draft, page: PageFile, version: string): void {
  const record: PageRecord = {
    ...presentSummary(page),
    ...references(page.blocks),
    position: page.position,
    version,
  };
  draft.pages = draft.pages.set(page.id, record);
  draft.children = withChild(draft.children, record, (id) => draft.pages.get(id) as PageRecord);
  holdSlug(draft, record);
}

function learnTrash(draft: Draft, page: TrashFile, version: string): void {
  const { position, deleted_at, deleted_by } = page;
  const record = { ...presentSummary(page), ...references(page.blocks), position, version, deleted_at, deleted_by };
  draft.trash = draft.trash.set(page.id, record);
  holdSlug(draft, record);
}

function holdSlug(draft: Draft, { id, slug }: PageRecord): void {
  draft.highestPageId = Math.max(draft.highestPageId, id);
  const holders = draft.slugs.get(slug) ?? [];
  draft.slugs = draft.slugs.set(
    slug,
    [...holders, id].sort((a, b) => a - b),
  );
}

function releaseSlug(draft: Draft, { id, slug }: PageRecord): void {
  const holders = draft.slugs.get(slug) ?? [];
  const rest = holders.toSpliced(holders.indexOf(id), 1);
  draft.slugs = rest.length === 0 ? draft.slugs.delete(slug) : draft.slugs.set(slug, rest);
}

function forget(draft: Draft, at: ContentPath): void {
  switch (at.kind) {
    case 'brand':
      draft.brand = null;
      return;
    case 'ids':
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
    case 'page': {
      const page = draft.pages.get(at.id);
      if (page === undefined) return;
      draft.children = withoutChild(draft.children, page);
      draft.pages = draft.pages.delete(at.id);
      releaseSlug(draft, page);
      return;
    }
    case 'trash': {
      const page = draft.trash.get(at.id);
      if (page === undefined) return;
      draft.trash = draft.trash.delete(at.id);
      releaseSlug(draft, page);
    }
  }
}
