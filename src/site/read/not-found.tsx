import type { Catalog, PageRecord } from '../../content/catalog/catalog.js';
import { paths } from '../../content/catalog/paths.js';
import { derived } from '../../lib/derived.js';
import type { HtmlReply, PortalContext } from '../context.js';
import { pagesBySlug } from '../pages-by-slug.js';
import { mayEdit, workspaceHref } from '../parts/bar.js';
import { dayText } from '../parts/day.js';
import { Icon } from '../parts/icon.js';
import { PageRows } from '../parts/navigation.js';
import { SearchForm } from '../parts/search-form.js';

/** Page for an address without a page. It is the same if the page exists, but this reader may not see it. */
export function notFoundPage(context: PortalContext): HtmlReply {
  const { person, params } = context;
  const similar = similarPages(context, params.page ?? '');
  return {
    status: 404,
    title: 'Page not found',
    isUnlisted: true,
    body: (
      <>
        <h1>Page not found</h1>
        {mayEdit(context) && <Gone context={context} />}
        <p class="text">There is no page at this address{person === null && ', or it is not public'}.</p>
        <SearchForm context={context} words="" />
        {similar.length > 0 && (
          <>
            <h2>Pages with similar names</h2>
            <PageRows context={context} pages={similar} />
          </>
        )}
        {person === null && (
          <p class="text">
            <a href={context.signInHref}>Sign in</a> to see pages for people of the brand.
          </p>
        )}
      </>
    ),
  };
}

/** Page that editors can restore at this address: one in the trash, or one whose file is damaged. */
function Gone({ context }: { readonly context: PortalContext }) {
  const { trash, problems } = context.catalog;
  const { id = '', page: slug } = context.params;
  const page = trash.get(Number(id)) ?? [...trash.values()].find((trashed) => trashed.slug === slug);
  const problem = problems.get(paths.page(Number(id)));
  if (page === undefined && problem === undefined) return null;
  const [text, path, label] =
    page === undefined
      ? [`The file of page ${id} is damaged: ${problem}.`, `/pages/${id}/versions`, 'History']
      : [`“${page.title}” was removed on ${dayText(page.deleted_at)}.`, `/trash/${page.id}`, 'Restore'];
  return (
    <div class="note warn">
      <Icon name="triangle-alert" />
      <p>
        {text} <a href={workspaceHref(context, path)}>{label}</a>
      </p>
    </div>
  );
}

const maxSimilar = 3;

/** Slugs by their pairs of letters, as an index of pages. */
const pairIndex = derived((catalog: Catalog) => {
  const pages = [...pagesBySlug(catalog).values()];
  const withPair = new Map<string, number[]>();
  const sizes = pages.map(({ slug }, at) => {
    const pairs = pairsOf(slug);
    for (const pair of pairs) {
      const others = withPair.get(pair);
      if (others === undefined) withPair.set(pair, [at]);
      else others.push(at);
    }
    return pairs.size;
  });
  return { pages, withPair, sizes };
});

/** Pages whose slugs have the most pairs of letters in common with a word of an address. */
function similarPages({ catalog }: PortalContext, asked: string): readonly PageRecord[] {
  const { pages, withPair, sizes } = pairIndex(catalog);
  const wanted = pairsOf(asked.toLowerCase());
  const shared = new Map<number, number>();
  for (const pair of wanted) {
    for (const at of withPair.get(pair) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
  }
  return [...shared]
    .map(([at, common]) => ({ at, likeness: (2 * common) / (wanted.size + (sizes[at] ?? 0)) }))
    .filter(({ likeness }) => likeness >= 0.3)
    .sort((a, b) => b.likeness - a.likeness || a.at - b.at)
    .slice(0, maxSimilar)
    .flatMap(({ at }) => pages[at] ?? []);
}

function pairsOf(text: string): ReadonlySet<string> {
  const start = text.slice(0, 100);
  return new Set(Array.from({ length: Math.max(0, start.length - 1) }, (_, at) => start.slice(at, at + 2)));
}
