import { hash } from 'node:crypto';
import { Map as PersistentMap } from 'immutable';
import { newestFormat } from '../../lib/format.js';
import { fileSchemas, overlaySchemas } from '../file-format.js';
import { sectionSchemas } from '../language.js';
import { navigationOf } from '../navigation.js';
import { type Catalog, emptyCatalog, withSlug } from './catalog.js';
import { IdMap } from './id-map.js';
import { noTexts, type OverlayRecord, type TranslatedRecord } from './overlay-record.js';
import type { PageRecord, TrashRecord } from './page-record.js';

/** Follows the schemas. The number also changes whenever older catalogs could be read wrongly, and whenever `ingest` or the sanitiser gets stricter. */
export const catalogFormat = `catalog 17, ${hash('sha1', JSON.stringify([newestFormat, fileSchemas, overlaySchemas, sectionSchemas]))}`;

/** First line of a catalog as lines of JSON; those of the pages and of the trash follow. */
interface Head {
  readonly plain: Pick<Catalog, (typeof plainParts)[number]>;
  readonly maps: Record<(typeof smallMaps)[number], [unknown, unknown][]>;
}

type Line =
  | { readonly pages: PageRecord[] }
  | { readonly trash: TrashRecord[] }
  | { readonly language: string; readonly overlays: OverlayRecord[] }
  | { readonly language: string; readonly records: [string, TranslatedRecord][] };

const plainParts = [
  ...(['brand', 'portal', 'purged', 'tags', 'media_categories', 'language', 'categories'] as const),
  ...(['highestIds', 'markedIds'] as const),
] as const;
const smallMaps = [
  ...(['colors', 'media', 'files', 'doubles', 'collections', 'sections', 'documents', 'entries'] as const),
  ...(['problems', 'altered'] as const),
] as const;

/** A few milliseconds' work. */
const pagesInLine = 1000;

/** A catalog as lines of text, for a start without reading every file. */
export function* encodeCatalog(catalog: Catalog): Generator<string> {
  const { pages, trash, navigation } = catalog;
  const head: Head = {
    plain: Object.fromEntries(plainParts.map((name) => [name, catalog[name]])) as Head['plain'],
    maps: Object.fromEntries(smallMaps.map((name) => [name, [...catalog[name].entries()]])) as Head['maps'],
  };
  yield JSON.stringify(head);
  const ids = navigation.keysArray().map(({ id }) => id);
  for (let at = 0; at < ids.length; at += pagesInLine) {
    yield JSON.stringify({ pages: pages.pick(ids.slice(at, at + pagesInLine)) } satisfies Line);
  }
  const trashed = [...trash.values()];
  for (let at = 0; at < trashed.length; at += pagesInLine) {
    yield JSON.stringify({ trash: trashed.slice(at, at + pagesInLine) } satisfies Line);
  }
  for (const [language, { pages, records }] of catalog.translations) {
    yield JSON.stringify({ language, records: [...records] } satisfies Line);
    const overlays = [...pages.values()];
    for (let at = 0; at < overlays.length; at += pagesInLine) {
      yield JSON.stringify({ language, overlays: overlays.slice(at, at + pagesInLine) } satisfies Line);
    }
  }
}

/** @throws when the lines are not a catalog of this format */
export async function decodeCatalog(lines: AsyncIterable<string>): Promise<Catalog> {
  let head: Head | undefined;
  const places: PageRecord[] = [];
  let pages = IdMap.of<PageRecord>().asMutable();
  const trash = PersistentMap<number, TrashRecord>().asMutable();
  const slugs = PersistentMap<string, readonly number[]>().asMutable();
  let translations = emptyCatalog.translations;
  for await (const text of lines) {
    if (head === undefined) {
      head = JSON.parse(text) as Head;
      continue;
    }
    const line = JSON.parse(text) as Line;
    if ('language' in line) {
      const { language } = line;
      const known = translations.get(language) ?? noTexts;
      let { pages } = known;
      if ('overlays' in line) for (const overlay of line.overlays) pages = pages.set(overlay.id, overlay);
      const records = 'records' in line ? PersistentMap(line.records) : known.records;
      translations = translations.set(language, { pages, records });
      continue;
    }
    if ('pages' in line) {
      places.push(...line.pages);
      for (const page of line.pages) pages = pages.set(page.id, page);
    } else {
      for (const page of line.trash) trash.set(page.id, page);
    }
    for (const { slug, id } of 'pages' in line ? line.pages : line.trash) withSlug(slugs, slug, id);
  }
  if (head === undefined) throw new Error('A catalog without its first line');
  const { plain, maps } = head;
  return {
    ...emptyCatalog,
    ...plain,
    ...Object.fromEntries(smallMaps.map((name) => [name, PersistentMap(maps[name])])),
    pages: pages.asImmutable(),
    trash: trash.asImmutable(),
    navigation: navigationOf(places),
    slugs: slugs.asImmutable(),
    translations,
  };
}
