import type { Catalog } from '../../content/catalog/catalog.js';
import type { PageRecord, TrashRecord } from '../../content/catalog/page-record.js';
import { paths } from '../../content/catalog/paths.js';
import { derived } from '../../lib/derived.js';
import { listWaiting } from '../../operations/proposals/of-page.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { mayEdit } from '../frame/bar.js';
import { SearchForm } from '../frame/search-form.js';
import { pagesBySlug } from '../pages-by-slug.js';
import { Note } from '../parts/note.js';
import { longDayText } from '../parts/time.js';
import type { PageReply } from '../replies.js';
import { artsOf } from './art.js';
import { Cards } from './card.js';

/** Page for an address without a page. It is the same if the page exists, but this reader may not see it. */
export async function notFoundPage(context: BrandContext): Promise<PageReply> {
  const { person, params } = context;
  const { reading: texts, common } = words();
  const similar = similarPages(context, params.page ?? '');
  return {
    status: 404,
    title: texts.notFound,
    isUnlisted: true,
    body: (
      <>
        <h1>{texts.notFound}</h1>
        {mayEdit(context) && (await goneNote(context))}
        <p class="text">{person === null ? texts.notFoundGuest : texts.notFoundText}</p>
        <SearchForm context={context} looked="" />
        {similar.length > 0 && (
          <>
            <h2>{texts.similar}</h2>
            <Cards context={context} pages={similar} arts={artsOf(context, similar)} />
          </>
        )}
        {person === null && (
          <p class="text">
            <Filled text={texts.signInForMore} values={{ signIn: <a href={context.signInHref}>{common.signIn}</a> }} />
          </p>
        )}
      </>
    ),
  };
}

/** Note on a page that editors can restore at this address: one in the trash, or one whose file is damaged. */
async function goneNote(context: BrandContext) {
  const { trash, problems } = context.catalog;
  const { id = '', page: slug } = context.params;
  const page = trash.get(Number(id)) ?? [...trash.values()].find((trashed) => trashed.slug === slug);
  const problem = problems.get(paths.page(Number(id)));
  if (page === undefined && problem === undefined) return null;
  const { reading: texts, common } = words();
  const [text, path, label] =
    page === undefined
      ? [fill(texts.isDamaged, { id, problem: String(problem) }), `/pages/${id}/versions`, common.history]
      : await trashedNote(context, page);
  return (
    <Note kind="warn">
      <p>
        {text} <a href={context.href(path)}>{label}</a>
      </p>
    </Note>
  );
}

/** Text on a page in the trash, and the way to restore it, or to the proposal that does. */
async function trashedNote({ perform }: BrandContext, { id, title, deleted_at }: TrashRecord) {
  const { reading: texts, common } = words();
  const values = { title, day: longDayText(deleted_at) };
  const query = { paths: [paths.trash(id)] };
  const [waiting] = (await perform(listWaiting, { query }).catch(() => null))?.value ?? [];
  if (waiting === undefined) return [fill(texts.isTrashed, values), `/trash/${id}`, common.restore] as const;
  return [fill(texts.isRestoring, values), `/proposals/${waiting.number}`, common.seeIt] as const;
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
function similarPages({ catalog }: BrandContext, asked: string): readonly PageRecord[] {
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
