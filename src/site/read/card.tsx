import type { PageRecord } from '../../content/catalog/page-record.js';
import { counted, fill, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { InLanguage, type Lang } from '../frame/language.js';
import { VisibilityMark } from '../frame/navigation.js';
import { pagesBelow, treeOf } from '../frame/tree.js';
import { longDayText } from '../parts/time.js';
import { type Art, ArtView } from './art.js';

interface CardsProps {
  readonly context: BrandContext;
  readonly pages: readonly PageRecord[];
  /** Art of the pages, by their ids. */
  readonly arts: ReadonlyMap<number, Art>;
}

/** Pages and chapters as cards. */
export function Cards({ context, pages, arts }: CardsProps) {
  return (
    <div class="chap">
      {pages.map((page) => (
        <Card key={page.id} context={context} page={page} art={arts.get(page.id)} />
      ))}
    </div>
  );
}

const sizes = '(max-width: 860px) 100vw, 400px';
/** Upper bound on titles that a chapter without a summary names. */
const maxTitles = 4;

interface CardProps {
  readonly context: BrandContext;
  readonly page: PageRecord;
}

function Card({ context, page, art }: CardProps & { readonly art: Art | undefined }) {
  const below = page.type === 'container' ? pagesBelow(context.catalog, page.id) : [];
  return (
    <a href={context.pageHref(page.slug)}>
      {art && <ArtView context={context} art={art} sizes={sizes} />}
      <div>
        <b>
          <InLanguage {...context.lang(page)}>{page.title}</InLanguage>
          <VisibilityMark context={context} page={page} />
        </b>
        <Sentence context={context} page={page} />
        <small>{page.type === 'container' ? sizeOf(context, page, below) : dayOf(context, [page])}</small>
      </div>
    </a>
  );
}

/** A sentence of a page, which need not be in the language of its title. */
export function langOfSentence(context: BrandContext, page: PageRecord): Lang {
  const source = context.source.pages.get(page.id);
  const isOfSource = source?.summary === page.summary && source?.lead === page.lead;
  return context.lang(isOfSource ? source : page);
}

/** Summary of a page, else its first sentence; of a chapter without one, titles of its pages. */
function Sentence({ context, page }: CardProps) {
  const sentence = page.summary ?? page.lead;
  if (sentence !== null) return <p {...langOfSentence(context, page)}>{sentence}</p>;
  const inside = page.type === 'container' ? treeOf(context.catalog).children(page.id).slice(0, maxTitles) : [];
  if (inside.length === 0) return null;
  return (
    <p>
      {inside.map((below, at) => (
        <>
          {at > 0 && ', '}
          <bdi {...context.lang(below)}>{below.title}</bdi>
        </>
      ))}
    </p>
  );
}

/** Number of pages in a chapter, and when the last of them was changed. */
export function sizeOf(context: BrandContext, chapter: PageRecord, below: readonly PageRecord[]): string {
  const texts = words().reading.chapter;
  const day = dayOf(context, [chapter, ...below]);
  const size = counted(texts.pages, below.length);
  return day === '' ? size : `${size} · ${fill(texts.changed, { day })}`;
}

/** Day of the last change; empty if it is not known. */
function dayOf({ zone }: BrandContext, pages: readonly PageRecord[]): string {
  const times = pages.flatMap(({ updated_at }) => updated_at ?? []).sort();
  const last = times.at(-1);
  return last === undefined ? '' : longDayText(last, zone);
}
