import type { ComponentChild } from 'preact';
import { type Catalog, type PageRecord, pagesInOrder } from '../../content/catalog/catalog.js';
import { childrenOf, isEmptyChapter } from '../../content/navigation.js';
import { Filters, TextFilter } from '../parts/filters.js';
import { Name } from '../parts/name.js';
import { Pager } from '../parts/pager.js';
import { dayText } from '../parts/time.js';
import type { BrandVisit, Reply } from '../visit.js';

/** Rows on one page: drawing more would hold up others. */
const perPage = 200;

interface Row {
  readonly id: number;
  readonly depth: number;
  readonly isOpen: boolean;
}

/** The tree of pages: chapters are closed until they are opened, or all pages whose title holds a text. */
export async function pagesPage(visit: BrandVisit): Promise<Reply> {
  const { catalog } = await (await visit.service.openBrand(visit.slug)).read();
  const text = (visit.query.q ?? '').trim();
  const open = new Set((visit.query.open ?? '').split('.').map(Number));
  const rows = text === '' ? treeRows(catalog, open) : foundRows(catalog, text);
  const start = Math.max(0, Math.min(rows.length - 1, Number(visit.query.start) || 0));
  // Of a long list only what is shown is read.
  const shown = rows.slice(start, start + perPage).flatMap(({ id, ...row }) => {
    const page = catalog.pages.get(id);
    return page === undefined ? [] : [{ ...row, page }];
  });
  const at = (changes: Record<string, string | null>): string =>
    visit.at('/pages', { q: text, open: [...open].filter(Boolean).join('.'), ...changes });
  const part = (from: number): string => at({ start: from === 0 ? null : String(from) });
  const body = (
    <>
      <h1>Pages</h1>
      <Filters>
        <TextFilter label="Title holds" text={text} />
      </Filters>
      <p class="hint" role="status">
        {text === ''
          ? `${catalog.pages.size.toLocaleString('en')} pages and chapters`
          : `${rows.length.toLocaleString('en')} with “${text}”`}
        {rows.length > perPage && `, ${start + 1} to ${start + shown.length} shown`}
        {text !== '' && (
          <>
            {' '}
            · <a href={visit.at('/pages')}>Show all</a>
          </>
        )}
      </p>
      {rows.length === 0 && text === '' && <p>No pages yet. They are made through the API, by agents, or imported.</p>}
      <ul class="tree">
        {shown.map(({ page, depth, isOpen }) => (
          <li key={page.id} class={`deep-${Math.min(depth, 6)}`}>
            <div>
              <Toggle page={page} isOpen={isOpen} catalog={catalog} open={open} at={at} isShown={text === ''} />
              <a class={page.type === 'container' ? 'chapter' : undefined} href={visit.at(`/pages/${page.id}`)}>
                <Name text={page.title} />
              </a>
              {text !== '' && page.parent_id !== null && (
                <small>in {catalog.pages.get(page.parent_id)?.title ?? 'a chapter that is gone'}</small>
              )}
              <span class="end">
                <small>{page.updated_at === null ? '' : dayText(page.updated_at)}</small>
                <span class="badge">{page.visibility}</span>
              </span>
            </div>
          </li>
        ))}
      </ul>
      <Pager
        newer={start > 0 ? part(Math.max(0, start - perPage)) : null}
        older={start + perPage < rows.length ? part(start + perPage) : null}
        names={['Before', 'More pages']}
      />
    </>
  );
  return { title: 'Pages', body };
}

interface ToggleProps {
  readonly page: PageRecord;
  readonly isOpen: boolean;
  readonly isShown: boolean;
  readonly catalog: Catalog;
  readonly open: ReadonlySet<number>;
  at(changes: Record<string, string | null>): string;
}

function Toggle({ page, isOpen, isShown, catalog, open, at }: ToggleProps): ComponentChild {
  if (page.type !== 'container' || !isShown || isEmptyChapter(catalog.navigation, page.id)) return null;
  const ids = isOpen ? [...open].filter((id) => id !== page.id) : [...open, page.id];
  const href = at({ open: ids.filter(Boolean).join('.') });
  return (
    <a href={href} class="toggle" aria-label={`${isOpen ? 'Close' : 'Open'} the chapter ${page.title}`}>
      {isOpen ? '▾' : '▸'}
    </a>
  );
}

/** A page stands in one place, so that chapters which contain one another are not reached from the top. */
function treeRows(catalog: Catalog, open: ReadonlySet<number>): Row[] {
  const rows: Row[] = [];
  const follow = (parent: number | null, depth: number): void => {
    for (const id of childrenOf(catalog.navigation, parent)) {
      const isOpen = open.has(id);
      rows.push({ id, depth, isOpen });
      if (isOpen) follow(id, depth + 1);
    }
  };
  follow(null, 0);
  return rows;
}

function foundRows(catalog: Catalog, text: string): Row[] {
  const wanted = text.toLowerCase();
  const found = pagesInOrder(catalog).filter(({ title }) => title.toLowerCase().includes(wanted));
  return found.map(({ id }) => ({ id, depth: 0, isOpen: false }));
}
