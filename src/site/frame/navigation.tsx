import type { PageRecord } from '../../content/catalog/catalog.js';
import type { PortalContext } from '../context.js';
import { chaptersAbove, treeOf } from '../tree.js';
import { mayEdit, workspaceHref } from './bar.js';
import { Icon } from './icon.js';
import { markOf } from './visibility.js';

/** Upper bound on pages of a brand whose closed chapters are drawn, too. */
const maxPagesDrawn = 300;
/** Upper bound on pages of one chapter that the navigation shows. */
const maxSiblings = 100;
/** Levels of chapters that are drawn; a push may nest more. */
const maxLevels = 8;

interface NavigationProps {
  readonly context: PortalContext;
  readonly pageId: number | undefined;
}

/**
 * Pages that this reader may see: the open branch, the other chapters closed, or as links where a brand has many pages.
 */
export function Navigation({ context, pageId }: NavigationProps) {
  const { catalog } = context;
  const page = pageId === undefined ? undefined : catalog.pages.get(pageId);
  const branch = new Set(page === undefined ? [] : [...chaptersAbove(catalog, page), page].map(({ id }) => id));
  const chapter = page?.type === 'container' ? page.id : (page?.parent_id ?? '');
  const newHref = (type = ''): string => workspaceHref(context, `/pages/new?parent=${chapter}${type}`);
  return (
    <nav aria-label="Pages">
      <Level context={context} parent={null} branch={branch} current={pageId} level={1} />
      {mayEdit(context) && (
        <div class="new">
          <a href={newHref()}>
            <Icon name="plus" />
            New page
          </a>
          <a href={newHref('&type=container')}>
            <Icon name="plus" />
            New chapter
          </a>
        </div>
      )}
    </nav>
  );
}

interface LevelProps {
  readonly context: PortalContext;
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
        </li>
      ))}
      {more > 0 && (
        <li>
          <a href={parent === null ? context.href('/-/search') : context.pageHref(parent.slug)}>
            <span class="grow dim">{more} more</span>
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
  if (!isChapter || !isDrawn || level.level >= maxLevels) {
    return (
      <a href={context.pageHref(page.slug)} aria-current={page.id === current ? 'page' : undefined}>
        <Title page={page} context={context} />
        {isChapter && <Icon name="chevron-right" />}
      </a>
    );
  }
  const below = <Level {...level} parent={page} level={level.level + 1} />;
  if (page.nav_expansion === 'pinned_open') {
    return (
      <>
        <h2>
          <Title page={page} context={context} />
        </h2>
        {below}
      </>
    );
  }
  return (
    <details open={branch.has(page.id)} data-chapter={page.id}>
      <summary>
        <Title page={page} context={context} />
        <Icon name="chevron-right" />
      </summary>
      {below}
    </details>
  );
}

interface PageRowsProps {
  readonly context: PortalContext;
  readonly pages: readonly PageRecord[];
}

/** List of links to pages. */
export function PageRows({ context, pages }: PageRowsProps) {
  return (
    <ul class="rows">
      {pages.map((page) => (
        <li key={page.id}>
          <a href={context.pageHref(page.slug)}>
            <Title page={page} context={context} />
            <Icon name="chevron-right" />
          </a>
        </li>
      ))}
    </ul>
  );
}

const maxOnLines = 60;

/** Title with a mark for who may see the page. */
export function Title({ page, context }: TitleProps) {
  const { title, visibility, type } = page;
  const isLong = title.length > maxOnLines;
  const mark = type === 'guideline' || visibility === 'hidden' ? markOf({ context, page }) : null;
  return (
    <>
      <span class={isLong ? 'cut' : 'grow'} title={isLong ? title : undefined}>
        <bdi>{title}</bdi>
      </span>
      {mark !== null && (
        <>
          <span class="vh">, {mark.words.toLowerCase()}</span>
          <Icon name={mark.icon} />
        </>
      )}
    </>
  );
}

interface TitleProps {
  readonly page: PageRecord;
  readonly context: PortalContext;
}
