import type { ComponentChild } from 'preact';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { languageOf } from '../../content/language-tags.js';
import { isoSeconds } from '../../lib/clock.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { amount, say } from '../../lib/say.js';
import { showPage } from '../../operations/pages.js';
import { readPageIn } from '../../operations/translations/read-page.js';
import { fill, words } from '../../words/words.js';
import { Block } from '../blocks/block.js';
import { blockViewOf } from '../blocks/block-view.js';
import type { BrandContext } from '../context.js';
import { Logo } from '../frame/bar.js';
import { renderPieces } from '../frame/render.js';
import { pagesBelow, treeOf } from '../frame/tree.js';
import { hasPicture, MediumPicture } from '../parts/picture.js';
import { longDayText } from '../parts/time.js';
import { VisibilityTag } from '../parts/visibility.js';
import type { PageReply } from '../replies.js';

/** Upper bounds on one document. */
const maxPages = 500;
const maxCharacters = 10_000_000;

/** Documents that are made at a time. */
const atOnce = 8;

/**
 * A chapter, or the portal without one, as one document to be printed: cover, contents, and the pages that the reader sees.
 *
 * @throws `not_found`, `too_large`, `busy`
 */
export async function printPage(context: BrandContext): Promise<PageReply> {
  const { catalog, params, service, name } = context;
  const chapter = params.id === undefined ? null : (catalog.pages.get(Number(params.id)) ?? null);
  const isChapter = chapter?.type === 'container' && String(chapter.id) === params.id;
  if (params.id !== undefined && !isChapter) throw notFound('Page');
  const pages = chapter === null ? treeOf(catalog).read : pagesBelow(catalog, chapter.id);
  if (pages.length > maxPages) {
    const [found, most] = [amount(pages.length), amount(maxPages)];
    throw new PortalError(
      'too_large',
      say`This document has ${found} pages, and one has at most ${most}. Print its chapters one by one.`,
    );
  }
  const release = service.semaphores.tryAcquire('prints', atOnce);
  if (release === null) throw new PortalError('busy', 'Other documents are being made for print. Try again soon.');
  try {
    const parts = [await renderPieces(<CoverAndContents context={context} chapter={chapter} />)];
    let characters = 0;
    for (const page of pages) {
      const part = await sheetOf(context, page);
      parts.push(part);
      characters += part.length;
      if (characters > maxCharacters)
        throw new PortalError('too_large', 'This document is too long to print. Print its chapters one by one.');
    }
    const title = chapter === null ? name : chapter.title;
    return {
      title: fill(words().print.title, { title }),
      isUnlisted: true,
      isBare: true,
      language: languageOf(catalog, chapter ?? undefined),
      body: <div dangerouslySetInnerHTML={{ __html: parts.join('') }} />,
    };
  } finally {
    release();
  }
}

interface DocumentProps {
  readonly context: BrandContext;
  /** `null` for the whole portal. */
  readonly chapter: PageRecord | null;
}

function CoverAndContents({ context, chapter }: DocumentProps) {
  const { name, catalog, href, pageHref, service, zone } = context;
  const texts = words().print;
  const { sentence } = catalog.portal;
  const { logo_dark } = catalog.portal;
  const hasLogo = hasPicture(context, logo_dark);
  const back = chapter === null ? href('/') : pageHref(chapter.slug);
  return (
    <>
      <p class="print-way">
        {texts.way} <a href={back}>{texts.back}</a>
      </p>
      <div class={hasLogo ? 'print-cover deep' : 'print-cover'}>
        {hasLogo ? (
          <MediumPicture context={context} id={logo_dark} alt={name} sizes="200px" isFirst />
        ) : (
          <Logo context={context} />
        )}
        <div>
          {chapter !== null && <p>{name}</p>}
          <h1 {...context.lang(chapter ?? undefined)}>{chapter?.title ?? name}</h1>
          {chapter === null && sentence !== '' && <p {...context.langOfText('sentence')}>{sentence}</p>}
        </div>
        <p>{fill(texts.asOf, { day: longDayText(isoSeconds(service.clock()), zone) })}</p>
      </div>
      <nav class="print-contents" aria-labelledby="contents">
        <h2 id="contents">{texts.contents}</h2>
        <Entries context={context} parent={chapter?.id ?? null} />
      </nav>
    </>
  );
}

interface EntriesProps {
  readonly context: BrandContext;
  /** Chapter whose pages are listed; `null` for the top level. */
  readonly parent: number | null;
}

/** Chapters and pages, as a list in lists. */
function Entries({ context, parent }: EntriesProps): ComponentChild {
  return (
    <ol>
      {treeOf(context.catalog)
        .children(parent)
        .map((page) => (
          <li key={page.id} {...context.lang(page)}>
            {page.type === 'container' ? (
              <>
                <b>{page.title}</b>
                <Entries context={context} parent={page.id} />
              </>
            ) : (
              <a href={`#${anchorOf(page)}`}>{page.title}</a>
            )}
          </li>
        ))}
    </ol>
  );
}

const anchorOf = ({ id }: PageRecord): string => `page-${id}`;

/** HTML of a page as its reader sees it. */
async function sheetOf(context: BrandContext, record: PageRecord): Promise<string> {
  const { language, perform } = context;
  const params = { page: String(record.id) };
  const inLanguage =
    language === null ? null : (await perform(readPageIn, { params: { ...params, lang: language } })).value;
  const page = inLanguage?.page ?? (await perform(showPage, { params })).value;
  const view = blockViewOf(context, record.id, record, inLanguage?.texts);
  return renderPieces(
    <div class="print-page" id={anchorOf(record)}>
      <h1 {...context.lang(record)}>{page.title}</h1>
      <VisibilityTag context={context} page={record} />
      {page.blocks.map((block) => (
        <Block key={block.id} block={block} view={view} />
      ))}
    </div>,
  );
}
