import type { Catalog } from '../../content/catalog/catalog.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import type { ContentPath } from '../../content/catalog/paths.js';
import { paths } from '../../content/catalog/paths.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import { canonicalTag, languageOf } from '../../content/language-tags.js';
import type { PageFile } from '../../content/page.js';
import { type Chain, type TranslatedPage, translatePage, untranslatedIn } from '../../content/translations/apply.js';
import { tagsFor } from '../../content/translations/languages.js';
import { emptyOverlay, type PageOverlay } from '../../content/translations/overlay.js';
import { overlaysOf, translatedCatalog } from '../../content/translations/translated-catalog.js';
import { invalidField } from '../../lib/errors.js';
import type { Snapshot } from '../../store/snapshot.js';
import { Type } from '../../validation/schema.js';
import { message } from '../../validation/violations.js';
import type { Answer, Contract } from './contract.js';
import { readPage, readVersion } from './read-page.js';
import type { Resource } from './resource.js';
import type { ReadView } from './view.js';

export const langQuery = Type.String({
  maxLength: 20,
  description:
    'Addition. Language of the texts, by its tag. Where a text is missing, that of the fallback or of the source is returned; ' +
    '`X-Untranslated` names the blocks, or the items of a list. 422 for a language that the brand does not have.',
});

/**
 * The language that a call names; `null` if it names none.
 *
 * @param page of which the call is: its own language is known, too
 * @throws `invalid` for a language that the caller does not see
 */
export function langIn(catalog: Catalog, sent: unknown, page?: Pick<PageRecord, 'language'>): string | null {
  const text = typeof sent === 'string' ? sent.trim() : sent;
  if (text === undefined || text === '') return null;
  const tag = typeof text === 'string' ? canonicalTag(text) : null;
  const known = tagsFor(catalog.brand, languageOf(catalog, page));
  if (tag !== null && known.includes(tag)) return tag;
  throw invalidField('lang', message.selected('lang', known));
}

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

/** An answer in a language, with its version and what its headers say. */
export function answerIn<Value>(
  answer: Answer<Value>,
  view: ReadView,
  lang: NonNullable<Resource['lang']>,
  { translated }: Pick<Contract, 'translated'>,
): Answer<Value> {
  const { value, listed, ...rest } = answer;
  const { tag } = lang;
  const resource = answer.resource && { ...answer.resource, lang };
  const { lastPage } = view;
  if (lastPage !== null && !Array.isArray(value)) return { ...rest, value, resource, ...languagesIn(lastPage) };
  const { untranslated } = translatedCatalog(view.snapshot.catalog, tag);
  const ids = listed ?? (Array.isArray(value) ? value.map(({ id }) => id) : []);
  const others = translated === undefined ? [] : ids.filter((id) => untranslated[translated].has(id));
  return { ...rest, value, resource, languages: [tag], untranslated: others };
}

/** Header values of a page in a language. */
export function languagesIn(page: PageInLanguage): Pick<Answer<unknown>, 'languages' | 'untranslated'> {
  const { texts, language, chain } = page;
  const shown = new Set([...texts.values()].flat().map((text) => text.language));
  const inTurn = new Set([language, ...chain.map((one) => one.language), ...shown]);
  const untranslated = untranslatedIn(texts, language).map((block) => (block === '' ? 'title' : block));
  return { languages: [...inTurn].filter((tag) => shown.has(tag)), untranslated };
}
