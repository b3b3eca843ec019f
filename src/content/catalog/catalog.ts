import { Map as PersistentMap } from 'immutable';
import { formatNumbered, formatPath, newestFormat, parseFormat } from '../../lib/format.js';
import type { FileChange, Projection } from '../../lib/projection.js';
import { noted } from '../../lib/say.js';
import { withheldIn } from '../blocks/withheld.js';
import type { BrandColor, BrandFile } from '../brand.js';
import type { CategoriesFile, EntryFile } from '../brand-context.js';
import type { Collection } from '../collections.js';
import { type FileContent, fitFormat, formatOfFile, InvalidFile } from '../file-format.js';
import type { FilePointer } from '../files/pointer.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { htmlOf, type IngestedFile, ingest, parseFile } from '../ingest.js';
import { type LanguageFile, newLanguageFile, type Section } from '../language.js';
import type { MediaFile, OutsideMedium, PurgedFiles } from '../media.js';
import { type NamesFile, noNames } from '../media-names.js';
import {
  comparePlaces,
  endOf,
  type Navigation,
  navigationOf,
  navigationOrder,
  positionAfter,
  siblingBefore,
} from '../navigation.js';
import { newPortalFile, type PortalFile } from '../portal.js';
import type { Visitor } from '../visitors.js';
import { IdMap } from './id-map.js';
import { type HighestIds, higherIds, idsIn, type Numbered, noIds, numbered } from './ids.js';
import { putFile } from './medium-files.js';
import { type KeptOverlay, overlayRecord, type Translations, withTexts } from './overlay-record.js';
import { type PageRecord, pageRecord, type TrashRecord, trashRecord } from './page-record.js';
import { type ContentPath, idOf, isForClones, parsePath, paths, type SectionKey } from './paths.js';
import { isProvisional } from './provisional.js';

interface SectionRecord {
  readonly version: string;
  readonly content: Section;
}

/**
 * Everything about a brand that requests need at once: all small content, and of each page all but its blocks.
 * Derived only from the repository's files; never changed in place.
 */
export interface Catalog {
  /** Visitors that it is filtered for (`visible-catalog.ts`). Default: it holds everything. */
  readonly shownTo?: Visitor;
  /** In the catalog of a proposal's merge result, the pages that it changes, and the brand as it is. */
  readonly proposed?: { readonly pages: ReadonlySet<number>; readonly below: Catalog };
  /** Released media that may not be used at the instant that the content is for; in `media` they are not released (`validity.ts`). */
  readonly outside?: ReadonlyMap<number, OutsideMedium>;
  readonly brand: BrandFile | null;
  readonly portal: PortalFile;
  readonly colors: PersistentMap<number, BrandColor>;
  readonly media: PersistentMap<number, MediaFile>;
  readonly files: PersistentMap<number, FilePointer>;
  /** Pointers below an id whose first, by name, is that of the medium. */
  readonly doubles: PersistentMap<number, readonly FilePointer[]>;
  readonly purged: PurgedFiles;
  readonly tags: NamesFile;
  readonly media_categories: NamesFile;
  readonly collections: PersistentMap<number, Collection>;
  readonly language: LanguageFile;
  /** Sections in all languages. */
  readonly sections: PersistentMap<SectionKey, SectionRecord>;
  /** Documents of the corporate language in further languages. */
  readonly documents: PersistentMap<string, LanguageFile>;
  readonly categories: CategoriesFile;
  readonly entries: PersistentMap<string, EntryFile>;
  readonly pages: IdMap<PageRecord>;
  readonly trash: PersistentMap<number, TrashRecord>;
  readonly navigation: Navigation;
  /** Pages, active or in the trash, by slug: one, unless pushed content says otherwise. */
  readonly slugs: PersistentMap<string, readonly number[]>;
  /** Texts in other languages, also in those that the brand does not have. */
  readonly translations: Translations;
  readonly highestIds: HighestIds;
  readonly markedIds: HighestIds;
  /** Invalid files: files that do not have the format, with the reason. They are reported and skipped. */
  readonly problems: PersistentMap<string, string>;
  /** Files that are served altered, with the alterations that made them harmless. */
  readonly altered: PersistentMap<string, readonly string[]>;
}

export const emptyCatalog: Catalog = {
  brand: null,
  portal: newPortalFile,
  colors: PersistentMap(),
  media: PersistentMap(),
  files: PersistentMap(),
  doubles: PersistentMap(),
  purged: [],
  tags: noNames,
  media_categories: noNames,
  collections: PersistentMap(),
  language: newLanguageFile,
  sections: PersistentMap(),
  documents: PersistentMap(),
  categories: [],
  entries: PersistentMap(),
  pages: IdMap.of(),
  trash: PersistentMap(),
  navigation: navigationOf([]),
  slugs: PersistentMap(),
  translations: PersistentMap(),
  highestIds: noIds,
  markedIds: noIds,
  problems: PersistentMap(),
  altered: PersistentMap(),
};

/** Projection of a brand's files; pushed ones pass `ingest`, with this sanitiser. */
export function catalogProjection(sanitizer: Sanitizer): Projection<Catalog> {
  return {
    empty: emptyCatalog,
    format: { thing: 'brand', newest: newestFormat, of: (path, bytes) => formatNumbered(formatOfFile(path, bytes)) },
    apply: (catalog, changes) => applyOwn(catalog, finalOnly(changes)),
    applyExternal: async (catalog, changes) => apply(catalog, await checked(changes, sanitizer)),
    remember: ({ highestIds }) => ({ ...emptyCatalog, highestIds }),
  };
}

/** @throws for content that only a proposal can have */
function* finalOnly(changes: Iterable<FileChange>): Generator<FileChange> {
  for (const change of changes) {
    const at = change.content === null ? null : parsePath(change.path);
    if (at !== null && hasProvisionalId(at)) throw new Error(`${change.path} has a provisional id`);
    yield change;
  }
}

const hasProvisionalId = (at: ContentPath): boolean => Object.values(idOf(at)).some(isProvisional);

/** Applies changes that this service has made itself, also in a proposal: they need no check. */
export function applyOwn(catalog: Catalog, changes: Iterable<FileChange>): Catalog {
  return apply(catalog, trusted(changes));
}

/** Whether a highest id is known only in memory, because a push removed its holder. The next write records it in `ids.json`. */
export function isHighestIdUnmarked(catalog: Catalog): boolean {
  const { highestIds, markedIds, problems } = catalog;
  const { page, color, media, collection } = highestIds;
  const isKept = {
    page: catalog.pages.has(page) || catalog.trash.has(page),
    color: catalog.colors.has(color),
    media: catalog.media.has(media),
    collection: catalog.collections.has(collection),
  };
  const invalidFiles = {
    page: [paths.page(page), paths.trash(page)],
    color: [paths.color(color)],
    media: [paths.media(media)],
    collection: [paths.collection(collection)],
  };
  const isProblem = (kind: Numbered): boolean => invalidFiles[kind].some((path) => problems.has(path));
  return numbered.some((kind) => highestIds[kind] > markedIds[kind] && !isKept[kind] && !isProblem(kind));
}

export function pagesInOrder({ pages, navigation }: Catalog): PageRecord[] {
  return pages.pick(navigationOrder(navigation));
}

/** The position of a page that comes to the end of a chapter, or of the top level. */
export function positionAtEnd({ navigation }: Pick<Catalog, 'navigation'>, parent: number | null): string {
  return positionAfter(siblingBefore(navigation, endOf(parent)));
}

/** Content that a catalog keeps of a file of this service; for a page, its record. */
export interface KeptFile {
  readonly version: string;
  readonly content: FileContent | KeptPage;
  readonly altered: readonly string[];
}

type KeptPage =
  | { readonly kind: 'page'; readonly id: number; readonly value: PageRecord }
  | { readonly kind: 'trash'; readonly id: number; readonly value: TrashRecord }
  | KeptOverlay;

/** @throws InvalidFile */
export function keptOf(at: ContentPath, version: string, bytes: Buffer): KeptFile {
  const { content, altered } = readOwn(at, bytes);
  if (content.kind === 'page')
    return { version, content: { ...content, value: pageRecord(content.value, version) }, altered };
  if (content.kind === 'trash')
    return { version, content: { ...content, value: trashRecord(content.value, version) }, altered };
  if (content.kind === 'translation' && content.of === 'page')
    return { version, content: { ...content, value: overlayRecord(content.id, content.value, version) }, altered };
  return { version, content, altered };
}

/** `applyOwn` for files that were read before; `null` removes one. */
export function applyKept(catalog: Catalog, files: Iterable<readonly [path: string, file: KeptFile | null]>): Catalog {
  const changes = [...files].map(([path, file]): Change => {
    return { path, at: parsePath(path), file: file && { version: file.version, read: () => file } };
  });
  return apply(catalog, changes);
}

type MutableCatalog = { -readonly [Key in keyof Catalog]: Catalog[Key] };

interface Change {
  readonly path: string;
  readonly at: ContentPath | null;
  readonly file: { readonly version: string; readonly read: Reader } | null;
}

/** @throws InvalidFile */
type Reader = () => IngestedFile | KeptFile;

function changeOf({ path, content }: FileChange, readerOf: (at: ContentPath, bytes: Buffer) => Reader): Change {
  const at = parsePath(path);
  const read = at && content ? readerOf(at, content.bytes) : unknownFile;
  const isFormat = path === formatPath && content !== null && parseFormat(content.bytes) !== null;
  return { path, at, file: isFormat ? null : content && { version: content.version, read } };
}

const unknownFile: Reader = () => {
  throw new InvalidFile(noted`no file of the brand format`);
};

function* trusted(changes: Iterable<FileChange>): Generator<Change> {
  for (const change of changes) {
    yield changeOf(change, (at, bytes) => () => readOwn(at, bytes));
  }
}

/** @throws InvalidFile */
function readOwn(at: ContentPath, bytes: Buffer): IngestedFile {
  const { value, altered } = parseFile(at, bytes);
  return { content: fitFormat(at, value), altered: [...altered, ...withheldIn(bytes)] };
}

/** HTML is sanitised ahead, off the thread that answers requests. */
async function checked(changes: readonly FileChange[], sanitizer: Sanitizer): Promise<Change[]> {
  const texts: string[] = [];
  const files = changes.map((change) =>
    changeOf(change, (at, bytes) => {
      try {
        if (hasProvisionalId(at)) throw new InvalidFile(noted`ids from 1099511627776 on are those of proposals`);
        const parsed = parseFile(at, bytes);
        for (const text of htmlOf(parsed)) texts.push(text);
        return () => ingest(parsed, sanitizer);
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
  const draft: MutableCatalog = { ...catalog, navigation: catalog.navigation.clone() };
  for (const change of changes) applyFile(draft, change);
  return draft;
}

function applyFile(draft: MutableCatalog, { path, at, file }: Change): void {
  if (isForClones(path)) return;
  draft.problems = draft.problems.delete(path);
  draft.altered = draft.altered.delete(path);
  if (file === null) {
    if (at !== null) remove(draft, at);
    return;
  }
  // The id of an invalid file must not be given to another page either.
  if (at !== null) draft.highestIds = higherIds(draft.highestIds, idOf(at));
  try {
    const { content, altered } = file.read();
    update(draft, content, file.version);
    if (altered.length > 0) draft.altered = draft.altered.set(path, altered);
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error;
    if (at !== null) remove(draft, at);
    draft.problems = draft.problems.set(path, error.message);
  }
}

function remove(draft: MutableCatalog, at: ContentPath): void {
  const none: FileContent<null> = { ...at, value: null };
  update(draft, none, '');
}

/** @param file without a value when there is none, or it does not fit */
function update(draft: MutableCatalog, file: FileContent<null> | KeptPage, version: string): void {
  switch (file.kind) {
    case 'brand':
      draft.brand = file.value;
      return;
    case 'portal':
      draft.portal = file.value ?? newPortalFile;
      return;
    case 'ids':
      draft.markedIds = file.value === null ? noIds : idsIn(file.value);
      draft.highestIds = higherIds(draft.highestIds, draft.markedIds);
      return;
    case 'language':
      if (file.id !== null) draft.documents = put(draft.documents, file.id, file.value);
      else draft.language = file.value ?? newLanguageFile;
      return;
    case 'categories':
      draft.categories = file.value ?? [];
      return;
    case 'section':
      draft.sections = put(draft.sections, file.name, file.value && { version, content: file.value });
      return;
    case 'color':
      draft.colors = put(draft.colors, file.id, file.value);
      return;
    case 'media':
      draft.media = put(draft.media, file.id, file.value);
      return;
    case 'collection':
      draft.collections = put(draft.collections, file.id, file.value);
      return;
    case 'file':
      putFile(draft, file.id, file.name, file.value);
      return;
    case 'purged':
      draft.purged = file.value ?? [];
      return;
    case 'tags':
    case 'media_categories':
      draft[file.kind] = file.value ?? noNames;
      return;
    case 'entry':
      draft.entries = put(draft.entries, file.id, file.value);
      return;
    case 'page':
      putPage(draft, file.id, file.value && pageRecord(file.value, version));
      return;
    case 'trash':
      putTrashed(draft, file.id, file.value && trashRecord(file.value, version));
      return;
    case 'translation':
      draft.translations = withTexts(draft.translations, file, version);
  }
}

function put<Key, Value>(map: PersistentMap<Key, Value>, key: Key, value: Value | null): PersistentMap<Key, Value> {
  return value === null ? map.delete(key) : map.set(key, value);
}

/** Navigation gets the newest record even when a page keeps its place, so that the old one can be collected. */
function putPage(draft: MutableCatalog, id: number, record: PageRecord | null): void {
  const old = draft.pages.get(id);
  if (old !== undefined && (record === null || comparePlaces(old, record) !== 0)) draft.navigation.delete(old);
  if (record !== null) draft.navigation.set(record, undefined);
  draft.pages = record === null ? draft.pages.delete(id) : draft.pages.set(id, record);
  moveSlug(draft, id, old, record);
}

function putTrashed(draft: MutableCatalog, id: number, record: TrashRecord | null): void {
  const old = draft.trash.get(id);
  draft.trash = put(draft.trash, id, record);
  moveSlug(draft, id, old, record);
}

function moveSlug(draft: MutableCatalog, id: number, from: PageRecord | undefined, to: PageRecord | null): void {
  if (from?.slug === to?.slug) return;
  if (from !== undefined) {
    const holders = draft.slugs.get(from.slug) ?? [];
    const rest = holders.toSpliced(holders.indexOf(id), 1);
    draft.slugs = rest.length === 0 ? draft.slugs.delete(from.slug) : draft.slugs.set(from.slug, rest);
  }
  if (to !== null) draft.slugs = withSlug(draft.slugs, to.slug, id);
}

/** The pages by slug, with one more. Several share a slug only in pushed content. */
export function withSlug(slugs: Catalog['slugs'], slug: string, id: number): Catalog['slugs'] {
  const holders = slugs.get(slug);
  return slugs.set(slug, holders === undefined ? [id] : [...holders, id].sort((a, b) => a - b));
}
