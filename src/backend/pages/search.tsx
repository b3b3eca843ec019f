import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { type FoundThing, searchAll } from '../../operations/search.js';
import {
  addressedPart,
  type BrandContext,
  brandContextOf,
  type Context,
  type PageReply,
  type Reply,
  roleIn,
  type SignedInContext,
} from '../context.js';
import { ChoiceFilter, Filters, TextFilter } from '../parts/list.js';
import { sectionName } from '../words.js';

const perBrand = 50;

/** Limit on the brands that a search over all of them reads. */
const maxBrands = 20;
const perBrandOfAll = 5;
/** Limit on the brands that it names without reading them. */
const maxUnsearched = 50;

const kinds: Readonly<Record<FoundThing['type'], string>> = { page: 'Pages', section: 'Language', entry: 'Facts' };

const states: Readonly<Record<FoundThing['state'], string>> = {
  shown: '',
  hidden: 'hidden',
  unverified: 'not verified',
  trashed: 'in the trash',
};

type Asked = { readonly q: string; readonly type: string | undefined };

function askedIn({ query }: Context): Asked {
  const type = query.type !== undefined && Object.hasOwn(kinds, query.type) ? query.type : undefined;
  return { q: (query.q ?? '').trim().slice(0, 200), type };
}

export async function searchPage(context: BrandContext): Promise<Reply> {
  const asked = askedIn(context);
  const { found, problem } = await findIn(context, asked, perBrand);
  return searchLayout(await context.brandName(), asked, problem, [
    <p class="hint" role="status">
      {asked.q !== '' && problem === null && plural(found.length, 'result')}
      {found.length >= perBrand && '. More words find fewer.'}
    </p>,
    asked.q !== '' && problem === null && found.length === 0 && nothing,
    <Results context={context} found={found} />,
  ]);
}

/** The open brands are searched: opening many at once would take their place. */
export async function searchBrands(context: SignedInContext): Promise<Reply> {
  const asked = askedIn(context);
  const { service, principal } = context;
  const open = new Set([...service.brands.opened()].map(([slug]) => slug));
  const searched = principal.brands.filter(({ slug }) => open.has(slug)).slice(0, maxBrands);
  const others = principal.brands.filter((brand) => !searched.includes(brand)).map(({ slug }) => slug);
  const parts = searched.map(async (brand) => {
    const inside = brandContextOf(context, brand, roleIn(principal.person, brand.slug) ?? 'viewer');
    return { inside, ...(await findIn(inside, asked, perBrandOfAll)) };
  });
  const all = await Promise.all(parts);
  return searchLayout('your brands', asked, null, [
    all.every(({ found, problem }) => found.length === 0 && problem === null) && asked.q !== '' && nothing,
    ...all.map(
      ({ inside, found, problem }) =>
        (found.length > 0 || problem !== null) && (
          <section>
            <h2>{inside.slug}</h2>
            {problem !== null && <p class="notice">{problem.message}</p>}
            <Results context={inside} found={found} />
            <a href={inside.href('/search', asked)}>All that is found in {inside.slug}</a>
          </section>
        ),
    ),
    asked.q !== '' && others.length > 0 && (
      <section>
        <h2>Not searched</h2>
        <p>Brands that were not in use just now. Open one to search it.</p>
        <ul>
          {others.slice(0, maxUnsearched).map((slug) => (
            <li key={slug}>
              <a href={`/backend/brands/${slug}/search?${new URLSearchParams({ q: asked.q })}`}>{slug}</a>
            </li>
          ))}
        </ul>
        {others.length > maxUnsearched && <p>… and {plural(others.length - maxUnsearched, 'other brand')}.</p>}
      </section>
    ),
  ]);
}

const nothing = <p>Nothing has these words. Check their spelling, or take fewer.</p>;

function searchLayout(
  where: string,
  { q, type }: Asked,
  problem: PortalError | null,
  body: ComponentChild[],
): PageReply {
  return {
    ...(problem === null ? {} : { status: 503 }),
    title: q === '' ? 'Search' : `Search: ${q}`,
    body: (
      <>
        <h1>Search {where}</h1>
        <Filters>
          <TextFilter label="Words in pages, language and facts" text={q} />
          <ChoiceFilter
            {...{ name: 'type', label: 'In', chosen: type }}
            options={[['', 'everything'], ...Object.entries(kinds)]}
          />
        </Filters>
        {problem !== null && (
          <p class="notice" role="status">
            {problem.message}
          </p>
        )}
        {body}
      </>
    ),
  };
}

/** A search that has to wait says so on its page. */
async function findIn(context: BrandContext, { q, type }: Asked, limit: number) {
  if (q === '') return { found: [], problem: null };
  try {
    const query = { q, ...(type === undefined ? {} : { type }), limit: String(limit) };
    return { found: (await context.perform(searchAll, { params: {}, query })).value, problem: null };
  } catch (error) {
    if (error instanceof PortalError && (error.code === 'busy' || error.code === 'unavailable')) {
      return { found: [], problem: error };
    }
    throw error;
  }
}

function Results({ context, found }: { readonly context: BrandContext; readonly found: readonly FoundThing[] }) {
  return (
    <ol class="rows">
      {found.map((one) => (
        <li key={`${one.type} ${one.id}`}>
          <span class="what">
            <a href={addressOf(context, one)}>{one.type === 'section' ? sectionName(one.title) : one.title}</a>{' '}
            {one.state !== 'shown' && <span class="badge">{states[one.state]}</span>}
            <br />
            <small>{marked(one)}</small>
          </span>
          <small class="end">{one.type === 'page' ? `page ${one.id}` : kinds[one.type]}</small>
        </li>
      ))}
    </ol>
  );
}

/** The place that matches best: a block of its page, or the thing in its list. */
function addressOf(context: BrandContext, { type, id, title, block_id, state }: FoundThing): string {
  if (type !== 'page') {
    const { shownAt } = addressedPart({ [type]: String(id) });
    return `${context.href(shownAt, { q: type === 'entry' ? title : null })}#${encodeURIComponent(id)}`;
  }
  const path = state === 'trashed' ? `/trash/${id}` : `/pages/${id}`;
  return context.href(path) + (block_id === null ? '' : `#b-${encodeURIComponent(block_id)}`);
}

function marked({ excerpt, matches }: FoundThing): ComponentChild[] {
  let end = 0;
  const pieces = matches.flatMap((match) => {
    const before = excerpt.slice(end, match.start);
    end = match.end;
    return [before, <mark>{excerpt.slice(match.start, match.end)}</mark>];
  });
  return [...pieces, excerpt.slice(end)];
}
