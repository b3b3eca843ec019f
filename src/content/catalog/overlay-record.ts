import { Map as PersistentMap } from 'immutable';
import { derived } from '../../lib/derived.js';
import { groupBy } from '../../lib/group-by.js';
import { firstSentence } from '../blocks/lead.js';
import type { FileContent } from '../file-format.js';
import { packOverlay } from '../translations/counts.js';
import type { PageOverlay, Texts, Translation } from '../translations/overlay.js';
import { IdMap } from './id-map.js';
import { paths } from './paths.js';

/** The translation of a page without the texts of its blocks, which stay in the repository. */
export interface OverlayRecord {
  /** Id of the page. */
  readonly id: number;
  readonly version: string;
  readonly title: Translation | null;
  readonly summary: Translation | null;
  /** Block of its first text and, after a blank, the first sentence of that, as `PageRecord.lead`; `null` without one. */
  readonly lead: string | null;
  readonly slug: string | null;
  /** Places and fingerprints, as `packOverlay` writes them. */
  readonly texts: string;
}

/** The texts of a colour, a medium, a fact or the portal. */
export interface TranslatedRecord {
  readonly version: string;
  readonly texts: Texts;
}

/** Everything in one language. */
interface LanguageTexts {
  readonly pages: IdMap<OverlayRecord>;
  /** Texts of records by `recordKey`. */
  readonly records: PersistentMap<string, TranslatedRecord>;
}

export type Translations = PersistentMap<string, LanguageTexts>;

export const noTexts: LanguageTexts = { pages: IdMap.of(), records: PersistentMap() };

export const recordKey = (of: 'color' | 'media' | 'entry' | 'portal', id: number | string | null): string =>
  id === null ? of : `${of} ${id}`;

export function overlayRecord(id: number, overlay: PageOverlay | OverlayRecord, version: string): OverlayRecord {
  if (!('blocks' in overlay)) return overlay;
  const { title = null, summary = null, slug = null, blocks } = overlay;
  return { id, version, title, summary, lead: leadIn(blocks), slug, texts: packOverlay(overlay) };
}

function leadIn(blocks: PageOverlay['blocks']): string | null {
  for (const [block, { html }] of Object.entries(blocks)) {
    const lead = html?.html === undefined ? null : firstSentence(html.html);
    if (lead !== null) return `${block} ${lead}`;
  }
  return null;
}

/** Files of the translations of a page. */
export const overlayPathsOf = ({ translations }: { readonly translations: Translations }, id: number): string[] =>
  [...translations].flatMap(([language, { pages }]) =>
    pages.has(id) ? [paths.translation(language, { of: 'page', id })] : [],
  );

interface SlugHolder {
  readonly id: number;
  readonly language: string;
}

/** Pages that have a slug in another language. */
export const holdersBySlug = derived((translations: Translations): ReadonlyMap<string, readonly SlugHolder[]> => {
  const holders = [...translations].flatMap(([language, { pages }]) =>
    pages.filter(({ slug }) => slug !== null).map(({ id, slug }) => ({ id, language, slug })),
  );
  return groupBy(holders, ({ slug }) => slug ?? '');
});

/** The translation of a page of which only the record is kept. */
export interface KeptOverlay {
  readonly kind: 'translation';
  readonly language: string;
  readonly of: 'page';
  readonly id: number;
  readonly value: OverlayRecord;
}

/** A language without any texts is none, so that catalogs are equal however they came about. */
export function withTexts(
  translations: Translations,
  file: Extract<FileContent<null>, { kind: 'translation' }> | KeptOverlay,
  version: string,
): Translations {
  const { language } = file;
  let { pages, records } = translations.get(language) ?? noTexts;
  if (file.of !== 'page') {
    const key = recordKey(file.of, file.id);
    records = file.value === null ? records.delete(key) : records.set(key, { version, ...file.value });
  } else if (file.value === null) pages = pages.delete(file.id);
  else pages = pages.set(file.id, overlayRecord(file.id, file.value, version));
  return pages.size + records.size === 0
    ? translations.delete(language)
    : translations.set(language, { pages, records });
}
