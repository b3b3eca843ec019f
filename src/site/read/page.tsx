import type { PageRecord } from '../../content/catalog/page-record.js';
import { languageOf } from '../../content/language-tags.js';
import { showPage } from '../../operations/pages.js';
import { showLastAuthor } from '../../operations/reader-changes.js';
import { readPageIn } from '../../operations/translations/read-page.js';
import { fill, words } from '../../words/words.js';
import { Block } from '../blocks/block.js';
import { blockViewOf } from '../blocks/block-view.js';
import type { BrandContext } from '../context.js';
import { mayEdit } from '../frame/bar.js';
import { Contents, PageActions } from '../frame/contents.js';
import { doneNote } from '../frame/done-note.js';
import { DraftNote, discardedNote, ownProposals } from '../frame/draft-note.js';
import { InLanguage } from '../frame/language.js';
import { NewPageIn } from '../frame/new-page.js';
import { chaptersAbove, pagesBelow, treeOf } from '../frame/tree.js';
import { mayTranslate } from '../languages.js';
import { pagesBySlug } from '../pages-by-slug.js';
import { Icon } from '../parts/icon.js';
import { outdatedTexts } from '../parts/text-state.js';
import { longDayText } from '../parts/time.js';
import { VisibilityTag } from '../parts/visibility.js';
import type { PageReply, RedirectReply } from '../replies.js';
import { drawChapter, onlyPageOf } from './chapter.js';
import { CollectionRows } from './collection.js';
import { hereNow } from './here-now.js';
import { isOutdated, LanguageNote, NewerOriginal, type Original, originalOf } from './language-note.js';
import { notFoundPage } from './not-found.js';
import { proposedContext } from './proposed.js';

/** @param onlyIn as of `PageReply`; the content of the context is then that of the proposal */
export async function pagePage(context: BrandContext, onlyIn?: number): Promise<PageReply | RedirectReply> {
  const { catalog, params, perform, query, language } = context;
  const slug = params.page ?? '';
  const record = pagesBySlug(catalog).get(slug);
  const named = record ?? (language === null ? undefined : context.pageNamed(slug));
  if (named === undefined) return notFoundPage(context);
  // A page that has another address in this language.
  if (record === undefined) return { to: context.pageHref(named.slug) };
  const own = await ownProposals(context, record);
  // A provisional id names another page in each proposal.
  const proposals = own.filter(({ number }) => onlyIn === undefined || number === onlyIn);
  const draft = proposals.find(({ number, state }) => state === 'draft' && String(number) === query.draft);
  const proposedIn = (number: number) => (number === onlyIn ? context : proposedContext(context, number));
  const proposed = draft === undefined ? null : await proposedIn(draft.number);
  const previewed = proposed?.catalog.pages.has(record.id) ? draft : undefined;
  const shown = onlyIn ?? previewed?.number;
  const isChapter = record.type === 'container';
  // A chapter with one page is read as that page, below the head of the chapter.
  const read = (isChapter && onlyPageOf({ context, chapter: record })) || record;
  const id = String(read.id);
  const original = originalOf(context, read);
  const inLanguage =
    language === null || shown !== undefined || query.original !== undefined
      ? null
      : (await perform(readPageIn, { params: { page: id, lang: language } })).value;
  const page =
    inLanguage?.page ??
    (
      await perform(showPage, {
        params: { page: id },
        query: shown === undefined ? {} : { proposal: String(shown) },
      })
    ).value;
  const { reading: texts, common } = words();
  const view = blockViewOf((previewed && proposed) || context, read.id, read, inLanguage?.texts);
  const isTranslated = language !== null && original.language !== language;
  const author = context.person === null ? null : await lastAuthor(context, read.id);
  const isEmpty =
    page.type === 'container'
      ? treeOf(catalog).children(page.id).length === 0
      : page.blocks.length === 0 && proposals.length === 0;
  const crumb = <Breadcrumbs context={context} page={record} />;
  const chapter = isChapter ? await drawChapter({ context, chapter: record, crumb, onlyIn }) : null;
  return {
    title: read === record ? page.title : record.title,
    description: record.summary ?? read.summary ?? read.lead ?? undefined,
    pageId: page.id,
    onlyIn,
    language: languageOf(catalog, record),
    inLanguages: context.pageInLanguages(record),
    ...(isTranslated &&
      query.original === undefined &&
      (mayTranslate(context.actor, language) ? { into: language } : { editHref: `${original.href}#edit` })),
    ...(read !== record && { editHref: `${context.pageHref(read.slug)}#edit` }),
    body: (
      <>
        {await doneNote(context)}
        {await discardedNote(context, record)}
        <DraftNote context={context} page={record} proposals={proposals} previewed={previewed} onlyIn={onlyIn} />
        {chapter?.head ?? (
          <>
            {crumb}
            <h1 {...context.lang(record)}>{page.title}</h1>
          </>
        )}
        {inLanguage !== null && isTranslated && (
          <LanguageNote {...inLanguage} language={language} original={original} />
        )}
        <VisibilityTag context={context} page={record} />
        {onlyIn === undefined && (await hereNow(context, record.id))}
        {!isChapter && <Contents context={context} page={record} blocks={page.blocks} isNew={onlyIn !== undefined} />}
        {chapter?.pages}
        {isChapter && !isEmpty && <NewPageIn context={context} chapter={record} look="btn" />}
        {read !== record && (
          <h2 {...context.lang(read)}>
            <a href={context.pageHref(read.slug)}>{page.title}</a>
          </h2>
        )}
        {mayEdit(context) && isEmpty && <NoContent context={context} page={read} />}
        {mayEdit(context) && (
          <noscript>
            <p id="edit">{texts.needsScript}</p>
          </noscript>
        )}
        {page.blocks.map((block) => (
          <Block key={block.id} block={block} view={view} />
        ))}
        {context.pageNamed('downloads')?.id === read.id && <CollectionRows context={context} />}
        <p class="meta">
          {read.updated_at !== null && onlyIn === undefined && (
            <Changed
              day={longDayText(read.updated_at, context.zone)}
              author={author}
              original={isTranslated && isOutdated(inLanguage) ? original : null}
            />
          )}
          <a href={context.href('/-/changes')}>{common.whatChanged}</a>
          {isChapter && onlyIn === undefined && (
            <a href={context.href(`/-/print/${record.id}`)}>{words().print.print}</a>
          )}
          {isChapter && <PageActions context={context} page={record} isNew={onlyIn !== undefined} />}
        </p>
        <Neighbours context={context} page={record} isRead={read !== record} />
      </>
    ),
  };
}

interface ChangedProps {
  readonly day: string;
  readonly author: string | null;
  /** Original that is newer than the page; `null` if none is. */
  readonly original: Original | null;
}

function Changed({ day, author: name, original }: ChangedProps) {
  const { changedOn, changedOnBy } = words().reading;
  if (original !== null) return <NewerOriginal original={original} day={day} />;
  return <span>{name === null ? fill(changedOn, { day }) : fill(changedOnBy, { day, name })}</span>;
}

interface PageProps {
  readonly context: BrandContext;
  readonly page: PageRecord;
}

/** Chapters above a page, and what is outdated in it. */
function Breadcrumbs({ context, page }: PageProps) {
  const chapters = chaptersAbove(context.catalog, page);
  const outdated = outdatedTexts({ context, page });
  if (chapters.length === 0) return outdated && <p class="crumb">{outdated}</p>;
  return (
    <nav class="crumb" aria-label={words().editorPage.chapter}>
      {chapters.map((chapter, index) => (
        <>
          {index > 0 && <Icon name="chevron-right" size="s" />}
          <a href={context.pageHref(chapter.slug)} {...context.lang(chapter)}>
            {chapter.title}
          </a>
        </>
      ))}
      {outdated}
    </nav>
  );
}

/** Placeholder for missing content, for editors. */
function NoContent({ context, page: { id, type } }: PageProps) {
  const { reading: texts, common } = words();
  const [text, href, label] =
    type === 'container'
      ? [texts.noPage, context.href(`/pages/new?parent=${id}`), common.newPage]
      : [texts.noContent, '#edit', common.editPage];
  return (
    <div class="empty">
      <b>{text}</b>
      <a class="btn" href={href}>
        {label}
      </a>
    </div>
  );
}

/** Pages before and after, across chapters; around a chapter, the one before it and its first, unless that is read here. */
function Neighbours({ context, page, isRead }: PageProps & { readonly isRead: boolean }) {
  const { read: readingOrder, places } = treeOf(context.catalog);
  const isChapter = page.type === 'container';
  const [first] = isChapter ? pagesBelow(context.catalog, page.id) : [page];
  if (first === undefined) return null;
  const index = places.get(first.id) ?? -1;
  const before = readingOrder[index - 1];
  const after = readingOrder[isChapter && !isRead ? index : index + 1];
  const texts = words().reading;
  return (
    <nav class="foot" aria-label={texts.neighbours}>
      {before !== undefined && (
        <a href={context.pageHref(before.slug)}>
          <small>{texts.previous}</small>
          <InLanguage {...context.lang(before)}>{before.title}</InLanguage>
        </a>
      )}
      {after !== undefined && (
        <a class="after" href={context.pageHref(after.slug)}>
          <small>{texts.next}</small>
          <InLanguage {...context.lang(after)}>{after.title}</InLanguage>
        </a>
      )}
    </nav>
  );
}

/** @returns `null` if unknown; the page is shown even if git cannot be asked */
async function lastAuthor({ perform }: BrandContext, id: number): Promise<string | null> {
  return perform(showLastAuthor, { params: { page: String(id) } }).then(
    ({ value }) => value,
    () => null,
  );
}
