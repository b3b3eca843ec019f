import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import { type FoundThing, searchAll } from '../../operations/search.js';
import { isAtLeast, roleIn } from '../../registry/records.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { toldError } from '../../words/errors.js';
import { counted, fill, words } from '../../words/words.js';
import { address } from '../addresses.js';
import { kindIcon } from '../compare/parts/part-name.js';
import { type Context, type SignedInContext, type WorkContext, workContextOf } from '../context.js';
import { nextRound } from '../frame/search-form.js';
import { sectionName } from '../labels.js';
import { colorsNamed, mediaNamed, peopleNamed, placesNamed } from '../named.js';
import { Avatar } from '../parts/avatar.js';
import { FoundIn } from '../parts/marks.js';
import { Note } from '../parts/note.js';
import type { PageReply, WorkReply } from '../replies.js';
import { ChoiceFilter, Filters, Row, RowIcon, TextFilter } from './parts/list.js';
import { Swatch } from './parts/swatch.js';

/** Limit on the results in one brand. */
const maxResults = 50;
/** Limit on the brands that a search over all brands reads. */
const maxBrands = 20;
const maxResultsPerBrand = 5;
/** Limit on the other brands that it names. */
const maxUnsearched = 50;

function typeNames(): Readonly<Record<FoundThing['type'], string>> {
  const { page, language: section, context: entry } = words().common.areas;
  return { page, section, entry };
}

/** Words to search for, in things of one type or of all. */
type SearchQuery = { readonly q: string; readonly type: string | undefined };

function searchQueryIn({ query }: Context): SearchQuery {
  const type = query.type !== undefined && Object.hasOwn(typeNames(), query.type) ? query.type : undefined;
  return { q: (query.q ?? '').trim().slice(0, 200), type };
}

/** Results of a search in one brand. */
export async function workspaceSearchPage(context: WorkContext): Promise<WorkReply> {
  const query = searchQueryIn(context);
  const { results, problem } = await searchIn(context, query, maxResults);
  const named = query.type === undefined ? await rowsNamed(context, query.q) : [];
  const count = results.length + named.length;
  const texts = words().searches;
  const again = problem?.code === 'busy' ? againAt(context, context.href('/search'), query) : undefined;
  return searchLayout(context.name, query, { problem, again }, [
    <p class="hint" role="status">
      {query.q !== '' && problem === null && counted(words().scripts.results, count)}
      {results.length >= maxResults && `. ${texts.moreWords}`}
    </p>,
    query.q !== '' && problem === null && count === 0 && <p>{texts.noResults}</p>,
    <ul class="list">{named}</ul>,
    <Results context={context} results={results} />,
  ]);
}

/** Colours, media and places of the workspace that have the words in their names. Admins also see people. */
async function rowsNamed(context: WorkContext, query: string): Promise<ComponentChild[]> {
  const portal = context;
  const texts = words().searches;
  const row = (path: string, name: string, icon: ComponentChild, kind: string): ComponentChild => (
    <Row key={path} name={name} to={context.href(path)} icon={icon} end={<small>{kind}</small>} />
  );
  return [
    ...placesNamed(portal, query).map(([path, name, icon]) =>
      row(path, name, <RowIcon name={icon} />, words().frame.workspace),
    ),
    ...(await peopleNamed(portal, query)).map(({ id, name }) =>
      row(`/people/${id}`, name, <Avatar name={name} />, texts.person),
    ),
    ...colorsNamed(portal.catalog, query).map(({ id, name, hex }) =>
      row(`/colors/${id}`, name, <Swatch hex={hex} />, words().labels.kinds.color),
    ),
    ...mediaNamed(portal.catalog, query).map(({ id, title }) =>
      row(
        `/media/${id}`,
        title ?? fill(words().references.medium, { id: String(id) }),
        <RowIcon name="image" />,
        words().labels.kinds.media,
      ),
    ),
  ];
}

/**
 * Results of a search in a person's open brands. Other brands are only named, because opening many would close those in use, and
 * because viewers search in the portal.
 */
export async function searchBrands(context: SignedInContext): Promise<WorkReply> {
  const query = searchQueryIn(context);
  const { service, principal } = context;
  const open = new Set([...service.brands.opened()].map(([slug]) => slug));
  const isEditor = (slug: string): boolean => isAtLeast(roleIn(principal.person, slug) ?? 'viewer', 'editor');
  const searched = principal.brands.filter(({ slug }) => open.has(slug) && isEditor(slug)).slice(0, maxBrands);
  const others = principal.brands.filter((brand) => !searched.includes(brand)).map(({ slug }) => slug);
  const searches = searched.map(async (brand) => {
    const brandContext = await workContextOf(context, brand, roleIn(principal.person, brand.slug) ?? 'viewer');
    return { brandContext, ...(await searchIn(brandContext, query, maxResultsPerBrand)) };
  });
  const byBrand = await Promise.all(searches);
  const isBusy = byBrand.some(({ problem }) => problem?.code === 'busy');
  const again = isBusy ? againAt(context, `${workspacePrefix}/search`, query) : undefined;
  const texts = words().searches;
  return searchLayout(null, query, { problem: null, again }, [
    query.q !== '' &&
      byBrand.length > 0 &&
      byBrand.every(({ results, problem }) => results.length === 0 && problem === null) && <p>{texts.noResults}</p>,
    ...byBrand.map(
      ({ brandContext, results, problem }) =>
        (results.length > 0 || problem !== null) && (
          <section>
            <h2>{brandContext.slug}</h2>
            {problem !== null && <Note>{problem.message}</Note>}
            <Results context={brandContext} results={results} />
            <a href={brandContext.href('/search', query)}>{fill(texts.allIn, { brand: brandContext.slug })}</a>
          </section>
        ),
    ),
    query.q !== '' && others.length > 0 && (
      <section>
        <h2>{texts.notSearched}</h2>
        <p>{fill(texts.notSearchedHint, { max: maxBrands })}</p>
        <ul>
          {others.slice(0, maxUnsearched).map((slug) => (
            <li key={slug}>
              <a href={address(`${brandWorkspace(slug)}/search`, query)}>{slug}</a>
            </li>
          ))}
        </ul>
        {others.length > maxUnsearched && <p>{counted(texts.otherBrands, others.length - maxUnsearched)}</p>}
      </section>
    ),
  ]);
}

/** Address at which the browser searches again by itself while an index is built. */
function againAt({ query }: Context, path: string, asked: SearchQuery): string | undefined {
  const round = nextRound(query);
  return round === null ? undefined : address(path, { ...asked, round });
}

/** @param brand `null` for a search in a person's brands */
function searchLayout(
  brand: string | null,
  { q, type }: SearchQuery,
  { problem, again }: { readonly problem: PortalError | null; readonly again: string | undefined },
  body: ComponentChild[],
): PageReply {
  const texts = words().searches;
  return {
    ...(problem === null ? {} : { status: 503 }),
    again,
    title: q === '' ? words().find.title : fill(texts.titleFor, { query: q }),
    body: (
      <>
        <h1>{brand === null ? texts.searchYours : fill(texts.searchBrand, { brand })}</h1>
        <Filters>
          <TextFilter label={texts.words} text={q} />
          <ChoiceFilter
            name="type"
            label={texts.in}
            chosen={type}
            options={[['', texts.everything], ...Object.entries(typeNames())]}
          />
        </Filters>
        {again !== undefined && <Note>{words().find.isBusy}</Note>}
        {problem !== null && <Note>{problem.message}</Note>}
        {body}
      </>
    ),
  };
}

/** Results in a brand. `problem` is the reason why the index cannot be searched now. */
async function searchIn(context: WorkContext, { q, type }: SearchQuery, limit: number) {
  if (q === '') return { results: [], problem: null };
  try {
    const query = { q, ...(type === undefined ? {} : { type }), limit: String(limit) };
    return { results: (await context.perform(searchAll, { params: {}, query })).value, problem: null };
  } catch (error) {
    if (error instanceof PortalError && (error.code === 'busy' || error.code === 'unavailable')) {
      return { results: [], problem: toldError(error) };
    }
    throw error;
  }
}

function Results({ context, results }: { readonly context: WorkContext; readonly results: readonly FoundThing[] }) {
  const texts = words().searches;
  const types = typeNames();
  return (
    <ol class="list">
      {results.map((result) => (
        <Row
          key={`${result.type} ${result.id}`}
          {...titleOf(context, result)}
          to={resultHref(context, result)}
          icon={<RowIcon name={kindIcon(result.type)} />}
          mark={result.state !== 'shown' && <span class="tag">{texts.states[result.state]}</span>}
          details={<FoundIn text={result.excerpt} ranges={result.matches} />}
          end={
            <small>
              {result.type === 'page' ? fill(words().references.page, { id: String(result.id) }) : types[result.type]}
            </small>
          }
        />
      ))}
    </ol>
  );
}

/** Title of a result: a section has a name of the workspace. */
function titleOf({ lang, catalog }: WorkContext, { type, id, title }: FoundThing) {
  if (type === 'section') return { name: sectionName(title) };
  return { name: title, ...lang(type === 'page' ? catalog.pages.get(Number(id)) : undefined) };
}

/** Address of the best match: a block of its page, or the section or fact in its list. */
function resultHref(context: WorkContext, { type, id, title, block_id, state }: FoundThing): string {
  if (type !== 'page') {
    const list = type === 'entry' ? context.href('/context', { q: title }) : context.href('/language');
    return `${list}#${encodeURIComponent(id)}`;
  }
  const path = state === 'trashed' ? `/trash/${id}` : `/-/page/${id}`;
  return context.href(path) + (block_id === null ? '' : `#${encodeURIComponent(block_id)}`);
}
