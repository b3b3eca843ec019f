import type { PageRecord } from '../../content/catalog/page-record.js';
import type { DraftedPage } from '../../operations/proposals/of-page.js';
import { fill, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { Icon } from '../parts/icon.js';
import { TextsMark } from '../parts/text-state.js';
import { markOf } from '../parts/visibility.js';
import { mayEdit } from './bar.js';
import { draftHref } from './draft-note.js';
import { InLanguage, type Lang } from './language.js';
import { NewPageIn } from './new-page.js';
import { chaptersAbove, treeOf } from './tree.js';

/** Upper bound on pages of a brand whose closed chapters are drawn, too. */
const maxPagesDrawn = 300;
/** Upper bound on pages of one chapter that the navigation shows. */
const maxSiblings = 100;
/** Levels of chapters that are drawn; a push may nest more. */
const maxLevels = 8;

export interface NavigationProps {
  readonly context: BrandContext;
  readonly pageId: number | undefined;
  /** As of `PageReply`. */
  readonly onlyIn: number | undefined;
  readonly drafted: readonly DraftedPage[];
}

/**
 * Pages that this reader may see: the open branch, the other chapters closed, or as links where a brand has many pages.
 */
export function Navigation(props: NavigationProps) {
  const { context, pageId } = props;
  const { catalog } = context;
  const { newPage, newChapter } = words().common;
  const page = pageId === undefined ? undefined : catalog.pages.get(pageId);
  const branch = new Set(page === undefined ? [] : [...chaptersAbove(catalog, page), page].map(({ id }) => id));
  const chapter = page?.type === 'container' ? page.id : (page?.parent_id ?? '');
  const newHref = (type = ''): string => context.href(`/pages/new?parent=${chapter}${type}`);
  return (
    <nav aria-label={words().frame.pages}>
      <Drafts {...props} />
      <Level context={context} parent={null} branch={branch} current={pageId} level={1} />
      {mayEdit(context) && (
        <div class="new">
          <a href={newHref()}>
            <Icon name="plus" />
            {newPage}
          </a>
          <a href={newHref('&type=container')}>
            <Icon name="plus" />
            {newChapter}
          </a>
        </div>
      )}
    </nav>
  );
}

/** Upper bound on pages in drafts. */
const maxDrafted = 5;

/** Pages in the reader's own drafts, which have no other place if they are new. */
function Drafts({ context, pageId, onlyIn, drafted }: NavigationProps) {
  // A preview shows what readers will see.
  const isPreview = onlyIn === undefined && context.query.draft !== undefined;
  if (drafted.length === 0 || isPreview) return null;
  return (
    <div class="drafts">
      <h2>{words().common.yourDrafts}</h2>
      <ul>
        {drafted.slice(0, maxDrafted).map((page) => (
          <li key={`${page.draft} ${page.id}`}>
            <a
              href={draftHref(context, page)}
              aria-current={page.draft === onlyIn && page.id === pageId ? 'true' : undefined}
            >
              <TitleText title={page.title} lang={context.lang(context.catalog.pages.get(page.id))} />
              <Icon name="file-text" />
            </a>
          </li>
        ))}
        {drafted.length > maxDrafted && (
          <li>
            <a href={context.href('/proposals?show=yours')}>
              <span class="grow dim">{words().frame.allDrafts}</span>
            </a>
          </li>
        )}
      </ul>
    </div>
  );
}

interface LevelProps {
  readonly context: BrandContext;
  readonly parent: PageRecord | null;
  readonly branch: ReadonlySet<number>;
  readonly current: number | undefined;
  readonly level: number;
}

function Level({ context, parent, ...rest }: LevelProps) {
  const pages = treeOf(context.catalog).children(parent?.id ?? null);
  const current = pages.length <= maxSiblings ? 0 : pages.findIndex(({ id }) => rest.branch.has(id));
  const from = Math.max(0, Math.min(current - maxSiblings / 2, pages.length - maxSiblings));
  const shown = pages.slice(from, from + maxSiblings);
  const more = pages.length - shown.length;
  return (
    <ul>
      {shown.map((page) => (
        <li key={page.id} data-nav={mayEdit(context) ? page.id : undefined}>
          <Entry context={context} page={page} {...rest} />
          {page.type === 'container' && <NewPageIn context={context} chapter={page} look="nav-new" />}
        </li>
      ))}
      {more > 0 && (
        <li>
          <a href={parent === null ? context.href('/-/search') : context.pageHref(parent.slug)}>
            <span class="grow dim">{fill(words().frame.more, { n: more })}</span>
          </a>
        </li>
      )}
    </ul>
  );
}

function Entry({ page, ...level }: Omit<LevelProps, 'parent'> & { readonly page: PageRecord }) {
  const { context, branch, current } = level;
  const isChapter = page.type === 'container';
  const isDrawn = context.catalog.pages.size <= maxPagesDrawn || branch.has(page.id);
  const isLink = !isChapter || !isDrawn || level.level >= maxLevels;
  const row = (
    <a
      class={isChapter ? 'chapter' : undefined}
      href={context.pageHref(page.slug)}
      aria-current={page.id === current ? 'page' : undefined}
    >
      <Title page={page} context={context} />
      <TextsMark page={page} context={context} />
      {isChapter && isLink && <Icon name="chevron-right" />}
    </a>
  );
  if (isLink) return row;
  const below = <Level {...level} parent={page} level={level.level + 1} />;
  if (page.nav_expansion === 'pinned_open') {
    return (
      <>
        {row}
        {below}
      </>
    );
  }
  return (
    <>
      {row}
      <details open={branch.has(page.id)} data-chapter={page.id}>
        <summary aria-label={fill(words().frame.pagesOf, { title: page.title })}>
          <Icon name="chevron-right" />
        </summary>
        {below}
      </details>
    </>
  );
}

/** Titles of the chapters above a page. */
export function ChapterPath({ context, page }: TitleProps) {
  return (
    <>
      {chaptersAbove(context.catalog, page).map((chapter, index) => (
        <>
          {index > 0 && ' › '}
          <InLanguage {...context.lang(chapter)}>{chapter.title}</InLanguage>
        </>
      ))}
    </>
  );
}

const maxOnLines = 60;

interface TitleTextProps extends Pick<PageRecord, 'title'> {
  readonly lang: Lang;
}

function TitleText({ title, lang }: TitleTextProps) {
  const isLong = title.length > maxOnLines;
  return (
    <span class={isLong ? 'cut' : 'grow'} title={isLong ? title : undefined} {...lang}>
      <bdi>{title}</bdi>
    </span>
  );
}

/** Title with a mark for who may see the page. */
export function Title({ page, context }: TitleProps) {
  return (
    <>
      <TitleText title={page.title} lang={context.lang(page)} />
      <VisibilityMark page={page} context={context} />
    </>
  );
}

/** Mark after a title for who may see the page, where not everyone may. */
export function VisibilityMark({ page, context }: TitleProps) {
  const mark = page.type === 'guideline' || page.visibility === 'hidden' ? markOf({ context, page }) : null;
  if (mark === null) return null;
  return (
    <>
      <span class="vh">{mark.afterTitle}</span>
      <Icon name={mark.icon} />
    </>
  );
}

interface TitleProps {
  readonly page: PageRecord;
  readonly context: BrandContext;
}
