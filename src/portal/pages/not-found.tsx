import type { HtmlReply, PortalContext } from '../context.js';
import { pagesBySlug } from '../pages-by-slug.js';
import { searchLabel, signInHref } from '../parts/bar.js';

/** Answer for a page that there is not, or that this reader does not see: both are the same. */
export function notFoundPage(context: PortalContext): HtmlReply {
  const { href, pageHref, person, params } = context;
  const similar = similarPages(context, params.page ?? '');
  return {
    status: 404,
    title: 'Page not found',
    isUnlisted: true,
    body: (
      <>
        <h1>Page not found</h1>
        <p class="text">There is no page at this address{person === null && ', or it is not public'}.</p>
        <form class="row searching" action={href('/-/search')}>
          <input class="in" type="search" name="q" aria-label={searchLabel} maxLength={200} />
          <button type="submit" class="btn go">
            Search
          </button>
        </form>
        {similar.length > 0 && (
          <>
            <h2>Pages with similar names</h2>
            <ul class="list">
              {similar.map(({ id, slug, title }) => (
                <li key={id}>
                  <a href={pageHref(slug)}>{title}</a>
                </li>
              ))}
            </ul>
          </>
        )}
        {person === null && (
          <p class="text">
            <a href={signInHref(context)}>Sign in</a> to see pages for people of the brand.
          </p>
        )}
      </>
    ),
  };
}

const maxSimilar = 3;

/** Pages whose slugs have the most in common with a word of an address. */
function similarPages({ catalog }: PortalContext, asked: string) {
  const wanted = pairsOf(asked.toLowerCase().slice(0, 100));
  const ranked = [];
  for (const [slug, page] of pagesBySlug(catalog)) {
    const pairs = pairsOf(slug.slice(0, 100));
    let shared = 0;
    for (const pair of wanted) if (pairs.has(pair)) shared += 1;
    const likeness = (2 * shared) / (wanted.size + pairs.size || 1);
    if (likeness >= 0.3) ranked.push({ page, likeness });
  }
  ranked.sort((a, b) => b.likeness - a.likeness);
  return ranked.slice(0, maxSimilar).map(({ page }) => page);
}

const pairsOf = (text: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
