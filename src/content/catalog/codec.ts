import { Map as PersistentMap } from 'immutable';
import { navigationOf } from '../navigation.js';
import { type Catalog, emptyCatalog, type PageRecord, type TrashRecord } from './catalog.js';
import { IdMap } from './id-map.js';

/** Changes whenever catalogs written before could be read wrongly, and whenever `admit` or the sanitiser gets stricter. */
export const catalogFormat = 'catalog 5';

/** What cannot be derived from the rest, as JSON. */
interface Encoded {
  readonly plain: Pick<Catalog, 'brand' | 'language' | 'categories' | 'highestIds' | 'markedIds'>;
  readonly maps: Record<(typeof smallMaps)[number], [unknown, unknown][]>;
  /** In the order of `navigation`. */
  readonly pages: PageRecord[];
  readonly trash: TrashRecord[];
}

const smallMaps = ['colors', 'media', 'sections', 'entries', 'problems', 'altered'] as const;

/** A catalog as bytes, for a start without reading every file. */
export function encodeCatalog(catalog: Catalog): Buffer {
  const { brand, language, categories, highestIds, markedIds, pages, trash, navigation } = catalog;
  const encoded: Encoded = {
    plain: { brand, language, categories, highestIds, markedIds },
    maps: Object.fromEntries(smallMaps.map((name) => [name, [...catalog[name].entries()]])) as Encoded['maps'],
    pages: pages.pick(navigation.keysArray().map(({ id }) => id)),
    trash: [...trash.values()],
  };
  return Buffer.from(JSON.stringify(encoded));
}

/** @throws when the bytes are no catalog of this format */
export function decodeCatalog(bytes: Buffer): Catalog {
  const { plain, maps, pages, trash } = JSON.parse(bytes.toString('utf8')) as Encoded;
  const slugs = new Map<string, number[]>();
  for (const { id, slug } of [...pages, ...trash]) {
    const holders = slugs.get(slug);
    if (holders === undefined) slugs.set(slug, [id]);
    else holders.push(id);
  }
  for (const holders of slugs.values()) holders.sort((a, b) => a - b);
  return {
    ...emptyCatalog,
    ...plain,
    ...Object.fromEntries(smallMaps.map((name) => [name, PersistentMap(maps[name])])),
    pages: IdMap.of(pages.map((page) => [page.id, page])),
    trash: PersistentMap(trash.map((page) => [page.id, page])),
    navigation: navigationOf(pages),
    slugs: PersistentMap<string, readonly number[]>(slugs),
  };
}
