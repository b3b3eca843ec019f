import type { ComponentChild } from 'preact';
import { allBlocks } from '../../content/blocks/block-tree.js';
import { idsReferredTo } from '../../content/blocks/references.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { fileTypeOf } from '../../content/files/types.js';
import { showPage } from '../../operations/pages.js';
import { readPageIn } from '../../operations/translations/read-page.js';
import { words } from '../../words/words.js';
import { objects, text } from '../blocks/data.js';
import type { BrandContext } from '../context.js';
import { InLanguage } from '../frame/language.js';
import { pagesBelow, treeOf } from '../frame/tree.js';
import { Icon } from '../parts/icon.js';
import { groundOf } from '../parts/picture.js';
import { type Art, ArtView, artsOf, logoArt } from './art.js';
import { Cards, langOfSentence, sizeOf } from './card.js';
import { placesIn } from './places.js';

/** Upper bound on pages of a chapter that is a part of the one above; a larger one is a card there. */
const maxInPart = 6;
/** Upper bound on pages and chapters that a view of a chapter shows. */
const maxShown = 200;

interface ChapterProps {
  readonly context: BrandContext;
  readonly chapter: PageRecord;
}

/** The only page of a chapter, which is read in the chapter's place; `null` if it has none, or more. */
export function onlyPageOf({ context, chapter }: ChapterProps): PageRecord | null {
  const [first, second] = treeOf(context.catalog).children(chapter.id);
  return first?.type === 'guideline' && second === undefined ? first : null;
}

interface HeadProps extends ChapterProps {
  readonly crumb: ComponentChild;
  /** As of `PageReply`. */
  readonly onlyIn: number | undefined;
}

/** Head of a chapter, and its pages as cards: some at a time when there are many. */
export async function drawChapter(props: HeadProps) {
  const { context, chapter } = props;
  const { catalog, query, pageHref } = context;
  const { children } = treeOf(catalog);
  const all = onlyPageOf(props) === null ? children(chapter.id) : [];
  const from = Math.max(0, Number.parseInt(query.from ?? '', 10) || 0);
  const shown = all.slice(from, from + maxShown);
  const parts = shown.filter((page) => isPart(context, page));
  const cards = shown.filter((page) => !parts.includes(page));
  const ofCards = [...cards, ...parts.flatMap(({ id }) => children(id))];
  const cover = coverArt(props);
  const first = artsOf(context, [chapter, ...ofCards]);
  const last = artsOf(context, [...ofCards, chapter]);
  // Without a picture of its own, a cover has what the cards leave: rather their colours than a pattern.
  const isPlain = cover === null && last.get(chapter.id)?.kind === 'pattern';
  const arts = chapter.cover !== null || (isPlain && first.get(chapter.id)?.kind === 'colors') ? first : last;
  const art = cover ?? arts.get(chapter.id);
  const head = <Head {...props} art={art} filePackage={await filePackage(props)} />;
  const pages = (
    <>
      {cards.length > 0 && <Cards context={context} pages={cards} arts={arts} />}
      {parts.map((part) => (
        <>
          <h2 {...context.lang(part)}>
            <a href={pageHref(part.slug)}>{part.title}</a>
          </h2>
          <Cards context={context} pages={children(part.id)} arts={arts} />
        </>
      ))}
      {from + maxShown < all.length && (
        <a class="btn" href={`${pageHref(chapter.slug)}?from=${from + maxShown}`}>
          {words().reading.morePages}
        </a>
      )}
    </>
  );
  return { head, pages };
}

/** Whether a page is a chapter whose pages are shown in the chapter above. */
function isPart({ catalog }: BrandContext, { id, type }: PageRecord): boolean {
  const count = type === 'container' ? pagesBelow(catalog, id).length : 0;
  return count > 0 && count <= maxInPart && treeOf(catalog).children(id).length <= maxInPart;
}

/** The brand's logo, for the chapter of its page, if the chapter has no cover. */
function coverArt({ context, chapter }: ChapterProps): Art | null {
  const { logo } = placesIn(context);
  if (chapter.cover !== null || logo === undefined) return null;
  return pagesBelow(context.catalog, chapter.id).includes(logo) ? logoArt(context) : null;
}

interface DrawnProps extends HeadProps {
  readonly art: Art | undefined;
  readonly filePackage: ComponentChild;
}

function Head({ context, chapter, crumb, art, filePackage }: DrawnProps) {
  const below = pagesBelow(context.catalog, chapter.id);
  const isDrawing =
    art?.kind === 'logo' ||
    art?.kind === 'specimen' ||
    (art?.kind === 'pictures' && groundOf(context, art.ids[0] ?? 0) !== '');
  return (
    <header class={`ch-cover ${isDrawing ? '' : 'has-pic'}`.trimEnd()}>
      <div>
        {crumb}
        <h1 {...context.lang(chapter)}>{chapter.title}</h1>
        {chapter.summary !== null && <p {...langOfSentence(context, chapter)}>{chapter.summary}</p>}
        <div class="row wrap gap12">
          {filePackage}
          <span class="num">{sizeOf(context, chapter, below)}</span>
        </div>
      </div>
      {art && <ArtView context={context} art={art} sizes={coverSizes} isFirst />}
    </header>
  );
}

const coverSizes = '(max-width: 860px) 100vw, 416px';

/** Button of the first ZIP file of a chapter, by the order of its pages; `null` if it has none. */
async function filePackage({ context, chapter, onlyIn }: HeadProps): Promise<ComponentChild> {
  const { catalog } = context;
  for (const page of pagesBelow(catalog, chapter.id)) {
    for (const id of idsReferredTo(page.refs, 'media')) {
      const [medium, file] = [catalog.media.get(id), catalog.files.get(id)];
      if (medium === undefined || file === undefined || fileTypeOf(file.name)?.extension !== 'zip') continue;
      const label = await labelOf(context, page, id, onlyIn);
      const lang = label === '' ? { ...context.lang(), ...context.langOfRecord('media', id) } : context.lang(page);
      return (
        <a class="btn" href={context.downloadHref(id, file)}>
          <Icon name="download" />
          <InLanguage {...lang}>{label || medium.title || file.name}</InLanguage>
        </a>
      );
    }
  }
  return null;
}

/** Label that a page gives a file; empty if it gives none. */
async function labelOf({ language, perform }: BrandContext, { id }: PageRecord, file: number, onlyIn?: number) {
  const params = { page: String(id) };
  const { blocks } =
    language === null || onlyIn !== undefined
      ? (await perform(showPage, { params, query: onlyIn === undefined ? {} : { proposal: String(onlyIn) } })).value
      : (await perform(readPageIn, { params: { ...params, lang: language } })).value.page;
  const named = allBlocks(blocks).flatMap(({ data }) => [...objects([data]), ...objects(Object(data).items)]);
  return text(named.find(({ media_id, label }) => media_id === file && label)?.label);
}
