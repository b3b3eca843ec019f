import type { BrandContent } from '../content/brand-content.js';
import { type Catalog, pagesInOrder } from '../content/catalog/catalog.js';
import { noTexts } from '../content/catalog/overlay-record.js';
import { sectionKey, sectionNames } from '../content/catalog/paths.js';
import { asStored } from '../content/file-codec.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import type { PageFile, TrashFile } from '../content/page.js';
import { tagsOf } from '../content/translations/languages.js';
import type { PageOverlay } from '../content/translations/overlay.js';
import { PortalError } from '../lib/errors.js';
import { compare, sortedBy } from '../lib/order.js';
import { readPage, readTrashed } from '../operations/engine/read-page.js';
import { readOverlay } from '../operations/engine/translation.js';
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
    readOverlay: (language, { id, version }) => readOverlay(snapshot, language, id, version, sanitizer),
  };
}

interface ExportedPage extends PageFile {
  /** Texts by language. */
  readonly translations?: Readonly<Record<string, PageOverlay>>;
}

/** Every active page with its blocks and translations, in navigation order, one by one. */
export async function* exportPages({
  brand,
  catalog,
  readPage,
  readOverlay,
}: BrandContent): AsyncGenerator<ExportedPage> {
  for (const record of pagesInOrder(catalog)) {
    const translations: Record<string, PageOverlay> = {};
    for (const tag of tagsOf(brand)) {
      const overlay = catalog.translations.get(tag)?.pages.get(record.id);
      if (overlay !== undefined) translations[tag] = await readOverlay(tag, overlay);
    }
    const page = asStored('page', await readPage(record));
    yield Object.keys(translations).length === 0 ? page : { ...page, translations };
  }
}

/** Texts of colours, media, facts and the portal by language, then by what they are of, such as `color 1`. */
function exportTexts({ brand, catalog }: BrandContent): object {
  const texts = tagsOf(brand).map((tag) => {
    const { records } = catalog.translations.get(tag) ?? noTexts;
    return [
      tag,
      Object.fromEntries([...records].sort(([a], [b]) => compare(a, b)).map(([key, { texts }]) => [key, texts])),
    ];
  });
  return Object.fromEntries(texts.filter(([, records]) => Object.keys(Object(records)).length > 0));
}

/** The corporate language in a language, with its sections: in another than the brand's own, those that there are. */
function exportLanguage({ language, documents, sections }: Catalog, tag: string | null): object {
  const named = sectionNames.flatMap((name) => {
    const content = sections.get(sectionKey(name, tag))?.content ?? (tag === null ? {} : null);
    return content === null ? [] : [[name, content]];
  });
  return { ...(tag === null ? language : documents.get(tag)), ...Object.fromEntries(named) };
}

/** The corporate language in the further languages that have one, by tag. */
const exportLanguages = ({ brand, catalog }: BrandContent): object =>
  Object.fromEntries(
    brand.languages
      .map(({ tag }) => [tag, exportLanguage(catalog, tag)])
      .filter(([, one]) => Object.keys(Object(one)).length > 0),
  );

/**
 * The content except its active pages, as JSON: members have the shape that they have in the repository
 * (store/FORMAT.md), and the hashes of files; lists are in the order of their ids.
 */
export async function exportHead(content: BrandContent): Promise<object> {
  const { slug, commit, modules, apiEnabled, brand, catalog } = content;
  const { portal, colors, media, files, collections } = catalog;
  const { categories, entries, trash, highestIds, problems } = catalog;
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
    ...(brand.languages.length > 0 && {
      translations: exportTexts(content),
      corporate_languages: exportLanguages(content),
    }),
    corporate_language: exportLanguage(catalog, null),
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
