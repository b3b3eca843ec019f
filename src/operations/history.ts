import type { Catalog } from '../content/catalog/catalog.js';
import { isEntryId, isForClones, parsePath, paths, type SectionKey } from '../content/catalog/paths.js';
import { type FileVersions, groupByItem, type ItemFiles } from '../content/content-item.js';
import type { Change } from '../content/diff/changes.js';
import type { Work } from '../content/work/content-work.js';
import { notFound, PortalError } from '../lib/errors.js';
import { formatPath } from '../lib/format.js';
import { asSaid, type ErrorText, say } from '../lib/say.js';
import { shownAuthor } from '../lib/shown-names.js';
import { pathText, type TreeDifference } from '../store/git/tree.js';
import {
  type AuthorKind,
  authorKindOf,
  authorKinds,
  type HistoryEntry,
  type HistoryOptions,
} from '../store/native/git-log.js';
import type { Repository } from '../store/repository.js';
import { parseId } from './engine/input.js';
import type { History } from './engine/view.js';

export { type AuthorKind, authorKindOf, authorKinds, type HistoryEntry };

/** Author of a change; `kind` is `null` for neither a person nor a key, such as the operator. */
export interface NamedAuthor {
  readonly name: string;
  readonly kind: AuthorKind | null;
}

export const namedAuthorOf = (entry: HistoryEntry): NamedAuthor => ({
  name: shownAuthor(entry),
  kind: authorKindOf(entry),
});

const areas = {
  page: ['pages', 'trash'],
  language: ['corporate-language'],
  color: ['colors'],
  media: ['media', 'files', 'collections'],
  context: ['brand-context'],
  settings: [paths.brand, paths.portal],
} as const;
export type Area = keyof typeof areas;

export const areaNames: readonly string[] = Object.keys(areas);

export function isArea(name: string): name is Area {
  return Object.hasOwn(areas, name);
}

/** Filter of the history: one of these, or none for the whole brand. */
export interface HistoryScope {
  readonly page?: string | undefined;
  readonly section?: string | undefined;
  readonly color?: string | undefined;
  readonly media?: string | undefined;
  readonly entry?: string | undefined;
  readonly kinds?: readonly Area[] | undefined;
  readonly path?: string | undefined;
}

/**
 * Paths of the files in a scope; `undefined` for all. A page is followed into the trash and back.
 *
 * @throws `invalid` when nothing can have the id, `not_found` when no section has the name
 */
export function pathsIn({ page, section, color, media, entry, kinds, path }: HistoryScope): string[] | undefined {
  if (page !== undefined) return [paths.page, paths.trash].map((pathOf) => pathOf(idIn('page', page)));
  if (color !== undefined) return [paths.color(idIn('colour', color))];
  if (media !== undefined) return [paths.media, paths.folderOfFile].map((pathOf) => pathOf(idIn('medium', media)));
  if (entry !== undefined) {
    if (!isEntryId(entry)) throw unusableId('brand context entry', entry);
    return [paths.entry(entry)];
  }
  if (section !== undefined) {
    const path = paths.section(section as SectionKey);
    if (parsePath(path)?.kind !== 'section') throw notFound(say`Corporate language section ${JSON.stringify(section)}`);
    return [path];
  }
  if (kinds !== undefined && kinds.length > 0) return kinds.flatMap((kind) => areas[kind]);
  return path === undefined ? undefined : [path];
}

function idIn(thing: ErrorText, text: string): number {
  const id = parseId(text);
  if (id === null) throw unusableId(thing, text);
  return id;
}

function unusableId(thing: ErrorText, id: string): PortalError {
  return new PortalError('invalid', say`No ${asSaid(thing)} can have the id ${JSON.stringify(id)}.`);
}

export function inScope(differences: readonly TreeDifference[], scope: HistoryScope = {}): TreeDifference[] {
  const scopePaths = pathsIn(scope);
  const decoded = differences.map((difference) => ({ ...difference, path: pathText(difference.path) }));
  if (scopePaths === undefined) return decoded;
  return decoded.filter(({ path }) =>
    scopePaths.some((scopePath) => path === scopePath || path.startsWith(`${scopePath}/`)),
  );
}

/**
 * The commits that changed the scope, newest first, one by one.
 *
 * @throws `unavailable` when there is no git on this machine, `not_found` for a page that there never was
 */
export async function* listCommits(
  { versions }: Pick<History, 'versions'>,
  scope: HistoryScope,
  options: Omit<HistoryOptions, 'paths'> = {},
): AsyncGenerator<HistoryEntry> {
  const scopePaths = pathsIn(scope);
  let isEmpty = true;
  for await (const entry of versions.history({ ...options, paths: scopePaths })) {
    isEmpty = false;
    yield entry;
  }
  if (!isEmpty || scope.page === undefined) return;
  for await (const _ of versions.history({ paths: scopePaths, limit: 1 })) return;
  throw new PortalError('not_found', say`There never was a page ${scope.page} in this brand.`);
}

export async function showCommit(
  { versions }: Repository<Catalog>,
  text: string,
): Promise<HistoryEntry & { readonly parent: string | null }> {
  const commit = await versions.resolve(text);
  for await (const entry of versions.history({ from: commit, limit: 1 })) {
    return { ...entry, parent: await versions.parentOf(commit) };
  }
  throw notFound(say`Commit ${commit}`);
}

/** Whether any file in the scope differs between two commits; `from` is `null` for nothing at all. */
export async function isChanged(
  { versions }: Repository<Catalog>,
  from: string | null,
  to: string,
  scope: HistoryScope,
): Promise<boolean> {
  return inScope(await versions.differences(from, to), scope).length > 0;
}

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  /** `from` of the next part; `null` after the last part. */
  readonly next: string | null;
}

/**
 * Pagination of `listCommits`: the cursor is the first commit of the next page, so that new commits do not shift it.
 *
 * @throws `gone` when `from` is not in the history, or not any more
 */
export async function historyPage(
  history: History,
  scope: HistoryScope,
  { limit = 50, ...options }: Omit<HistoryOptions, 'paths'> = {},
): Promise<HistoryPage> {
  const { from } = options;
  if (from !== undefined && !(await history.past.contains(from))) {
    throw new PortalError('gone', 'This commit is not in the history of the brand: begin with the newest one again.');
  }
  const entries: HistoryEntry[] = [];
  for await (const entry of listCommits(history, scope, { ...options, limit: limit + 1 })) entries.push(entry);
  return { entries: entries.slice(0, limit), next: entries[limit]?.commit ?? null };
}

/**
 * Number of commits that `listCommits` would list.
 *
 * @throws `unavailable` when there is no git on this machine
 */
export function countCommits(
  { versions }: Repository<Catalog>,
  scope: HistoryScope,
  options: Omit<HistoryOptions, 'paths' | 'limit'> = {},
): Promise<number> {
  return versions.count({ ...options, paths: pathsIn(scope) });
}

/** Pagination of `changesBetween`: only the items of this page are read. The total includes items without a visible change. */
export async function paginateChanges(
  repository: Repository<Catalog>,
  work: Work,
  from: string | null,
  to: string,
  { scope = {}, offset = 0, limit = 50 }: { scope?: HistoryScope; offset?: number; limit?: number } = {},
) {
  const items = groupByItem(inScope(await repository.versions.differences(from, to), scope));
  const part = items.slice(offset, offset + limit);
  const files = await Promise.all(part.map((item) => readVersions(repository, item)));
  const next = offset + limit < items.length ? offset + limit : null;
  return { total: items.length, next, changes: await work('compareFiles', files.flat(), false) };
}

/**
 * Differences between two commits, one item after another; `from` is `null` for nothing at all.
 *
 * @param isMarked whether words are marked
 */
export async function* changesBetween(
  repository: Repository<Catalog>,
  work: Work,
  from: string | null,
  to: string,
  scope: HistoryScope,
  isMarked: boolean,
): AsyncGenerator<Change> {
  for (const item of groupByItem(inScope(await repository.versions.differences(from, to), scope))) {
    yield* await work('compareFiles', await readVersions(repository, item), isMarked);
  }
}

async function readVersions(
  { versions }: Repository<Catalog>,
  { files }: ItemFiles<TreeDifference>,
): Promise<FileVersions[]> {
  const readAll = files.map(async (file): Promise<FileVersions> => {
    const read = async (oid: string | null): Promise<Buffer | null> => (oid === null ? null : versions.read(oid));
    const [before, after] = await Promise.all([read(file.before), read(file.after)]);
    return { path: file.path, before, after };
  });
  return Promise.all(readAll);
}

type State = 'active' | 'trash';

/** An item that a commit changed: a page in the trash is the same page. */
interface ChangedItem {
  readonly kind: 'page' | 'section' | 'entry' | 'media' | 'color' | 'other';
  /** The page's, medium's or colour's number, the section's or entry's name, or the path of any other file. */
  readonly id: string;
  readonly was: State | null;
  readonly is: State | null;
}

interface Undoable {
  /** The commit before it, to which undoing goes back. */
  readonly parent: string;
  readonly items: readonly ChangedItem[];
}

/**
 * The items that a commit changed, without those that nearly every commit changes.
 *
 * @returns `null` for the first commit
 */
export async function undoable(repository: Repository<Catalog>, commit: string): Promise<Undoable | null> {
  const undone = await changesOf(repository, commit, {});
  if (undone === null) return null;
  // The number of the format stays.
  const items = groupByItem(undone.files.filter(({ path }) => path !== formatPath)).filter(
    ({ item: { kind }, files }) => kind !== 'ids' && kind !== 'language' && !isForClones(files[0]?.path ?? ''),
  );
  return { parent: undone.parent, items: items.map(changedItem) };
}

/**
 * The commit to which undoing a commit goes back: the one before it. `null` when there is none, when the commit changed nothing in the
 * scope, or when the page of the scope was not there before.
 */
export async function commitToUndo(
  repository: Repository<Catalog>,
  commit: string,
  scope: HistoryScope,
): Promise<string | null> {
  const undone = await changesOf(repository, commit, scope);
  if (undone === null || undone.files.length === 0) return null;
  const pageExisted = undone.files.some(({ path, before }) => parsePath(path)?.kind === 'page' && before !== null);
  return scope.page === undefined || pageExisted ? undone.parent : null;
}

async function changesOf({ versions }: Repository<Catalog>, commit: string, scope: HistoryScope) {
  const parent = await versions.parentOf(commit);
  return parent === null ? null : { parent, files: inScope(await versions.differences(parent, commit), scope) };
}

function changedItem({ item: { kind, id }, files }: ItemFiles<TreeDifference>): ChangedItem {
  const state = (side: 'before' | 'after'): State | null => {
    const file = files.findLast((version) => version[side] !== null);
    if (file === undefined) return null;
    return parsePath(file.path)?.kind === 'trash' ? 'trash' : 'active';
  };
  const isNamed = kind === 'page' || kind === 'section' || kind === 'entry' || kind === 'media' || kind === 'color';
  const reference = isNamed ? { kind, id: String(id) } : { kind: 'other' as const, id: files[0]?.path ?? '' };
  return { ...reference, was: state('before'), is: state('after') };
}
