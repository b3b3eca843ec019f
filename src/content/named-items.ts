import { isObject } from '../lib/json.js';
import { shortened } from '../lib/shortened.js';
import type { Catalog } from './catalog/catalog.js';
import { parsePath } from './catalog/paths.js';
import { type ContentItem, itemOf, parseTranslationId } from './content-item.js';

/** Item of content that a commit names in its trailer `Item`. */
export interface NamedItem extends ContentItem {
  readonly title: string | null;
}

/** Upper bound on the items that a commit names. */
const maxNamed = 20;

/** Characters of a title in a trailer. */
const titleLength = 100;

/** Items that a write changes, in the order in which it first changes each. */
export class NamedItems {
  readonly #items = new Map<string, NamedItem>();

  /** @param catalog before the write */
  constructor(private readonly catalog: Catalog) {}

  /** @param content of the file; `null` for a removed one */
  add(path: string, content: unknown): void {
    const item = itemOf(path);
    // Nearly every write changes the highest ids. Another file is only for clones.
    if (item.kind === 'ids' || item.kind === 'file') return;
    const name = `${item.kind} ${item.id}`;
    const isPointer = parsePath(path)?.kind === 'file';
    const title = (isPointer ? null : titleIn(item, content)) ?? this.#items.get(name)?.title ?? this.#oldTitle(item);
    this.#items.set(name, { ...item, title });
  }

  #oldTitle({ kind, id }: ContentItem): string | null {
    const of = kind === 'translation' ? parseTranslationId(String(id)) : null;
    if (of !== null) return this.#oldTitle({ kind: of.of, id: of.id });
    const { pages, trash, media, colors, collections, entries } = this.catalog;
    const number = Number(id);
    if (kind === 'page') return (pages.get(number) ?? trash.get(number))?.title ?? null;
    if (kind === 'media') return media.get(number)?.title ?? null;
    if (kind === 'color') return colors.get(number)?.name ?? null;
    if (kind === 'collection') return collections.get(number)?.title ?? null;
    return kind === 'entry' ? (entries.get(String(id))?.title ?? null) : null;
  }

  /**
   * Values of the trailers `Item`, and the number of all items.
   *
   * @param pagesFirst whether pages come before what was uploaded for them
   */
  named(pagesFirst = false): { readonly texts: readonly string[]; readonly count: number } {
    // Each change of a section also changes the version of the whole document; a medium may bring new tags.
    const hasSection = [...this.#items.values()].some(({ kind }) => kind === 'section');
    const hasMedium = [...this.#items.values()].some(({ kind }) => kind === 'media');
    const isOfNamedPage = ({ id }: NamedItem): boolean => {
      const of = parseTranslationId(String(id));
      return of?.of === 'page' && this.#items.has(`page ${of.id}`);
    };
    const isImplied = (item: NamedItem): boolean =>
      (item.kind === 'language' && hasSection) ||
      (item.kind === 'tags' && hasMedium) ||
      (item.kind === 'translation' && isOfNamedPage(item));
    const items = [...this.#items.values()].filter((item) => !isImplied(item));
    if (pagesFirst) items.sort((a, b) => Number(b.kind === 'page') - Number(a.kind === 'page'));
    return { texts: items.slice(0, maxNamed).map(itemText), count: items.length };
  }
}

function titleIn({ kind, id }: ContentItem, content: unknown): string | null {
  if (id === null || kind === 'section' || !isObject(content)) return null;
  const title = kind === 'color' ? content.name : content.title;
  return typeof title === 'string' ? title : null;
}

/** `page 42 "Logo usage"`. */
const itemText = ({ kind, id, title }: NamedItem): string =>
  [kind, ...(id === null ? [] : [id]), ...(title === null ? [] : [`"${shortened(title, titleLength)}"`])].join(' ');

const numberedForm = /^(page|media|color|collection) (\d{1,16})(?: "(.*)")?$/;
const namedForm = /^(section|entry|translation|language) ([\w/-]+)(?: "(.*)")?$/;
const singleForm = /^(brand|portal|language|categories|purged|tags|media_categories)$/;

/** Item that a trailer names; `null` for a text that this service does not write. */
export function parseItem(text: string): NamedItem | null {
  const [, number, id, title = null] = numberedForm.exec(text) ?? [];
  if (number !== undefined) return { kind: number as 'page', id: Number(id), title };
  const [, named, name = '', namedTitle = null] = namedForm.exec(text) ?? [];
  if (named !== undefined) return { kind: named as 'entry', id: name, title: namedTitle };
  const [, single] = singleForm.exec(text) ?? [];
  return single === undefined ? null : { kind: single as 'brand', id: null, title: null };
}
