import type { Catalog } from '../content/catalog/catalog.js';
import { paths } from '../content/catalog/paths.js';
import { type Change, describeChange, type FileVersions, subjectOf } from '../content/diff/changes.js';
import { isSectionName } from '../content/language.js';
import { notFound, PortalError } from '../errors.js';
import type { TreeDifference } from '../store/git/tree.js';
import type { HistoryEntry, HistoryOptions } from '../store/native/history.js';
import type { Repository } from '../store/repository.js';
import { parseId } from './params.js';

/** What to look at: one of them, or the whole brand. */
export interface HistoryScope {
  readonly page?: string | undefined;
  readonly section?: string | undefined;
  /** A file or folder of the repository. */
  readonly path?: string | undefined;
}

/**
 * The files that the scope means; `undefined` for all. A page is followed into the trash and back.
 *
 * @throws `invalid` when no page can have the id or no section the name
 */
export function pathsIn({ page, section, path }: HistoryScope): string[] | undefined {
  if (page !== undefined) {
    const id = parseId(page);
    if (id === null) throw new PortalError('invalid', `No page can have the id ${JSON.stringify(page)}.`);
    return [paths.page(id), paths.trash(id)];
  }
  if (section !== undefined) {
    if (!isSectionName(section)) throw notFound(`Corporate language section ${JSON.stringify(section)}`);
    return [paths.section(section)];
  }
  return path === undefined ? undefined : [path];
}

/**
 * The commits that changed what the scope means, newest first, one by one.
 *
 * @throws `unavailable` when there is no git on this machine, `not_found` for a page that there never was
 */
export async function* listCommits(
  { versions }: Repository<Catalog>,
  scope: HistoryScope,
  options: Omit<HistoryOptions, 'paths'> = {},
): AsyncGenerator<HistoryEntry> {
  const paths = pathsIn(scope);
  let isEmpty = true;
  for await (const entry of versions.history({ ...options, paths })) {
    isEmpty = false;
    yield entry;
  }
  if (!isEmpty || scope.page === undefined) return;
  for await (const _ of versions.history({ paths, limit: 1 })) return;
  throw new PortalError('not_found', `There never was a page ${scope.page} in this brand.`);
}

/** One commit and what it was built on. @throws `not_found` */
export async function showCommit(
  { versions }: Repository<Catalog>,
  text: string,
): Promise<HistoryEntry & { readonly parent: string | null }> {
  const commit = await versions.resolve(text);
  for await (const entry of versions.history({ from: commit, limit: 1 })) {
    return { ...entry, parent: await versions.parentOf(commit) };
  }
  throw notFound(`Commit ${commit}`);
}

/** Whether any file that the scope means differs between two commits; `from` is `null` for nothing at all. */
export async function isChanged(
  { versions }: Repository<Catalog>,
  from: string | null,
  to: string,
  scope: HistoryScope,
): Promise<boolean> {
  return inScope(await versions.differences(from, to), scope).length > 0;
}

/**
 * The commit before one that changed what the scope means: what to go back to to undo it. `null` when there is none, or when
 * the page that is meant was not there before.
 */
export async function commitToUndo(
  repository: Repository<Catalog>,
  commit: string,
  scope: HistoryScope,
): Promise<string | null> {
  const parent = await repository.versions.parentOf(commit);
  if (parent === null) return null;
  const changed = inScope(await repository.versions.differences(parent, commit), scope);
  const [page] = scope.page === undefined ? [] : (pathsIn(scope) ?? []);
  const isThere = page === undefined || changed.some(({ path, was }) => path === page && was !== null);
  return changed.length > 0 && isThere ? parent : null;
}

/** What differs between two commits, one thing after another; `from` is `null` for nothing at all. */
export async function* changesBetween(
  { versions }: Repository<Catalog>,
  from: string | null,
  to: string,
  scope: HistoryScope = {},
): AsyncGenerator<Change> {
  const bySubject = new Map<string, TreeDifference[]>();
  for (const difference of inScope(await versions.differences(from, to), scope)) {
    const subject = subjectOf(difference.path);
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), difference]);
  }
  for (const files of bySubject.values()) {
    const readAll = files.map(async ({ path, was, oid }): Promise<FileVersions> => {
      const [before, after] = await Promise.all([was, oid].map((id) => (id === null ? null : versions.read(id))));
      return { path, before: before ?? null, after: after ?? null };
    });
    const change = describeChange(await Promise.all(readAll));
    if (change !== null) yield change;
  }
}

/** Those of the files that the scope means, with their paths as text. */
function inScope(differences: readonly TreeDifference[], scope: HistoryScope): TreeDifference[] {
  const wanted = pathsIn(scope);
  const named = differences.map((one) => ({ ...one, path: Buffer.from(one.path, 'latin1').toString() }));
  if (wanted === undefined) return named;
  return named.filter(({ path }) => wanted.some((one) => path === one || path.startsWith(`${one}/`)));
}
