import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { type FoundThing, searchAll } from '../../operations/search.js';
import { areaNames, kindNames, sectionName } from '../../portal/labels.js';
import { colorsNamed, mediaNamed, peopleNamed, placesNamed } from '../../portal/named.js';
import { Avatar } from '../../portal/parts/avatar.js';
import { FoundIn } from '../../portal/parts/marks.js';
import { nextRound } from '../../portal/parts/search-form.js';
import { isAtLeast, roleIn } from '../../registry/records.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import {
  address,
  type BrandContext,
  brandContextOf,
  type Context,
  type PageReply,
  type Reply,
  type SignedInContext,
} from '../context.js';
import { ChoiceFilter, Filters, Row, RowIcon, TextFilter } from '../parts/list.js';
import { Note } from '../parts/note.js';
import { kindIcon } from '../parts/part-name.js';
import { Swatch } from '../parts/swatch.js';

/** Limit on the results in one brand. */
const maxResults = 50;
/** Limit on the brands that a search over all brands reads. */
const maxBrands = 20;
const maxResultsPerBrand = 5;
/** Limit on the other brands that it names. */
const maxUnsearched = 50;

const { page, language: section, context: entry } = areaNames;
const typeNames: Readonly<Record<FoundThing['type'], string>> = { page, section, entry };

const stateNames: Readonly<Record<FoundThing['state'], string>> = {
  shown: '',
  hidden: 'hidden',
  unverified: 'not verified',
  trashed: 'in the trash',
};

/** Words to search for, in things of one type or of all. */
type SearchQuery = { readonly q: string; readonly type: string | undefined };

function searchQueryIn({ query }: Context): SearchQuery {
  const type = query.type !== undefined && Object.hasOwn(typeNames, query.type) ? query.type : undefined;
  return { q: (query.q ?? '').trim().slice(0, 200), type };
}

/** Results of a search in one brand. */
export async function searchPage(context: BrandContext): Promise<Reply> {
  const query = searchQueryIn(context);
  const { results, problem } = await searchIn(context, query, maxResults);
  const named = query.type === undefined ? await rowsNamed(context, query.q) : [];
  const count = results.length + named.length;
  const again = problem?.code === 'busy' ? againAt(context, context.href('/search'), query) : undefined;
  return searchLayout(await context.brandName(), query, { problem, again }, [
    <p class="hint" role="status">
      {query.q !== '' && problem === null && plural(count, 'result')}
      {results.length >= maxResults && '. More words find fewer.'}
    </p>,
    query.q !== '' && problem === null && count === 0 && noResults,
    <ul class="list">{named}</ul>,
    <Results context={context} results={results} />,
  ]);
}

/** Colours, media and places of the workspace that have the words in their names. Admins also see people. */
async function rowsNamed(context: BrandContext, words: string): Promise<ComponentChild[]> {
  const portal = await context.portal();
  const row = (path: string, name: string, icon: ComponentChild, kind: string): ComponentChild => (
    <Row key={path} name={name} to={context.href(path)} icon={icon} end={<small>{kind}</small>} />
  );
  return [
    ...placesNamed(portal, words).map(([path, name, icon]) => row(path, name, <RowIcon name={icon} />, 'Workspace')),
    ...(await peopleNamed(portal, words)).map(({ id, name }) =>
      row(`/people/${id}`, name, <Avatar name={name} />, 'Person'),
    ),
    ...colorsNamed(portal.catalog, words).map(({ id, name, hex }) =>
      row(`/colors/${id}`, name, <Swatch hex={hex} />, kindNames.color),
    ),
    ...mediaNamed(portal.catalog, words).map(({ id, title }) =>
      row(`/media/${id}`, title ?? `Medium ${id}`, <RowIcon name="image" />, kindNames.media),
    ),
  ];
}

/**
 * Results of a search in a person's open brands. Other brands are only named, because opening many would close those in use, and
 * because viewers search in the portal.
 */
export async function searchBrands(context: SignedInContext): Promise<Reply> {
  const query = searchQueryIn(context);
  const { service, principal } = context;
  const open = new Set([...service.brands.opened()].map(([slug]) => slug));
  const isEditor = (slug: string): boolean => isAtLeast(roleIn(principal.person, slug) ?? 'viewer', 'editor');
  const searched = principal.brands.filter(({ slug }) => open.has(slug) && isEditor(slug)).slice(0, maxBrands);
  const others = principal.brands.filter((brand) => !searched.includes(brand)).map(({ slug }) => slug);
  const searches = searched.map(async (brand) => {
    const brandContext = brandContextOf(context, brand, roleIn(principal.person, brand.slug) ?? 'viewer');
    return { brandContext, ...(await searchIn(brandContext, query, maxResultsPerBrand)) };
  });
  const byBrand = await Promise.all(searches);
  const isBusy = byBrand.some(({ problem }) => problem?.code === 'busy');
  const again = isBusy ? againAt(context, `${workspacePrefix}/search`, query) : undefined;
  return searchLayout('your brands', query, { problem: null, again }, [
    query.q !== '' &&
      byBrand.length > 0 &&
      byBrand.every(({ results, problem }) => results.length === 0 && problem === null) &&
      noResults,
    ...byBrand.map(
      ({ brandContext, results, problem }) =>
        (results.length > 0 || problem !== null) && (
          <section>
            <h2>{brandContext.slug}</h2>
            {problem !== null && <Note>{problem.message}</Note>}
            <Results context={brandContext} results={results} />
            <a href={brandContext.href('/search', query)}>All that is found in {brandContext.slug}</a>
          </section>
        ),
    ),
    query.q !== '' && others.length > 0 && (
      <section>
        <h2>Not searched</h2>
        <p>
          Only brands that you edit and that are in use are searched, and at most {maxBrands}. Open one of these to
          search it.
        </p>
        <ul>
          {others.slice(0, maxUnsearched).map((slug) => (
            <li key={slug}>
              <a href={address(`${brandWorkspace(slug)}/search`, query)}>{slug}</a>
            </li>
          ))}
        </ul>
        {others.length > maxUnsearched && <p>… and {plural(others.length - maxUnsearched, 'other brand')}.</p>}
      </section>
    ),
  ]);
}

const noResults = <p>Nothing contains these words. Check the spelling, or use fewer words.</p>;

/** Address at which the browser searches again by itself while an index is built. */
function againAt({ query }: Context, path: string, asked: SearchQuery): string | undefined {
  const round = nextRound(query);
  return round === null ? undefined : address(path, { ...asked, round });
}

function searchLayout(
  scopeName: string,
  { q, type }: SearchQuery,
  { problem, again }: { readonly problem: PortalError | null; readonly again: string | undefined },
  body: ComponentChild[],
): PageReply {
  return {
    ...(problem === null ? {} : { status: 503 }),
    again,
    title: q === '' ? 'Search' : `Search: ${q}`,
    body: (
      <>
        <h1>Search {scopeName}</h1>
        <Filters>
          <TextFilter label="Words in pages, language and facts" text={q} />
          <ChoiceFilter
            name="type"
            label="In"
            chosen={type}
            options={[['', 'everything'], ...Object.entries(typeNames)]}
          />
        </Filters>
        {again !== undefined && <Note>Search is getting ready …</Note>}
        {problem !== null && <Note>{problem.message}</Note>}
        {body}
      </>
    ),
  };
}

/** Results in a brand. `problem` is the reason why the index cannot be searched now. */
async function searchIn(context: BrandContext, { q, type }: SearchQuery, limit: number) {
  if (q === '') return { results: [], problem: null };
  try {
    const query = { q, ...(type === undefined ? {} : { type }), limit: String(limit) };
    return { results: (await context.perform(searchAll, { params: {}, query })).value, problem: null };
  } catch (error) {
    if (error instanceof PortalError && (error.code === 'busy' || error.code === 'unavailable')) {
      return { results: [], problem: error };
    }
    throw error;
  }
}

function Results({ context, results }: { readonly context: BrandContext; readonly results: readonly FoundThing[] }) {
  return (
    <ol class="list">
      {results.map((result) => (
        <Row
          key={`${result.type} ${result.id}`}
          name={result.type === 'section' ? sectionName(result.title) : result.title}
          to={resultHref(context, result)}
          icon={<RowIcon name={kindIcon(result.type)} />}
          mark={result.state !== 'shown' && <span class="tag">{stateNames[result.state]}</span>}
          details={<FoundIn text={result.excerpt} ranges={result.matches} />}
          end={<small>{result.type === 'page' ? `page ${result.id}` : typeNames[result.type]}</small>}
        />
      ))}
    </ol>
  );
}

/** Address of the best match: a block of its page, or the section or fact in its list. */
function resultHref(context: BrandContext, { type, id, title, block_id, state }: FoundThing): string {
  if (type !== 'page') {
    const list = type === 'entry' ? context.href('/context', { q: title }) : context.href('/language');
    return `${list}#${encodeURIComponent(id)}`;
  }
  const path = state === 'trashed' ? `/trash/${id}` : `/-/page/${id}`;
  return context.href(path) + (block_id === null ? '' : `#${encodeURIComponent(block_id)}`);
}
