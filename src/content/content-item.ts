import { type ContentPath, parsePath, type Translated } from './catalog/paths.js';

/**
 * Item of content that files of a brand belong to, as people see it: a page is one, in the trash or not, and a medium with
 * its file is one.
 */
export interface ContentItem {
  readonly kind: Exclude<ContentPath['kind'], 'trash'> | 'file';
  /**
   * Number of a page, colour, medium or collection; name of a section or entry; `de/page-11` of a translation; `null` for an item that is one of its kind, and for a
   * file outside the format.
   */
  readonly id: number | string | null;
}

export interface ItemFiles<File> {
  readonly item: ContentItem;
  readonly files: readonly File[];
}

/** A file in two versions; `null` where it is missing. */
export interface FileVersions<Bytes = Buffer> {
  readonly path: string;
  readonly before: Bytes | null;
  readonly after: Bytes | null;
}

/** Whether a change touches the file of a medium and not its metadata. */
export function isOnlyFileOfMedium({ item, files }: ItemFiles<{ readonly path: string }>): boolean {
  return item.kind === 'media' && files.every(({ path }) => parsePath(path)?.kind === 'file');
}

/** Groups files by item, in the order in which each first appears. A page and its copy in the trash are one item. */
export function groupByItem<File extends { readonly path: string }>(files: Iterable<File>): ItemFiles<File>[] {
  const groups = new Map<string, { item: ContentItem; files: File[] }>();
  for (const file of files) {
    const item = itemOf(file.path);
    const key = `${item.kind} ${item.id ?? file.path}`;
    const group = groups.get(key) ?? { item, files: [] };
    groups.set(key, group);
    group.files.push(file);
  }
  return [...groups.values()];
}

/** `de/page-11`, `de/portal`. */
export const translationId = ({ language, of, id }: { readonly language: string } & Translated): string =>
  `${language}/${of}${id === null ? '' : `-${id}`}`;

/** Page or record that a translation is of, by its id. */
export function parseTranslationId(text: string): ({ readonly language: string } & Translated) | null {
  const [, language, of, id] = /^([A-Za-z\d-]+)\/(page|color|media|entry|portal)(?:-([a-z0-9-]+))?$/.exec(text) ?? [];
  if (language === undefined) return null;
  if (of === 'portal') return { language, of, id: null };
  if (id === undefined) return null;
  return of === 'entry' ? { language, of, id } : { language, of: of as 'page', id: Number(id) };
}

export function itemOf(path: string): ContentItem {
  const at = parsePath(path);
  if (at === null) return { kind: 'file', id: null };
  if (at.kind === 'file') return { kind: 'media', id: at.id };
  if (at.kind === 'trash') return { kind: 'page', id: at.id };
  if (at.kind === 'translation') return { kind: at.kind, id: translationId(at) };
  if (at.kind === 'section') return { kind: 'section', id: at.name };
  return { kind: at.kind, id: 'id' in at ? at.id : null };
}
