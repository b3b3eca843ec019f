import { type Catalog, type PageRecord, pagesInOrder } from '../../content/catalog/catalog.js';
import { childrenOf, isEmptyChapter } from '../../content/navigation.js';
import { parentProblem } from '../../content/page-rules.js';
import { plural } from '../../lib/plural.js';
import type { BrandContext, Reply } from '../context.js';
import { Filters, paginate, TextFilter } from '../parts/list.js';
import { dayText, Head, Name } from '../parts/text.js';

/** Maximum number of rows. Rendering more would delay other requests. */
const perPage = 200;

/** Page or chapter in the list. */
interface Row {
  readonly page: PageRecord;
  readonly depth: number;
  readonly isOpen: boolean;
}

/** Tree of the pages, its chapters closed until they are opened by `open` of the address; or the pages whose title contains `q`. */
export async function pagesPage(context: BrandContext): Promise<Reply> {
  const catalog = await context.catalog();
  const text = (context.query.q ?? '').trim();
  const open = new Set((context.query.open ?? '').split('.').map(Number).filter(Boolean));
  const rows = text === '' ? treeRows(catalog, open) : matchingRows(catalog, text);
  const toggleHref = (id: number, isOpen: boolean): string => {
    const ids = isOpen ? [...open].filter((other) => other !== id) : [...open, id];
    // The rows before the chapter stay the same, and so does this part of the list.
    return context.href('/pages', { open: ids.join('.'), start: context.query.start });
  };
  const query = { q: text, open: [...open].join('.') };
  const part = { path: context.href('/pages'), query, perPage, more: 'More pages' };
  const { start, shown, pager } = paginate(context, rows, part);
  const body = (
    <>
      <Head title="Pages" main={context.isAtLeast('editor') && [context.href('/pages/new'), 'New page']} />
      <Filters>
        <TextFilter label="Title contains" text={text} />
      </Filters>
      <p class="hint" role="status">
        {text === '' ? countText(catalog) : `${rows.length.toLocaleString('en')} with “${text}”`}
        {rows.length > perPage && `, ${start + 1} to ${start + shown.length} shown`}
        {text !== '' && (
          <>
            {' '}
            · <a href={context.href('/pages')}>Show all</a>
          </>
        )}
      </p>
      {rows.length === 0 && text === '' && (
        <p>No pages yet. They are written here, made through the API or by agents, or imported.</p>
      )}
      <ul class="tree">
        {shown.map(({ page, depth, isOpen }) => (
          <li key={page.id} class={`deep-${Math.min(depth, 6)}`}>
            <div>
              {text === '' && page.type === 'container' && !isEmptyChapter(catalog.navigation, page.id) && (
                <a
                  href={toggleHref(page.id, isOpen)}
                  class="toggle"
                  aria-label={`${isOpen ? 'Close' : 'Open'} the chapter ${page.title}`}
                >
                  {isOpen ? '▾' : '▸'}
                </a>
              )}
              <a class={page.type === 'container' ? 'chapter' : undefined} href={context.href(`/pages/${page.id}`)}>
                <Name text={page.title} />
              </a>
              {text !== '' && page.parent_id !== null && (
                <small>in {catalog.pages.get(page.parent_id)?.title ?? 'a chapter that no longer exists'}</small>
              )}
              <span class="end">
                <small>{page.updated_at === null ? '' : dayText(page.updated_at)}</small>
                <span class="tag">{page.visibility}</span>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {pager}
    </>
  );
  return { title: 'Pages', body };
}

function countText({ pages }: Catalog): string {
  const chapters = [...pages.values()].filter(({ type }) => type === 'container').length;
  const counts = [plural(pages.size - chapters, 'page'), ...(chapters === 0 ? [] : [plural(chapters, 'chapter')])];
  return counts.join(', ');
}

/** Rows of the top level and of open chapters, then of pages that no chapter leads to. Only a push can create those. */
function treeRows(catalog: Catalog, open: ReadonlySet<number>): Row[] {
  const rows: Row[] = [];
  const addChildren = (parent: number | null, depth: number): void => {
    for (const id of childrenOf(catalog.navigation, parent)) {
      const page = catalog.pages.get(id);
      if (page === undefined) continue;
      const isOpen = open.has(id);
      rows.push({ page, depth, isOpen });
      if (isOpen) addChildren(id, depth + 1);
    }
  };
  addChildren(null, 0);
  for (const page of catalog.pages.values()) {
    const problem = parentProblem(catalog, page.parent_id, page.id);
    if (problem === null) continue;
    // A chapter that contains itself is not opened, because the rows would never end.
    const isOpen = problem !== 'inside itself' && open.has(page.id);
    rows.push({ page, depth: 0, isOpen });
    if (isOpen) addChildren(page.id, 1);
  }
  return rows;
}

function matchingRows(catalog: Catalog, text: string): Row[] {
  const searched = text.toLowerCase();
  const matching = pagesInOrder(catalog).filter(({ title }) => title.toLowerCase().includes(searched));
  return matching.map((page) => ({ page, depth: 0, isOpen: false }));
}
