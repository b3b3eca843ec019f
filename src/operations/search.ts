import { documentTypes } from '../search/document.js';
import { Exact, Input, Nullable, OneOf, Type } from '../validation/schema.js';
import { read } from './engine/operation.js';
import { searchableOf } from './searchable.js';

export const maxResults = 100;
export const maxQueryLength = 200;
const defaultResults = 20;

export const searchQuery = {
  q: Type.String({ minLength: 1, maxLength: maxQueryLength, description: 'The words to look for.' }),
  type: Type.Optional(OneOf(documentTypes, { description: 'Only these.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxResults, description: `Results at most; ${defaultResults} if left out.` }),
  ),
};

export const SearchResult = Exact(
  {
    type: OneOf(documentTypes, {
      description: 'A page or chapter, a section of the corporate language, or a verified entry of brand context.',
    }),
    id: Type.Unsafe<number | string>({
      type: ['integer', 'string'],
      description: 'Of a page its id, a number; of a section its name; of an entry its id.',
    }),
    title: Type.String({ description: 'Of a section its name.' }),
    block_id: Nullable(
      Type.String({
        description: 'The block of the page that matches best, at any level; null when only the title matches.',
      }),
    ),
    excerpt: Type.String({
      description: 'Plain text, no HTML, around what matches best. Escape it where you show it in HTML.',
    }),
    matches: Type.Array(Exact({ start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) }), {
      description: "The words in the excerpt that match, in UTF-16 code units, as for JavaScript's `slice`.",
    }),
  },
  { title: 'SearchResult', description: 'Something that was found.' },
);

export const search = read({
  name: 'search',
  tag: 'Search',
  summary: 'Search pages, sections and facts (addition)',
  description:
    'Pages by title and texts, sections of the corporate language and verified entries of brand context, as far as the ' +
    'modules of the brand show them; the best match first, by navigation order where matches are equally good. Case and accents ' +
    'do not matter, beginnings of words from three letters on match, and so do small misspellings. Results have all words; ' +
    'when nothing has them all, what has some. A query name that is not described is 422.',
  params: {},
  query: Input(searchQuery),
  strict: true,
  searches: true,
  answers: Type.Array(SearchResult),
  refusals: ['fields'],
  async run(view, { query: { q, type, limit = defaultResults } }) {
    const { searchable, types: shown, resource } = searchableOf(view);
    const types = shown.filter((one) => type === undefined || one === type);
    return { value: [...(await view.find(searchable, { words: q, types, limit }))], resource };
  },
});
