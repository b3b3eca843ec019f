import { isDeepStrictEqual } from 'node:util';
import { compare } from '../lib/order.js';
import { Exact, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import type { Module } from './brand.js';
import type { Catalog } from './catalog/catalog.js';
import { recordKey } from './catalog/overlay-record.js';
import { parsePath } from './catalog/paths.js';
import { type ContentItem, parseTranslationId, translationId } from './content-item.js';
import type { FileContent } from './file-format.js';
import { readAsStored } from './ingest.js';
import { isAvailable } from './media.js';
import { compareInNavigation } from './navigation.js';
import type { PageFile } from './page.js';

/** Kinds of items in the feed, in its order. */
export const feedKinds = ['brand', 'color', 'media', 'language', 'section', 'categories', 'entry', 'page'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** Kinds that are in the feed. A webhook for some kinds has none of the last: earlier programs know only the others. */
const allKinds = [...feedKinds, 'translation'] as const;
type AnyKind = (typeof allKinds)[number];

export const FeedItem = Exact(
  {
    kind: OneOf(allKinds, {
      description:
        '`language`: the document around the sections. `categories`: the categories of the brand context; when they changed, read the ' +
        'whole brand context again, since an entry is shown only with its category. A changed colour is reported as `color` and ' +
        'as `brand`, a changed section as `section` and as `language`. `translation`: the texts of something in another language.',
    }),
    id: Type.Unsafe<number | string | null>({
      type: ['integer', 'string', 'null'],
      description:
        'Number of a page, colour or medium, name of a section or entry, `de/page-11` of a translation; null if there is only one of the kind.',
    }),
    change: OneOf(['created', 'changed', 'moved', 'restored', 'deleted'], {
      description:
        '`moved`: a page that only has a new position. `changed`: also a change that was undone. `restored`: back from the trash. ' +
        '`deleted`: also withdrawn, or no longer verified.',
    }),
    version: Nullable(Type.String({ description: 'The ETag of a page or a section, without its quotes.' })),
    language: Type.Optional(
      Type.String({ description: 'Language of a translation, or of a section or document in a further language.' }),
    ),
    page: Type.Optional(Type.Integer({ description: 'Page of which it is the translation.' })),
  },
  { title: 'FeedItem', description: 'A change of one resource.' },
);
export type FeedItem = Static<typeof FeedItem>;

/** The module that a kind belongs to; `null` if every brand has it. */
export function moduleOf(kind: AnyKind): Module | null {
  if (kind === 'language' || kind === 'section') return 'corporate_language';
  return kind === 'categories' || kind === 'entry' ? 'brand_agent' : null;
}

/** Item whose changes the feed tells. */
export interface FollowedItem extends ContentItem {
  readonly kind: AnyKind;
}

export function isFollowed(item: ContentItem): item is FollowedItem {
  return allKinds.some((kind) => kind === item.kind);
}

/** The kind whose single answer contains all items of another. */
export const wholeOf: Partial<Readonly<Record<AnyKind, AnyKind>>> = { color: 'brand', section: 'language' };

export function allItems({
  colors,
  media,
  documents,
  sections,
  entries,
  pages,
  translations,
}: Catalog): FollowedItem[] {
  const each = (kind: AnyKind, ids: Iterable<number | string>): FollowedItem[] => [...ids].map((id) => ({ kind, id }));
  return [
    { kind: 'brand', id: null },
    ...each('color', colors.keys()),
    ...each('media', media.keys()),
    { kind: 'language', id: null },
    ...each('language', documents.keys()),
    ...each('section', sections.keys()),
    { kind: 'categories', id: null },
    ...each('entry', entries.keys()),
    ...each('page', pages.keys()),
    ...[...translations].flatMap(([language, texts]) => [
      ...each(
        'translation',
        [...texts.pages.keys()].map((id) => translationId({ language, of: 'page', id })),
      ),
      ...each(
        'translation',
        [...texts.records.keys()].map((key) => `${language}/${key.replace(' ', '-')}`),
      ),
    ]),
  ];
}

/** An item's files as they were; those that did not change are not among them. */
interface FeedFiles {
  readonly before: readonly { readonly path: string; readonly bytes: Buffer }[];
  /** Whether the change touches the file of a medium and not its metadata. */
  readonly isOnlyFileOfMedium?: boolean;
  /** The page's file now; `null` unless the item is a page that was there before. */
  readonly after: Buffer | null;
}

/** @returns `null` when readers saw nothing of it, then and now */
export function changeOf(
  item: FollowedItem,
  catalog: Catalog,
  { before, isOnlyFileOfMedium = false, after }: FeedFiles,
): FeedItem['change'] | null {
  if (isOnlyFileOfMedium) return isShownNow(item, catalog) ? 'changed' : null;
  const read = before.flatMap(({ path, bytes }) => readAsStored(parsePath(path), bytes) ?? []);
  const contents = read.filter(({ kind }) => kind !== 'file');
  const shown = contents.find(isShown);
  const isVisible = isShownNow(item, catalog);
  if (shown === undefined) {
    if (!isVisible) return null;
    return contents.some(({ kind }) => kind === 'trash') ? 'restored' : 'created';
  }
  if (!isVisible) return 'deleted';
  const now = after === null ? null : readAsStored({ kind: 'page', id: Number(item.id) }, after);
  return shown.kind === 'page' && now?.kind === 'page' && isMove(shown.value, now.value) ? 'moved' : 'changed';
}

/** Sorts deletions first, so that their slugs and places are free for the rest; then by kind, and pages in navigation order, chapters before their pages. */
export function inFeedOrder(items: FeedItem[], { pages }: Catalog): FeedItem[] {
  const rank = ({ kind, change }: FeedItem): number =>
    allKinds.indexOf(kind) - (change === 'deleted' ? allKinds.length : 0);
  return items.sort((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    if (a.kind === 'page' && a.change !== 'deleted') {
      return compareInNavigation(Number(a.id), Number(b.id), (id) => pages.get(id));
    }
    if (typeof a.id === 'number' && typeof b.id === 'number') return a.id - b.id;
    return compare(String(a.id), String(b.id));
  });
}

function isShown(content: FileContent): boolean {
  if (content.kind === 'entry') return content.value.verified;
  return content.kind === 'media' ? isAvailable(content.value) : content.kind !== 'trash';
}

/** A translation of what the reader sees. */
function isTranslationShown(id: string, catalog: Catalog): boolean {
  const named = parseTranslationId(id);
  const texts = named === null ? undefined : catalog.translations.get(named.language);
  if (named === null || texts === undefined) return false;
  if (named.of === 'page') return texts.pages.has(named.id) && catalog.pages.has(named.id);
  return texts.records.has(recordKey(named.of, named.id));
}

function isShownNow(item: FollowedItem, catalog: Catalog): boolean {
  const { kind, id } = item;
  const { colors, media, entries, pages, sections } = catalog;
  switch (kind) {
    case 'color':
      return colors.has(Number(id));
    case 'media':
      return isAvailable(media.get(Number(id)));
    case 'entry':
      return entries.get(String(id))?.verified === true;
    case 'page':
      return pages.has(Number(id));
    case 'translation':
      return isTranslationShown(String(id), catalog);
    case 'language':
      return id === null || catalog.documents.has(String(id));
    case 'section':
      return sections.some((_, name) => name === id);
    default:
      return true;
  }
}

function isMove(before: PageFile, after: PageFile): boolean {
  const { parent_id, position, updated_at } = after;
  if (before.parent_id === parent_id && before.position === position) return false;
  return isDeepStrictEqual({ ...before, parent_id, position, updated_at }, after);
}
