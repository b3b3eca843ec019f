import type { Catalog } from '../content/catalog/catalog.js';
import type { PageRecord } from '../content/catalog/page-record.js';
import { parsePath, paths } from '../content/catalog/paths.js';
import { readAsStored } from '../content/ingest.js';
import type { PageFile } from '../content/page.js';
import { isShownTo } from '../content/visible-catalog.js';
import { type Visitor, viewer } from '../content/visitors.js';
import { shownAuthor } from '../lib/shown-names.js';
import type { HistoryEntry } from '../store/native/git-log.js';
import { undescribed } from './engine/contract.js';
import { pageId } from './engine/input.js';
import { read } from './engine/operation.js';
import type { History, ReadView } from './engine/view.js';
import { authorKindOf, inScope } from './history.js';

/** Change of a page, as readers see it: no text of it, and none of its author's. */
export interface ReaderChange {
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly pageId: number;
  readonly kind: 'new' | 'changed' | 'removed';
  /** Name of the person; `null` for other authors, or if the reader is a guest. */
  readonly by: string | null;
}

interface FoundChange extends ReaderChange {
  readonly email: string;
}

const maxChanges = 100;
/** Upper bounds on the commits, and on the older pages, that are read. */
const maxCommits = 300;
const maxRead = 2000;

export const listReaderChanges = read({
  name: 'pages.changes',
  summary: 'List changes of the pages that the reader sees, made while these were visible to the reader, newest first',
  answers: undescribed<readonly ReaderChange[]>(),
  async run(view) {
    const found = await changesIn(view);
    // Names as of the request: what is kept has those of the history.
    const value = found.map(({ email, by, ...rest }) => ({ ...rest, by: by && shownAuthor({ author: by, email }) }));
    return { value, resource: null };
  },
});

export const showLastAuthor = read({
  name: 'pages.author',
  summary: 'Show who changed a page last',
  params: { page: pageId },
  answers: undescribed<string | null>(),
  async run(view, { params }) {
    if (isGuest(view.catalog.shownTo) || !view.catalog.pages.has(params.page)) return { value: null, resource: null };
    const { versions } = view.filteredHistory;
    for await (const entry of versions.history({ paths: [paths.page(params.page)], limit: 1 })) {
      const isPerson = authorOf(entry) !== null;
      return { value: isPerson ? shownAuthor(entry) : null, resource: null };
    }
    return { value: null, resource: null };
  },
});

const isGuest = (visitor: Visitor | undefined): boolean => visitor !== undefined && visitor !== viewer;

const authorOf = (entry: HistoryEntry): string | null =>
  entry.by === 'person' && authorKindOf(entry) !== 'program' ? entry.author : null;

const cache = new WeakMap<Catalog, Promise<readonly FoundChange[]>>();

function changesIn(view: ReadView): Promise<readonly FoundChange[]> {
  const kept = cache.get(view.catalog);
  if (kept !== undefined) return kept;
  const found = findChanges(view.catalog, view.snapshot.commit, view.filteredHistory);
  cache.set(view.catalog, found);
  found.catch(() => cache.delete(view.catalog));
  return found;
}

type PageState = Pick<PageRecord, 'type' | 'parent_id' | 'visibility'>;

/** Walks back in time with the state of all pages, so that each change is judged by who could see the page then. */
async function findChanges(shown: Catalog, from: string | null, history: History): Promise<readonly FoundChange[]> {
  if (from === null) return [];
  const { pages } = (await history.past.snapshotAt(from)).catalog;
  const visitor = shown.shownTo;
  /** Pages that were different from now at the point in time that the walk has come to. */
  const earlier = new Map<number, PageState | null>();
  const stateOf = (id: number): PageState | null => {
    const state = earlier.get(id);
    return state === undefined ? (pages.get(id) ?? null) : state;
  };
  const changes: FoundChange[] = [];
  let reads = 0;
  // Readers see changes of a merge from the time of the merge, not from the time of their commits.
  const options = { paths: ['pages', 'trash'], from, limit: maxCommits, isMainline: true } as const;
  for await (const entry of history.versions.history(options)) {
    const parent = await history.versions.parentOf(entry.commit);
    const differences = inScope(await history.versions.differences(parent, entry.commit), { kinds: ['page'] });
    const changed = differences.flatMap(({ path, before, after }) => {
      const at = parsePath(path);
      return at?.kind === 'page' ? [{ at, before, after, isSeen: isVisible(at.id, stateOf, visitor) }] : [];
    });

    for (const { at, before } of changed) {
      const content = before === null ? null : readAsStored(at, await history.versions.read(before));
      if (before !== null) reads += 1;
      earlier.set(at.id, content?.kind === 'page' ? stateIn(content.value) : null);
    }

    for (const { at, before, after, isSeen } of changed) {
      const wasSeen = before !== null && isVisible(at.id, stateOf, visitor);
      const kind = kindOf(wasSeen, after !== null && isSeen);
      if (kind === null || shown.pages.get(at.id)?.type !== 'guideline') continue;
      const by = isGuest(visitor) ? null : authorOf(entry);
      changes.push({ time: entry.time, pageId: at.id, kind, by, email: entry.email });
    }
    if (changes.length >= maxChanges || reads > maxRead) break;
  }
  return changes.slice(0, maxChanges);
}

const stateIn = ({ type, parent_id, visibility }: PageFile): PageState => ({ type, parent_id, visibility });

function kindOf(wasSeen: boolean, isSeen: boolean): ReaderChange['kind'] | null {
  if (isSeen) return wasSeen ? 'changed' : 'new';
  return wasSeen ? 'removed' : null;
}

/** Whether a visitor sees a page and the chapters around it, in the state of all pages at some time. */
function isVisible(id: number, stateOf: (id: number) => PageState | null, visitor: Visitor | undefined): boolean {
  const seen = new Set<number>();
  for (let at: number | null = id; at !== null; ) {
    const state = stateOf(at);
    if (state === null || seen.has(at)) return false;
    seen.add(at);
    if (visitor !== undefined && !isShownTo(visitor, state)) return false;
    at = state.parent_id;
  }
  return true;
}
