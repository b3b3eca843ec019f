import type { BrandContent } from '../content/brand-content.js';
import { type Catalog, pagesInOrder } from '../content/catalog/catalog.js';
import { sectionNames } from '../content/catalog/paths.js';
import { asStored } from '../content/file-codec.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import type { PageFile, TrashFile } from '../content/page.js';
import { PortalError } from '../lib/errors.js';
import { sortedBy } from '../lib/order.js';
import { readPage, readTrashed } from '../operations/engine/read-page.js';
import type { BrandRecord } from '../registry/records.js';
import { pathText } from '../store/git/tree.js';
import type { Snapshot } from '../store/snapshot.js';

/**
 * Everything in a brand at one commit, unaffected by concurrent writes.
 *
 * @throws `invalid` without settings
 */
export function contentOf(record: BrandRecord, snapshot: Snapshot<Catalog>, sanitizer: Sanitizer): BrandContent {
  const { slug, modules, api_enabled: apiEnabled } = record;
  const { commit, catalog } = snapshot;
  const { brand } = catalog;
  if (brand === null) throw new PortalError('invalid', `The brand.json of ${slug} is missing or damaged.`);
  return {
    slug,
    commit,
    modules,
    apiEnabled,
    brand,
    catalog,
    readPage: (page) => readPage(snapshot, page, sanitizer),
    readTrashed: (page) => readTrashed(snapshot, page, sanitizer),
  };
}

/** Every active page with its blocks, in navigation order, one by one. */
export async function* exportPages({ catalog, readPage }: BrandContent): AsyncGenerator<PageFile> {
  for (const record of pagesInOrder(catalog)) yield asStored('page', await readPage(record));
}

/**
 * The content except its active pages, as JSON: members have the shape that they have in the repository
 * (store/FORMAT.md), and the hashes of files; lists are in the order of their ids.
 */
export async function exportHead(content: BrandContent): Promise<object> {
  const { slug, commit, modules, apiEnabled, brand, catalog } = content;
  const { portal, colors, media, files, collections } = catalog;
  const { language, sections, categories, entries, trash, highestIds, problems } = catalog;
  const named = sectionNames.map((name) => [name, sections.get(name)?.content ?? {}]);
  const trashed: TrashFile[] = [];
  for (const record of byId(trash.values())) trashed.push(asStored('trash', await content.readTrashed(record)));
  return {
    format: 1,
    slug,
    commit,
    modules,
    api_enabled: apiEnabled,
    highest_page_id: highestIds.page,
    ...asStored('brand', brand),
    portal,
    colors: byId(colors.values()),
    media: byId(media.values()).map((medium) => ({ ...medium, file: files.get(medium.id) ?? null })),
    ...(collections.size > 0 && { collections: byId(collections.values()) }),
    corporate_language: { ...language, ...Object.fromEntries(named) },
    brand_context: { categories, entries: byId(entries.values()) },
    skipped_files: skippedFiles(problems),
    trash: trashed,
  };
}

/** Files that do not fit the format, which no answer shows. */
export function skippedFiles(problems: Catalog['problems']): { path: string; reason: string }[] {
  const files = [...problems].map(([name, reason]) => ({ path: pathText(name), reason }));
  return sortedBy(files, ({ path }) => path);
}

function byId<Item extends { readonly id: number | string }>(items: Iterable<Item>): Item[] {
  return sortedBy(items, ({ id }) => id);
}
