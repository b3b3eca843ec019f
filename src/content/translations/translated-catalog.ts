import { Map as PersistentMap } from 'immutable';
import { onOneLine } from '../../validation/json-hardening.js';
import type { Catalog } from '../catalog/catalog.js';
import { recordKey } from '../catalog/overlay-record.js';
import type { PageRecord } from '../catalog/page-record.js';
import { sectionKey, sectionNames, type Translated } from '../catalog/paths.js';
import { languageOf } from '../language-tags.js';
import { type TranslatedText, translateList, withRecordTexts } from './apply.js';
import { chainOf, chainOfPage } from './languages.js';
import { wordsIn } from './overlay.js';
import { type RecordSource, textsOfRecord } from './texts.js';

/** A catalog with the texts of a language, and those that are read in another one. */
interface TranslatedCatalog {
  readonly catalog: Catalog;
  /** Ids of what has a text in another language; of pages, only titles count. */
  readonly untranslated: Readonly<Record<Exclude<Translated['of'], 'portal'>, ReadonlySet<number | string>>>;
  /** Languages of titles that are not read in that of their page, by id. */
  readonly titles: ReadonlyMap<number, string>;
  /** Languages of the texts of the portal, by path. */
  readonly around: ReadonlyMap<string, string>;
}

const translated = new WeakMap<Catalog, Map<string, TranslatedCatalog>>();

/** The content as it is read in a language of the brand: titles and slugs of pages, colours, media, facts and the portal. */
export function translatedCatalog(catalog: Catalog, tag: string): TranslatedCatalog {
  const byTag = translated.get(catalog) ?? new Map<string, TranslatedCatalog>();
  translated.set(catalog, byTag);
  const made = byTag.get(tag) ?? translate(catalog, tag);
  byTag.set(tag, made);
  return made;
}

/** The overlays of a page in the order in which its texts are looked for. */
export function overlaysOf({ brand, translations }: Catalog, tag: string, page: Pick<PageRecord, 'id' | 'language'>) {
  const chain = brand === null ? [] : chainOfPage(chainOf(brand, tag), languageOf({ brand }, page));
  return chain.map((language) => ({ language, record: translations.get(language)?.pages.get(page.id) ?? null }));
}

/** Text of a page in which its lead is: the first one of a block of text, as the catalog has its texts. */
const leadBlock = /^(\S+) (?:\S+ )*html=/m;

/** The summary of a page in a language or, without one, its first sentence; `null`: as in its source. */
function sentenceOf(
  page: PageRecord,
  overlays: ReturnType<typeof overlaysOf>,
): Partial<Pick<PageRecord, 'summary' | 'lead'>> | null {
  for (const { record } of overlays) {
    if (record === null) continue;
    const { summary, lead } = record;
    if (page.summary !== null && summary?.text !== undefined) return { summary: onOneLine(summary.text) || null };
    const block = page.summary === null && lead !== null ? leadBlock.exec(page.texts)?.[1] : undefined;
    if (block !== undefined && lead?.startsWith(`${block} `)) return { lead: lead.slice(block.length + 1) };
  }
  return null;
}

/** The sections of the corporate language as they are read in a language, each whole. */
export function sectionsIn({ brand, sections }: Pick<Catalog, 'brand' | 'sections'>, tag: string) {
  const chain = brand === null ? [] : chainOfPage(chainOf(brand, tag), brand.language);
  return sectionNames.flatMap((name) => {
    for (const language of [...chain, null]) {
      const record = sections.get(sectionKey(name, language));
      if (record !== undefined) return [{ name, language: language ?? languageOf({ brand }), record }];
    }
    return [];
  });
}

function translate(catalog: Catalog, tag: string): TranslatedCatalog {
  const { brand } = catalog;
  const none = () => new Set<number | string>();
  const untranslated = { page: none(), color: none(), media: none(), entry: none() };
  const titles = new Map<number, string>();
  if (brand === null) return { catalog, untranslated, titles, around: new Map() };
  const { language } = brand;
  const chain = chainOfPage(chainOf(brand, tag), language);
  const textsOf = (source: RecordSource, id: number | string | null): TranslatedText[] => {
    const key = recordKey(source.kind, id);
    const overlays = chain.map((one) => ({
      language: one,
      overlay: catalog.translations.get(one)?.records.get(key)?.texts,
    }));
    const texts = translateList(textsOfRecord(source), language, overlays);
    const isWhole = texts.every((text) => !text.isWorded || text.language === tag);
    if (!isWhole && source.kind !== 'portal' && id !== null) untranslated[source.kind].add(id);
    return texts;
  };

  const { portal, collections, categories, media_categories } = catalog;
  const whole = { portal, collections: collections.values(), categories, media_categories };
  const around = new Map(textsOf({ kind: 'portal', value: whole }, null).map((text) => [text.path, text]));
  const named = (path: string, text: string): string => around.get(path)?.shown ?? text;
  const labelled = <Link extends { readonly label: string }>(links: readonly Link[], path: string): Link[] =>
    links.map((link, at) => ({ ...link, label: named(`${path}.${at}.label`, link.label) }));
  let pages = catalog.pages.asMutable();
  for (const page of catalog.pages.values()) {
    const overlays = overlaysOf(catalog, tag, page);
    const own = overlays[0]?.record ?? null;
    const title = overlays.find(({ record }) => record?.title?.text !== undefined);
    const isOwn = overlays.length === 0 || title?.language === tag || !/\p{L}/u.test(page.title);
    if (!isOwn) untranslated.page.add(page.id);
    if (title !== undefined) titles.set(page.id, title.language);
    const words = title?.record?.title;
    const sentence = sentenceOf(page, overlays);
    if (words == null && own?.slug == null && sentence === null) continue;
    const next = {
      ...page,
      title: words ? onOneLine(wordsIn(words)) : page.title,
      slug: own?.slug ?? page.slug,
      ...sentence,
    };
    pages = pages.set(page.id, next);
  }
  const sections = sectionsIn(catalog, tag);
  const document = chain.find((one) => catalog.documents.has(one));
  return {
    untranslated,
    titles,
    around: new Map([...around].map(([path, { language }]) => [path, language])),
    catalog: {
      ...catalog,
      pages: pages.asImmutable(),
      language: (document !== undefined && catalog.documents.get(document)) || catalog.language,
      sections: PersistentMap(sections.map(({ name, record }) => [name, record])),
      colors: catalog.colors.map((value) => withRecordTexts(value, textsOf({ kind: 'color', value }, value.id))),
      media: catalog.media.map((value) => withRecordTexts(value, textsOf({ kind: 'media', value }, value.id))),
      entries: catalog.entries.map((value) => withRecordTexts(value, textsOf({ kind: 'entry', value }, value.id))),
      collections: collections.map((one) => ({
        ...one,
        title: named(`collection-${one.id}.title`, one.title),
        text: one.text && named(`collection-${one.id}.text`, one.text),
      })),
      categories: categories.map((one) => ({ ...one, label: named(`category-${one.key}.label`, one.label) })),
      media_categories: {
        ...media_categories,
        items: media_categories.items.map((one) => ({
          ...one,
          name: named(`media-category-${one.id}.name`, one.name),
        })),
      },
      portal: {
        ...portal,
        sentence: named('sentence', portal.sentence),
        buttons: labelled(portal.buttons, 'buttons'),
        contact: portal.contact && { ...portal.contact, label: named('contact.label', portal.contact.label) },
        footer: { ...portal.footer, links: labelled(portal.footer.links, 'footer.links') },
      },
    },
  };
}
