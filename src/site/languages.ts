import type { Catalog } from '../content/catalog/catalog.js';
import type { PageRecord } from '../content/catalog/page-record.js';
import { languageOf } from '../content/language-tags.js';
import { tagsOf } from '../content/translations/languages.js';
import { translatedCatalog } from '../content/translations/translated-catalog.js';
import type { Actor } from '../operations/engine/access.js';
import { countsOfPage, type Language } from '../operations/translations/languages.js';
import { isAtLeast } from '../registry/records.js';

/** The languages in which a portal is read; empty for a brand that has only its own. */
export const languagesIn = ({ brand }: Catalog): readonly string[] =>
  brand === null || brand.languages.length === 0 ? [] : tagsOf(brand);

const read = new WeakMap<Catalog, Map<string, Catalog>>();

/**
 * The content as a portal shows it in a language. The language of a page is then that of its title, and the brand's that of the address.
 *
 * @param source as the reader sees it
 */
export function catalogIn(source: Catalog, tag: string): Catalog {
  const { brand } = source;
  const isOwn = tag === brand?.language;
  if (brand === null || (isOwn && !source.translations.get(tag)?.pages.size)) return source;
  const byTag = read.get(source) ?? new Map<string, Catalog>();
  read.set(source, byTag);
  const made = byTag.get(tag) ?? inLanguage(source, { ...brand, language: tag });
  byTag.set(tag, made);
  return made;
}

function inLanguage(source: Catalog, brand: NonNullable<Catalog['brand']>): Catalog {
  const { catalog, titles } = translatedCatalog(source, brand.language);
  let pages = catalog.pages.asMutable();
  for (const page of catalog.pages.values()) {
    const language = titles.get(page.id) ?? languageOf(source, source.pages.get(page.id));
    if (language !== page.language) pages = pages.set(page.id, { ...page, language });
  }
  return { ...catalog, brand, pages: pages.asImmutable() };
}

/** Whether a page has a text of a language, or is written in it. */
export function isWrittenIn(source: Catalog, page: PageRecord, tag: string): boolean {
  const counts = countsOfPage(source, page, tag);
  return counts === null || counts.missing < counts.texts || counts.texts === 0;
}

/** A language of the portal, as its switcher and search engines are told. */
export interface InLanguage {
  readonly tag: string;
  /** Address of the same place in it. */
  readonly href: string;
  /** Whether the place has texts of it, not only of others. */
  readonly isWritten: boolean;
  readonly isOriginal: boolean;
}

/** Whether a reader writes texts of a language, or of any. */
export const mayTranslate = ({ role, translates = [] }: Actor, tag?: string): boolean =>
  (role !== undefined && isAtLeast(role, 'editor')) ||
  (tag === undefined ? translates.length > 0 : translates.includes(tag));

/** Languages that a person translates into; that of the brand only if there are pages in another. */
export const listedLanguages = (
  { actor }: { readonly actor: Actor },
  [own, ...others]: readonly Language[],
): readonly Language[] =>
  (own !== undefined && own.pages > 0 ? [own, ...others] : others).filter(({ tag }) => mayTranslate(actor, tag));
