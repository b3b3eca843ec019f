import { Map as PersistentMap } from 'immutable';
import type { Catalog } from '../catalog/catalog.js';
import { IdMap } from '../catalog/id-map.js';
import { noTexts, recordKey, type Translations } from '../catalog/overlay-record.js';
import { sectionOfKey } from '../catalog/paths.js';
import { onlyLanguages, tagsOf } from './languages.js';

/** Part of a brand that a reader sees: the rest of its translations is as if it did not exist. */
type Visible = Pick<
  Catalog,
  'brand' | 'pages' | 'colors' | 'media' | 'entries' | 'collections' | 'categories' | 'media_categories'
>;

const noTranslations: Translations = PersistentMap();

/** Translations of what a visitor sees, in the languages of the brand, which are filtered before. */
export function visibleTranslations(translations: Translations, visible: Visible): Translations {
  const { brand, pages, colors, media, entries, collections, categories, media_categories } = visible;
  if (brand === null || brand.languages.length === 0) return noTranslations;
  const named = new Set([
    ...[...colors.keys()].map((id) => recordKey('color', id)),
    ...[...media.keys()].map((id) => recordKey('media', id)),
    ...[...entries.keys()].map((id) => recordKey('entry', id)),
    recordKey('portal', null),
  ]);
  const owners = new Set([
    ...[...collections.keys()].map((id) => `collection-${id}`),
    ...categories.map(({ key }) => `category-${key}`),
    ...media_categories.items.map(({ id }) => `media-category-${id}`),
  ]);
  const isVisible = ([path]: [string, unknown]): boolean => {
    const [owner = ''] = path.split('.');
    return !/^(?:collection|category|media-category)-/.test(owner) || owners.has(owner);
  };
  return noTranslations.withMutations((shown) => {
    for (const tag of tagsOf(brand)) {
      const texts = translations.get(tag) ?? noTexts;
      const records = texts.records
        .filter((_, key) => named.has(key))
        .map((record, key) =>
          key === 'portal'
            ? { ...record, texts: Object.fromEntries(Object.entries(record.texts).filter(isVisible)) }
            : record,
        );
      const overlays = texts.pages.filter(({ id }) => pages.has(id));
      shown.set(tag, { pages: IdMap.of(overlays.map((overlay) => [overlay.id, overlay])), records });
    }
  });
}

/** Translations with those of one page from others. */
export const withPageOf = (translations: Translations, others: Translations, id: number): Translations =>
  [...new Set([...translations.keys(), ...others.keys()])].reduce((all, tag) => {
    const { pages, records } = all.get(tag) ?? noTexts;
    const overlay = others.get(tag)?.pages.get(id);
    return all.set(tag, { pages: overlay === undefined ? pages.delete(id) : pages.set(id, overlay), records });
  }, translations);

/** The settings of a brand without the languages that a caller does not see. */
export function visibleBrand(brand: Catalog['brand'], translates: readonly string[] = []): Catalog['brand'] {
  return brand && onlyLanguages(brand, ({ tag, shown }) => shown || translates.includes(tag));
}

/** An older catalog in which only languages are shown that are shown now. */
export function withLanguagesShownNow(older: Catalog, newest: Catalog): Catalog {
  if (older.brand === null || older.brand.languages.length === 0) return older;
  const shown = new Set(newest.brand?.languages.flatMap((one) => (one.shown ? one.tag : [])));
  const languages = older.brand.languages.map((one) => ({ ...one, shown: shown.has(one.tag) }));
  return { ...older, brand: { ...older.brand, languages } };
}

const filtered = new WeakMap<Catalog, Map<string, Catalog>>();

/** Sections and documents of the corporate language, without those of other languages. */
export function visibleSections(
  { sections, documents }: Pick<Catalog, 'sections' | 'documents'>,
  isShown: (language: string) => boolean,
): Pick<Catalog, 'sections' | 'documents'> {
  return {
    documents: documents.filter((_, language) => isShown(language)),
    sections: sections.filter((_, key) => {
      const { language } = sectionOfKey(key);
      return language === null || isShown(language);
    }),
  };
}

/** Everything but the languages that are not shown: for callers who only read. */
export function withShownLanguages(catalog: Catalog, translates: readonly string[] = []): Catalog {
  const brand = visibleBrand(catalog.brand, translates);
  if (brand === null || brand === catalog.brand) return catalog;
  const byClass = filtered.get(catalog) ?? new Map<string, Catalog>();
  filtered.set(catalog, byClass);
  const name = translates.join();
  const tags = new Set(tagsOf(brand));
  const visible = byClass.get(name) ?? {
    ...catalog,
    brand,
    translations: catalog.translations.filter((_, tag) => tags.has(tag)),
    ...visibleSections(catalog, (tag) => tags.has(tag)),
  };
  byClass.set(name, visible);
  return visible;
}
