import { presentEntries } from '../content/brand-context.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { parsePath, paths, sectionNames } from '../content/catalog/paths.js';
import { navigationOrder } from '../content/navigation.js';
import { textsIn } from '../content/texts.js';
import type { Searchable } from '../search/brand-index.js';
import { type DocumentType, documentTypes, type Key, type SearchDocument } from '../search/document.js';
import { Exact, Input, Nullable, OneOf, Type } from '../validation/schema.js';
import { read } from './engine/operation.js';
import { type Resource, resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';

const maxResults = 100;
const maxQueryLength = 200;
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
  apiChapter: 'Search',
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

interface SearchScope {
  readonly searchable: Searchable;
  readonly types: readonly DocumentType[];
  /** Resource whose version an answer has. */
  readonly resource: Resource;
}

/** A brand's searchable content at one commit, as far as its modules show it. */
export function searchableOf(view: BrandView): SearchScope {
  const { catalog, snapshot } = view;
  const [language, context] = [view.shows('corporate_language'), view.shows('brand_agent')];
  const modules = [
    ...(language ? ['corporate-language' as const] : []),
    ...(context ? ['brand-context' as const] : []),
  ];
  return {
    searchable: {
      commit: snapshot.commit ?? 'none',
      keys: () => [...ranksIn(catalog).keys()],
      changedSince: async (commit) => {
        const files = await snapshot.differences(commit);
        return [...new Set(files.flatMap(({ path }) => keysIn(catalog, path)))];
      },
      load: async (key) => (typeof key === 'number' ? loadPage(view, key) : loadOther(catalog, key)),
      rank: (key) => ranksIn(catalog).get(key) ?? 0,
    },
    types: ['page', ...(language ? ['section' as const] : []), ...(context ? ['entry' as const] : [])],
    resource: resources.searched(modules),
  };
}

function keysIn(catalog: Catalog, path: string): Key[] {
  const at = parsePath(path);
  if (at?.kind === 'page') return [at.id];
  if (at?.kind === 'section') return [`section ${at.name}`];
  if (at?.kind === 'entry') return [`entry ${at.id}`];
  return path === paths.categories ? [...catalog.entries.keys()].map((id): Key => `entry ${id}`) : [];
}

async function loadPage(view: BrandView, id: number): Promise<SearchDocument | null> {
  const record = view.catalog.pages.get(id);
  if (record === undefined) return null;
  const { title, blocks } = await view.readPage(record);
  return { key: id, type: 'page', id, title, content: { blocks } };
}

function loadOther(catalog: Catalog, key: Exclude<Key, number>): SearchDocument | null {
  const id = key.slice(key.indexOf(' ') + 1);
  if (key.startsWith('section ')) {
    const name = sectionNames.find((name) => name === id);
    const section = name && catalog.sections.get(name);
    if (section === undefined) return null;
    return { key, type: 'section', id, title: id, content: { texts: textsIn(section.content) } };
  }
  const { categories, entries } = catalog;
  const [entry] = presentEntries(
    categories,
    [entries.get(id)].filter((entry) => entry !== undefined),
  );
  return entry === undefined ? null : { key, type: 'entry', id, title: entry.title, content: { texts: [entry.body] } };
}

function othersIn({ sections, categories, entries }: Catalog): Key[] {
  return [
    ...sectionNames.filter((name) => sections.has(name)).map((name): Key => `section ${name}`),
    ...presentEntries(categories, entries.values()).map(({ id }): Key => `entry ${id}`),
  ];
}

const ranks = new WeakMap<Catalog, ReadonlyMap<Key, number>>();

/** All documents: in the order of the navigation, then the others. */
function ranksIn(catalog: Catalog): ReadonlyMap<Key, number> {
  const known = ranks.get(catalog);
  if (known !== undefined) return known;
  const keys = [...navigationOrder(catalog.navigation), ...othersIn(catalog)];
  const all = new Map(keys.map((key, at) => [key, at]));
  ranks.set(catalog, all);
  return all;
}
