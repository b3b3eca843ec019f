import { type Catalog, pagesInOrder } from '../../content/catalog/catalog.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { parentProblem } from '../../content/page-rules.js';
import { derived } from '../../lib/derived.js';

/** Pages of a catalog by their places. */
interface PageTree {
  /** Pages of a chapter, in order. `null` means the top level. */
  children(parent: number | null): readonly PageRecord[];
  /** Pages with content, in the order of the navigation. */
  readonly read: readonly PageRecord[];
  /** Places of pages in `read`, by their ids. */
  readonly places: ReadonlyMap<number, number>;
}

export const treeOf = derived((catalog: Catalog): PageTree => {
  const byParent = new Map<number | null, PageRecord[]>();
  const read: PageRecord[] = [];
  for (const page of pagesInOrder(catalog)) {
    // A push may bring pages that no chapter leads to.
    const parent = parentProblem(catalog, page.parent_id, page.id) === null ? page.parent_id : null;
    const siblings = byParent.get(parent);
    if (siblings === undefined) byParent.set(parent, [page]);
    else siblings.push(page);
    if (page.type === 'guideline') read.push(page);
  }
  const places = new Map(read.map(({ id }, at) => [id, at]));
  return { children: (parent) => byParent.get(parent) ?? [], read, places };
});

/** Chapters above a page, the highest first. */
export function chaptersAbove({ pages }: Catalog, page: PageRecord): PageRecord[] {
  const chapters: PageRecord[] = [];
  for (let id = page.parent_id; id !== null; ) {
    const chapter = pages.get(id);
    if (chapter === undefined || chapters.includes(chapter)) break;
    chapters.unshift(chapter);
    id = chapter.parent_id;
  }
  return chapters;
}

/** Pages with content in a chapter and in the chapters in it, in order. */
export function pagesBelow(catalog: Catalog, chapter: number): PageRecord[] {
  const { children } = treeOf(catalog);
  const found: PageRecord[] = [];
  const waiting = children(chapter).toReversed();
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (page.type === 'guideline') found.push(page);
    else waiting.push(...children(page.id).toReversed());
  }
  return found;
}
