import { hash } from 'node:crypto';
import { type EntryFile, presentEntries } from '../content/brand-context.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { parsePath, paths, sectionNames, sectionOfKey } from '../content/catalog/paths.js';
import { textsIn } from '../content/json-strings.js';
import { languageOf, maxTagLength } from '../content/language-tags.js';
import { isAvailable, type MediaFile } from '../content/media.js';
import { tagsOf } from '../content/media-names.js';
import { navigationOrder } from '../content/navigation.js';
import type { PageFile } from '../content/page.js';
import { overlaysOf, translatedCatalog } from '../content/translations/translated-catalog.js';
import { datedIn, outsideMark } from '../content/validity.js';
import { derived } from '../lib/derived.js';
import { sortedBy } from '../lib/order.js';
import type { Searchable } from '../search/brand-index.js';
import {
  type DocumentType,
  documentTypes,
  type Found,
  type Key,
  type SearchDocument,
  writtenTypes,
} from '../search/document.js';
import { Exact, Input, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { undescribed } from './engine/contract.js';
import { read } from './engine/operation.js';
import { type Resource, resources } from './engine/resource.js';
import { proposalQuery } from './engine/target.js';
import type { BrandView, ReadView } from './engine/view.js';
import { countsOfPage } from './translations/languages.js';

const maxResults = 100;
const maxQueryLength = 200;
const defaultResults = 20;

const lang = Type.Optional(
  Type.String({
    maxLength: maxTagLength,
    description:
      'Addition. Searches what readers get in this language, by its tag: what is written in it first, then what they get in another. ' +
      'Each result names its language. 422 for a language that the brand does not have.',
  }),
);

export const searchQuery = {
  q: Type.String({ minLength: 1, maxLength: maxQueryLength, description: 'The words to look for.' }),
  type: Type.Optional(OneOf(documentTypes, { description: 'Only results of this type.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxResults,
      description: `Maximum number of results. Default: ${defaultResults}.`,
    }),
  ),
};

export const SearchResult = Exact(
  {
    type: OneOf(documentTypes, {
      description:
        'A page or chapter, a section of the corporate language, a verified entry of brand context, or a released medium.',
    }),
    id: Type.Unsafe<number | string>({
      type: ['integer', 'string'],
      description: 'The id of the page or medium (a number) or entry, or the name of the section.',
    }),
    title: Type.String({
      description: 'The title, or the name of a section; of a medium without a title, that of its file.',
    }),
    block_id: Nullable(
      Type.String({
        description: 'The block of the page that matches best, at any level; null when only the title matches.',
      }),
    ),
    excerpt: Type.String({
      description: 'Plain text, not HTML, around the best match. Escape it before you show it in HTML.',
    }),
    matches: Type.Array(Exact({ start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) }), {
      description: "The words in the excerpt that match, in UTF-16 code units, as for JavaScript's `slice`.",
    }),
    language: Type.Optional(
      Type.String({ description: 'Addition. With `lang`: the language in which readers get it.' }),
    ),
  },
  { title: 'SearchResult', description: 'A page, section, entry or medium that matches.' },
);
export type SearchResult = Static<typeof SearchResult>;

const searching = {
  query: Input({ ...searchQuery, proposal: Type.Optional(proposalQuery), lang }),
  translated: 'found',
  isProposable: true,
  strict: true,
  searches: true,
  answers: Type.Array(SearchResult),
  refusals: ['fields'],
} as const;

export const search = read({
  ...searching,
  name: 'search',
  apiChapter: 'Search',
  summary: 'Search pages, sections, facts and media (addition)',
  description:
    'Pages by title and texts, sections of the corporate language and verified entries of brand context, as far as the ' +
    'modules of the brand show them; the best match first, by navigation order where matches are equally good. With `type=media`, ' +
    'released media by title, caption, description, tags, credit and name of the file. Case and accents ' +
    'do not matter, beginnings of words from three letters on match, and so do small misspellings. Results have all words; ' +
    'when nothing has them all, results with some. A query name that is not described is 422.',
  params: {},
  run: (view, { query }) => find(view, query, [query.type ?? writtenTypes].flat()),
});

/** The search of agents: of all types at once. */
export const searchAllTypes = read({
  ...searching,
  name: 'search.all_types',
  summary: 'Search pages, sections, facts and media at once',
  run: (view, { query }) => find(view, query, [query.type ?? documentTypes].flat()),
});

async function find(
  view: ReadView,
  { q: words, limit = defaultResults, proposal }: Static<typeof searching.query>,
  wanted: readonly DocumentType[],
) {
  const { types: shownTypes, resourceOf } = searchableOf(view);
  const types = shownTypes.filter((shownType) => wanted.includes(shownType));
  const findIn = async (from: ReadView) => {
    const { searchable: all } = searchableOf(from);
    const searchable = proposal === undefined ? all : await changedOf(from, all);
    return from.find(searchable, { words, types, limit });
  };
  const resource = resourceOf(types);
  const own = await findIn(view);
  const { language } = view;
  if (language === null) return { value: [...own], resource };
  const value = [...inLanguage(view, language, own, await findIn(view.in(null)))].slice(0, limit);
  return { value, resource, languages: [...new Set(value.map((found) => found.language))] };
}

/** Results in their order: those written in a language, those that its readers get in another, pages of which only the source has the words. */
function inLanguage(view: ReadView, tag: string, own: readonly Found[], source: readonly Found[]) {
  const named = own.map((found) => ({ ...found, language: languageFound(view.snapshot.catalog, tag, found) }));
  const known = new Set(own.map(({ id }) => id));
  const others = source
    .filter(({ type, id }) => type === 'page' && !known.has(id))
    .map((found) => ({ ...found, language: sourceLanguage(view.snapshot.catalog, found) }));
  const isWritten = ({ language }: { readonly language: string }): boolean => language === tag;
  return [...named.filter(isWritten), ...named.filter((found) => !isWritten(found)), ...others];
}

/** The first language of the chain in which some of a page is written; of another thing, in which all of it is. */
function languageFound(catalog: Catalog, tag: string, found: Found): string {
  const { type, id } = found;
  const page = type === 'page' ? catalog.pages.get(Number(id)) : undefined;
  if (page !== undefined) {
    const written = overlaysOf(catalog, tag, page).find(({ language }) => {
      const counts = countsOfPage(catalog, page, language);
      return counts !== null && counts.missing < counts.texts;
    });
    return written?.language ?? languageOf(catalog, page);
  }
  const isWritten =
    (type === 'entry' || type === 'media') && !translatedCatalog(catalog, tag).untranslated[type].has(id);
  return isWritten ? tag : languageOf(catalog);
}

const sourceLanguage = (catalog: Catalog, { id }: Found): string => languageOf(catalog, catalog.pages.get(Number(id)));

export interface FoundThing extends Found {
  readonly type: (typeof writtenTypes)[number];
  /** `unverified`: an entry that is not, or whose category is not there. */
  readonly state: 'shown' | 'hidden' | 'unverified' | 'trashed';
}

/** The search of people: public content as `search` finds it, then internal content. Visitors find only content that they can see. */
export const searchAll = read({
  name: 'search.all',
  summary: 'Search everything, also entries that are not verified and pages in the trash',
  query: Input({ ...searchQuery, type: Type.Optional(OneOf(writtenTypes)) }),
  searches: true,
  answers: undescribed<FoundThing[]>(),
  async run(view, { query: { q, type, limit = defaultResults } }) {
    const { searchable, types: allTypes } = searchableOf(view);
    const wanted: readonly DocumentType[] = type === undefined ? writtenTypes : [type];
    const types = allTypes.filter((anyType) => wanted.includes(anyType));
    const { pages } = view.catalog;
    const find = async (content: Searchable, stateOf: (found: Found) => FoundThing['state']) =>
      (await view.find(content, { words: q, types, limit })).map((found) => ({
        ...found,
        type: found.type as FoundThing['type'],
        state: stateOf(found),
      }));
    const isHidden = (id: Found['id']): boolean => pages.get(Number(id))?.visibility === 'hidden';
    const value = await Promise.all([
      find(searchable, ({ type, id }) => (type === 'page' && isHidden(id) ? 'hidden' : 'shown')),
      view.catalog.shownTo === undefined
        ? find(unshownOf(view), ({ type }) => (type === 'page' ? 'trashed' : 'unverified'))
        : [],
    ]);
    return { value: value.flat(), resource: null };
  },
});

/** Searchable content of a proposal. One index a language serves all proposals: it is built again for each change. */
async function changedOf(view: BrandView, all: Searchable): Promise<Searchable> {
  const { catalog, snapshot, language } = view;
  const changed = snapshot.commit === null ? null : await snapshot.differences(snapshot.commit);
  const keys = new Set(changed === null ? all.keys() : changedKeys(changed, catalog));
  return {
    ...all,
    part: language === null ? 'proposal' : `proposal.in-${language}`,
    commit: (snapshot.tree ?? 'none') + settingsMark(view),
    keys: () => all.keys().filter((key) => keys.has(key)),
    changedSince: () => Promise.reject(new Error('There is no history of proposals here')),
  };
}

/** Entries that are not verified and pages in the trash: apart, since every document of an index has a part in all its scores. */
function unshownOf(view: BrandView): Searchable {
  const { catalog, snapshot } = view;
  const { categories, entries, pages, trash } = catalog;
  const shown = new Set(presentEntries(categories, entries.values()).map(({ id }) => id));
  const isUnshown = (id: string): boolean => entries.has(id) && !shown.has(id);
  const keys = [
    ...[...trash.keys()].filter((id) => !pages.has(id)),
    ...[...entries.keys()].filter(isUnshown).map((id): Key => `entry ${id}`),
  ];
  const ranks = new Map(keys.map((key, at) => [key, at]));
  return {
    part: 'unshown',
    commit: snapshot.commit ?? 'none',
    keys: () => keys,
    changedSince: async (commit) => changedKeys(await snapshot.differences(commit), catalog),
    async load(key) {
      if (!ranks.has(key)) return null;
      const trashed = typeof key === 'number' && trash.get(key);
      if (trashed) return pageDocument(trashed.id, await view.readPage(trashed));
      const entry = entries.get(idIn(key));
      return entry === undefined ? null : entryDocument(entry);
    },
    rank: (key) => ranks.get(key) ?? 0,
  };
}

interface SearchScope {
  readonly searchable: Searchable;
  readonly types: readonly DocumentType[];
  /** Resource whose version an answer with results of these types has. */
  resourceOf(types: readonly DocumentType[]): Resource;
}

/**
 * A brand's searchable content at one commit, as far as its modules show it. A language has an index of its own, with what is read in it:
 * its commit also names the settings that say which texts these are.
 */
export function searchableOf(view: BrandView): SearchScope {
  const { language } = view;
  const settings = settingsMark(view);
  const parts = [view.catalog.shownTo?.name, language === null ? undefined : `in-${language}`];
  const { catalog, snapshot } = view;
  const modules: ('corporate-language' | 'brand-context')[] = [];
  const types: DocumentType[] = ['page', 'media'];
  if (view.shows('corporate_language')) {
    modules.push('corporate-language');
    types.push('section');
  }
  if (view.shows('brand_agent')) {
    modules.push('brand-context');
    types.push('entry');
  }
  return {
    searchable: {
      part: parts.filter(Boolean).join('.') || undefined,
      commit: (snapshot.commit ?? 'none') + outsideMark(catalog) + settings,
      keys: () => [...ranksIn(catalog).keys()],
      async changedSince(version) {
        if (!version.endsWith(settings)) throw new Error('The languages are others now');
        const [commit = ''] = version.split('.');
        const dated = [...datedIn(catalog.media).media.map(({ id }) => id), ...(catalog.outside?.keys() ?? [])];
        const changed = changedKeys(await snapshot.differences(commit), catalog);
        return [...changed, ...dated.map((id): Key => `media ${id}`)];
      },
      load: async (key) => (typeof key === 'number' ? loadPage(view, key) : loadOther(catalog, key)),
      rank: (key) => ranksIn(catalog).get(key) ?? 0,
    },
    types,
    resourceOf: (types) => resources.searched(types.includes('media') ? [...modules, 'media', 'files'] : modules),
  };
}

function settingsMark({ language, catalog: { brand } }: BrandView): string {
  if (language === null) return '';
  return `.${hash('sha256', JSON.stringify([brand?.language, brand?.languages])).slice(0, 16)}`;
}

function changedKeys(files: readonly { readonly path: string }[], catalog: Catalog): Key[] {
  return [...new Set(files.flatMap(({ path }) => keysIn(catalog, path)))];
}

function keysIn(catalog: Catalog, path: string): Key[] {
  const at = parsePath(path);
  if (at?.kind === 'page' || at?.kind === 'trash') return [at.id];
  if (at?.kind === 'section') return [`section ${sectionOfKey(at.name).name}`];
  if (at?.kind === 'entry') return [`entry ${at.id}`];
  if (at?.kind === 'media' || at?.kind === 'file') return [`media ${at.id}`];
  if (at?.kind === 'translation')
    return at.of === 'page' ? [at.id] : at.of === 'portal' || at.of === 'color' ? [] : [`${at.of} ${at.id}`];
  if (path === paths.tags) return [...catalog.media.keys()].map((id): Key => `media ${id}`);
  return path === paths.categories ? [...catalog.entries.keys()].map((id): Key => `entry ${id}`) : [];
}

async function loadPage(view: BrandView, id: number): Promise<SearchDocument | null> {
  const record = view.catalog.pages.get(id);
  if (record === undefined) return null;
  return pageDocument(id, await view.readPage(record));
}

function pageDocument(
  id: number,
  { title, summary, blocks }: Pick<PageFile, 'title' | 'summary' | 'blocks'>,
): SearchDocument {
  return { key: id, type: 'page', id, title, content: { texts: summary === null ? [] : [summary], blocks } };
}

function entryDocument({ id, title, body }: Pick<EntryFile, 'id' | 'title' | 'body'>): SearchDocument {
  return { key: `entry ${id}`, type: 'entry', id, title, content: { texts: [body] } };
}

const idIn = (key: Key): string => String(key).replace(/^\w+ /, '');

function loadOther(catalog: Catalog, key: Exclude<Key, number>): SearchDocument | null {
  const id = idIn(key);
  if (key.startsWith('section ')) {
    const name = sectionNames.find((name) => name === id);
    const section = name && catalog.sections.get(name);
    if (section === undefined) return null;
    return { key, type: 'section', id, title: id, content: { texts: textsIn(section.content) } };
  }
  if (key.startsWith('media ')) return mediumDocument(catalog, catalog.media.get(Number(id)));
  const { categories, entries } = catalog;
  const [entry] = presentEntries(
    categories,
    [entries.get(id)].filter((entry) => entry !== undefined),
  );
  return entry === undefined ? null : entryDocument(entry);
}

function mediumDocument({ files, tags }: Catalog, medium: MediaFile | undefined): SearchDocument | null {
  if (medium === undefined || !isAvailable(medium)) return null;
  const { id, title, caption, description, credit, original_name } = medium;
  const name = files.get(id)?.name;
  const names = [title === null ? null : name, original_name, ...tagsOf(tags, medium).map((tag) => tag.name)];
  const texts = [caption, description, credit, ...names].filter((text) => text != null);
  return { key: `media ${id}`, type: 'media', id, title: title ?? name ?? `Medium ${id}`, content: { texts } };
}

function othersIn({ sections, categories, entries, media }: Catalog): Key[] {
  return [
    ...sectionNames.filter((name) => sections.has(name)).map((name): Key => `section ${name}`),
    ...presentEntries(categories, entries.values()).map(({ id }): Key => `entry ${id}`),
    ...sortedBy([...media.values()].filter(isAvailable), ({ id }) => id).map(({ id }): Key => `media ${id}`),
  ];
}

/** All documents: in the order of the navigation, then the others. */
const ranksIn = derived((catalog: Catalog): ReadonlyMap<Key, number> => {
  const keys = [...navigationOrder(catalog.navigation), ...othersIn(catalog)];
  return new Map(keys.map((key, at) => [key, at]));
});
