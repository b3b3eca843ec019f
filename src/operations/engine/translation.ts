import { allBlocks } from '../../content/blocks/block-tree.js';
import { withoutEmpty } from '../../content/blocks/empty.js';
import { fieldTextsOf } from '../../content/blocks/texts.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { type ContentPath, paths, type SectionName } from '../../content/catalog/paths.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import { languageOf } from '../../content/language-tags.js';
import type { PageFile } from '../../content/page.js';
import { type Chain, type TranslatedPage, translatePage, untranslatedIn } from '../../content/translations/apply.js';
import { emptyOverlay, type PageOverlay } from '../../content/translations/overlay.js';
import { overlaysOf, type sectionsIn } from '../../content/translations/translated-catalog.js';
import type { Snapshot } from '../../store/snapshot.js';
import { readPage, readVersion } from './read-page.js';

/** A page in a language, with the overlays that it was made of. */
export interface PageInLanguage extends TranslatedPage {
  readonly source: PageFile;
  readonly language: string;
  readonly chain: Chain<PageOverlay>;
}

export async function readTranslated(
  snapshot: Snapshot<Catalog>,
  record: PageRecord,
  language: string,
  sanitizer: Sanitizer,
): Promise<PageInLanguage> {
  const source = await readPage(snapshot, record, sanitizer);
  const chain: { language: string; overlay: PageOverlay }[] = [];
  for (const { language: tag, record: overlay } of overlaysOf(snapshot.catalog, language, record)) {
    const version = overlay?.version ?? null;
    chain.push({ language: tag, overlay: await readOverlay(snapshot, tag, record.id, version, sanitizer) });
  }
  return inLanguage(snapshot.catalog, source, language, chain);
}

export function inLanguage(
  catalog: Catalog,
  source: PageFile,
  language: string,
  chain: Chain<PageOverlay>,
): PageInLanguage {
  return { ...translatePage(source, languageOf(catalog, source), chain), source, language, chain };
}

/** A page in a language without what is empty in it, and without the texts of that. */
export function withoutEmptyIn(page: PageInLanguage): PageInLanguage {
  const blocks = withoutEmpty(page.page.blocks);
  const fields = allBlocks(blocks).flatMap((block) => fieldTextsOf(block).map(({ field }) => `${block.id} ${field}`));
  const kept = new Set(fields);
  const texts = [...page.texts].map(([block, list]) => {
    return [block, list.filter(({ path }) => block === '' || kept.has(`${block} ${path}`))] as const;
  });
  return { ...page, page: { ...page.page, blocks }, texts: new Map(texts) };
}

/** @param version `null`: there is none */
export async function readOverlay(
  { catalog, read }: Pick<Snapshot<Catalog>, 'catalog' | 'read'>,
  language: string,
  id: number,
  version: string | null,
  sanitizer: Sanitizer,
): Promise<PageOverlay> {
  if (version === null) return emptyOverlay;
  const at: ContentPath = { kind: 'translation', language, of: 'page', id };
  const isAltered = catalog.altered.has(paths.translation(language, { of: 'page', id }));
  const content = await readVersion(at, version, await read(version), sanitizer, !isAltered);
  if (content.kind === 'translation' && content.of === 'page') return content.value;
  throw new Error(`The translation of page ${id} is of another kind`);
}

/** Header values of sections of the corporate language; those without content have none. */
export function sectionLanguages(
  sections: ReturnType<typeof sectionsIn>,
  language: string,
  names: readonly SectionName[],
) {
  const found = sections.filter(({ name }) => names.includes(name));
  const shown = new Set(found.map((one) => one.language));
  const untranslated = found.flatMap((one) => (one.language === language ? [] : [one.name]));
  return { languages: shown.size === 0 ? [language] : [...shown], untranslated };
}

/** Header values of a page in a language. */
export function languagesIn(page: PageInLanguage) {
  const { texts, language, chain } = page;
  const worded = [...texts.values()].flat().filter((text) => text.isWorded);
  const shown = new Set(worded.length === 0 ? [language] : worded.map((text) => text.language));
  const inTurn = new Set([language, ...chain.map((one) => one.language), ...shown]);
  const untranslated = untranslatedIn(texts, language).map((block) => (block === '' ? 'title' : block));
  return { languages: [...inTurn].filter((tag) => shown.has(tag)), untranslated };
}
