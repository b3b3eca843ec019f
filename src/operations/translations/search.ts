import { languageOf } from '../../content/language-tags.js';
import { type Found, writtenTypes } from '../../search/document.js';
import { Input } from '../../validation/schema.js';
import { undescribed } from '../engine/contract.js';
import { read } from '../engine/operation.js';
import type { ReadView } from '../engine/view.js';
import { searchableOf, searchQuery } from '../search.js';
import { countsOfPage } from './languages.js';
import { lang } from './page-texts.js';

/** A result in a language, with the language of what was found. */
export interface FoundInLanguage extends Found {
  readonly language: string;
}

const { q, limit } = searchQuery;

export const searchIn = read({
  name: 'search.in',
  summary: 'Search in a language: what is written in it first, then what its readers get in another',
  params: { lang },
  query: Input({ q, limit }),
  searches: true,
  answers: undescribed<readonly FoundInLanguage[]>(),
  run: async (view, { params, query }) => ({ value: await findIn(view, params.lang, query), resource: null }),
});

async function findIn(view: ReadView, tag: string, { q: words, limit = 20 }: { q: string; limit?: number }) {
  const { catalog } = view.snapshot;
  const find = (from: ReadView) => {
    const { searchable, types } = searchableOf(from);
    const wanted = types.filter((type) => writtenTypes.some((written) => written === type));
    return from.find(searchable, { words, types: wanted, limit });
  };
  const languageIn = (found: Found): string => {
    const page = found.type === 'page' ? catalog.pages.get(Number(found.id)) : undefined;
    const counts = page === undefined ? null : countsOfPage(catalog, page, tag);
    return counts === null || counts.missing < counts.texts ? tag : languageOf(catalog, page);
  };
  const own = (await find(view.in(tag))).map((found) => ({ ...found, language: languageIn(found) }));
  const known = new Set(own.map(({ type, id }) => `${type} ${id}`));
  const others = (await find(view))
    .filter(({ type, id }) => type === 'page' && !known.has(`${type} ${id}`))
    .map((found) => ({ ...found, language: languageOf(catalog, catalog.pages.get(Number(found.id))) }));
  const isWritten = ({ language }: FoundInLanguage): boolean => language === tag;
  return [...own.filter(isWritten), ...own.filter((found) => !isWritten(found)), ...others].slice(0, limit);
}
