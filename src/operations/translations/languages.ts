import type { Catalog } from '../../content/catalog/catalog.js';
import { pagesInOrder } from '../../content/catalog/catalog.js';
import { holdersBySlug, noTexts } from '../../content/catalog/overlay-record.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { paths, sectionOfKey, type Translated } from '../../content/catalog/paths.js';
import { languageOf } from '../../content/language-tags.js';
import { countTexts, type TextCounts } from '../../content/translations/counts.js';
import { BrandLanguage, maxLanguages, readLanguages, tagsOf } from '../../content/translations/languages.js';
import { derived } from '../../lib/derived.js';
import { invalidField } from '../../lib/errors.js';
import { compare } from '../../lib/order.js';
import { amount, say } from '../../lib/say.js';
import { Exact, Input, Nullable, OneOf, type Static, Type } from '../../validation/schema.js';
import { message, type Violations } from '../../validation/violations.js';
import { brandFileOf, saveBrand } from '../brand.js';
import { undescribed } from '../engine/contract.js';
import { fields, textParam } from '../engine/input.js';
import { read, write } from '../engine/operation.js';
import { resources } from '../engine/resource.js';

const counts = {
  texts: Type.Integer({ description: 'Texts with at least one letter.' }),
  missing: Type.Integer({ description: 'Texts without a translation into this language.' }),
  outdated: Type.Integer({ description: 'Translations of an earlier source.' }),
};

const Language = Exact(
  {
    ...BrandLanguage.properties,
    pages: Type.Integer({ description: 'Pages in other languages, which can be translated.' }),
    complete: Type.Integer({ description: 'Pages of which no text is missing.' }),
    ...counts,
  },
  { title: 'Language', description: 'A language of the brand, with counts of the pages that the caller sees.' },
);
export type Language = Static<typeof Language>;

/** The brand's own language first: it has counts if pages are in another language. */
export const listLanguages = read({
  name: 'languages.list',
  apiChapter: 'Translations',
  summary: 'List the languages (addition)',
  description: "The brand's own language, and the others in their order, with what is translated of the pages.",
  answers: Type.Array(Language),
  run({ catalog }) {
    const brand = brandFileOf({ catalog });
    const own = { tag: brand.language, shown: true, fallback: null };
    const value = [own, ...brand.languages].map((language) => ({ ...language, ...countsIn(catalog, language.tag) }));
    return { value, resource: resources.partly(value.map(({ tag }) => tag)), isPrivate: true };
  },
});

/** Texts of a page in a language; `null`: it is the source's. */
export function countsOfPage(catalog: Catalog, page: PageRecord, tag: string): TextCounts | null {
  if (languageOf(catalog, page) === tag) return null;
  const overlay = catalog.translations.get(tag)?.pages.get(page.id);
  const known = countsByOverlay(page);
  const key = overlay ?? none;
  const made = known.get(key) ?? countTexts(page.texts, overlay?.texts ?? '');
  known.set(key, made);
  return made;
}

const none = {};
const countsByOverlay = derived((_: PageRecord) => new WeakMap<object, TextCounts>());

const countsByTag = derived((_: Catalog) => new Map<string, ReturnType<typeof sumOf>>());

/** Texts of all pages in a language. */
export function countsIn(catalog: Catalog, tag: string) {
  const known = countsByTag(catalog);
  const made = known.get(tag) ?? sumOf(catalog, tag);
  known.set(tag, made);
  return made;
}

function sumOf(catalog: Catalog, tag: string) {
  const sum = { pages: 0, complete: 0, texts: 0, missing: 0, outdated: 0 };
  for (const page of catalog.pages.values()) {
    const found = countsOfPage(catalog, page, tag);
    if (found === null) continue;
    sum.pages += 1;
    if (found.missing === 0) sum.complete += 1;
    sum.texts += found.texts;
    sum.missing += found.missing;
    sum.outdated += found.outdated;
  }
  return sum;
}

const maxLimit = 1000;

const QueuedPage = Exact(
  {
    id: Type.Integer(),
    title: Type.String({ description: 'Title in the language of the page.' }),
    language: Type.String({ description: 'Language of the page.' }),
    parent_id: Nullable(Type.Integer()),
    ...counts,
    updated_at: Nullable(Type.String({ description: 'Time of the last change of the source.' })),
  },
  { title: 'QueuedPage', description: 'A page that is to be translated.' },
);
export type QueuedPage = Static<typeof QueuedPage>;

const QueueQuery = Input({
  state: Type.Optional(
    OneOf(['todo', 'missing', 'outdated', 'all'], {
      description: '`todo` (default): pages with missing or outdated texts. `all`: also those that are done.',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, description: 'Maximum number of pages.' })),
  after: Type.Optional(Type.Integer({ minimum: 1, description: 'Only pages after the one with this id. See `Link`.' })),
});

const isIn: Record<NonNullable<Static<typeof QueueQuery>['state']>, (counts: TextCounts) => boolean> = {
  todo: ({ missing, outdated }) => missing + outdated > 0,
  missing: ({ missing }) => missing > 0,
  outdated: ({ outdated }) => outdated > 0,
  all: () => true,
};

/**
 * The language that an address names.
 *
 * @throws `invalid`
 */
export function tagIn(catalog: Catalog, tag: string): string {
  const tags = tagsOf(brandFileOf({ catalog }));
  if (!tags.includes(tag)) throw invalidField('tag', message.selected('tag', tags));
  return tag;
}

export const listQueue = read({
  name: 'languages.queue',
  apiChapter: 'Translations',
  summary: 'List the pages to translate (addition)',
  description: 'Pages with texts that are missing or outdated in a language, the newest source first.',
  params: { tag: textParam('Language', 'The tag of a language.') },
  query: QueueQuery,
  strict: true,
  paged: true,
  answers: Type.Array(QueuedPage),
  refusals: ['fields'],
  run({ catalog }, { params, query: { state = 'todo', limit = maxLimit, after } }) {
    tagIn(catalog, params.tag);
    const pages = pagesInOrder(catalog).flatMap((page) => {
      const found = countsOfPage(catalog, page, params.tag);
      return found === null || !isIn[state](found) ? [] : [{ page, counts: found }];
    });
    pages.sort((a, b) => compare(b.page.updated_at ?? '', a.page.updated_at ?? ''));
    const at = after === undefined ? 0 : pages.findIndex(({ page }) => page.id === after) + 1;
    if (after !== undefined && at === 0)
      throw invalidField('after', 'This page is not in the list any more: begin again without `after`.');
    const listed = pages.slice(at, at + limit);
    const value = listed.map(({ page, counts }): QueuedPage => {
      const { id, title, parent_id, updated_at } = page;
      return { id, title, language: languageOf(catalog, page), parent_id, ...counts, updated_at };
    });
    const next = at + limit < pages.length ? { after: String(value.at(-1)?.id) } : undefined;
    return { value, resource: resources.commit, isPrivate: true, next };
  },
});

const LanguagesUpdate = Input({
  languages: Type.Array(BrandLanguage, { maxItems: maxLanguages }),
  /** Whether languages with texts are taken away. */
  with_texts: Type.Optional(Type.Boolean()),
});

/** Number of texts in a language; a section of the corporate language is one. */
export const textsIn = (catalog: Catalog, tag: string): number => {
  const { pages, records } = catalog.translations.get(tag) ?? noTexts;
  const ofPages = [...pages.values()].reduce((sum, { texts }) => sum + (texts.match(/[=]/g)?.length ?? 0), 0);
  const ofSections = [...catalog.sections.keys()].filter((key) => sectionOfKey(key).language === tag).length;
  return [...records.values()].reduce((sum, { texts }) => sum + Object.keys(texts).length, ofPages + ofSections);
};

/** All further languages in their order. The first one raises the format of the brand. */
export const setLanguages = write({
  name: 'languages.set',
  role: 'admin',
  isProposable: false,
  summary: 'Set the further languages of a brand: their order, whether visitors read them, and their fallbacks',
  body: fields(LanguagesUpdate),
  answers: undescribed<{ readonly languages: readonly BrandLanguage[] }>(),
  check(draft, { sent: { languages: sent = [], with_texts } }, violations) {
    const { catalog } = draft;
    const before = brandFileOf(draft);
    const languages = readLanguages(before.language, sent, violations);
    reportAddresses(catalog, before.language, languages, violations);
    const gone = before.languages.filter(({ tag }) => !languages.some((one) => one.tag === tag)).map(({ tag }) => tag);
    for (const tag of with_texts ? [] : gone) {
      const texts = textsIn(catalog, tag);
      const problem = say`${tag} has ${amount(texts)} texts. Only the history keeps them: confirm it with "with_texts".`;
      if (texts > 0) violations.add('languages', problem);
    }
    return { before, languages, gone };
  },
  expects: ({ slug }) => resources.brand(slug),
  apply(draft, { checked: { before, languages, gone } }) {
    for (const tag of gone) removeTexts(draft.catalog, tag, (path) => draft.remove(path));
    saveBrand(
      draft,
      { ...before, languages },
      `Set the languages: ${languages.map(({ tag }) => tag).join(', ') || 'none'}`,
    );
    return { value: { languages }, resource: resources.brand(draft.slug) };
  },
});

/** Reports tags that are the address of a page. The first language also takes that of the brand's own. */
function reportAddresses(
  catalog: Catalog,
  own: string,
  languages: readonly BrandLanguage[],
  violations: Violations,
): void {
  for (const [at, { tag }] of languages.entries()) {
    const field = `languages.${at}.tag`;
    const held = [tag, ...(at === 0 ? [own] : [])].find((one) => isAddress(catalog, one.toLowerCase()));
    if (held !== undefined)
      violations.add(field, message.selectedBecause(field, say`a page has the address ${held.toLowerCase()}`));
  }
}

const isAddress = ({ slugs, translations }: Catalog, slug: string): boolean =>
  slugs.has(slug) || holdersBySlug(translations).has(slug);

/** Removes the files of a language. */
function removeTexts(
  { translations, sections, documents }: Catalog,
  tag: string,
  remove: (path: string) => void,
): void {
  for (const key of sections.keys()) if (sectionOfKey(key).language === tag) remove(paths.section(key));
  if (documents.has(tag)) remove(paths.documentIn(tag));
  const { pages, records } = translations.get(tag) ?? noTexts;
  for (const { id } of pages.values()) remove(paths.translation(tag, { of: 'page', id }));
  for (const key of records.keys()) {
    const [of, id = null] = key.split(' ');
    remove(paths.translation(tag, { of, id } as Translated));
  }
}
