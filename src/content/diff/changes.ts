import { isObject } from '../../lib/json.js';
import type { StoredBlock } from '../blocks/block-type.js';
import { parsePath } from '../catalog/paths.js';
import {
  type ContentItem,
  type FileVersions,
  groupByItem,
  type ItemFiles,
  isOnlyFileOfMedium,
} from '../content-item.js';
import { type FileContent, pageIn } from '../file-format.js';
import type { FilePointer } from '../files/pointer.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { readAsStored } from '../ingest.js';
import { pageSettings } from '../page.js';
import { diffFields, wholeFields } from './fields.js';
import { DiffLimit } from './limit.js';
import { diffBlocks, isSamePage, type PageDiff } from './page-diff.js';

/** The difference of one item between two versions of a brand; only a page has blocks. */
export interface Change extends ContentItem, PageDiff {
  readonly title: string | null;
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed' | 'trashed' | 'restored' | 'purged';
}

/**
 * Differences of all items that the files belong to.
 *
 * @param sanitizer for marking words; `null` to mark none
 */
export async function diffFiles(files: Iterable<FileVersions>, sanitizer: Sanitizer | null): Promise<Change[]> {
  const changes: Change[] = [];
  for (const group of groupByItem(files)) {
    const change = await diffItem(group, sanitizer);
    if (change !== null) changes.push(change);
  }
  return changes;
}

/**
 * Difference of one item.
 *
 * @returns `null` when nothing that people see differs
 */
export async function diffItem(
  { item, files }: ItemFiles<FileVersions>,
  sanitizer: Sanitizer | null,
): Promise<Change | null> {
  const [before, after] = [versionIn(files, 'before'), versionIn(files, 'after')];
  const tools = { limit: new DiffLimit(), sanitizer };
  const [shownBefore, shownAfter] = [shownIn(before), shownIn(after)];
  const fields =
    shownBefore !== null && shownAfter !== null
      ? diffFields({}, shownBefore, shownAfter, tools)
      : [...wholeFields(shownBefore ?? {}, 'from'), ...wholeFields(shownAfter ?? {}, 'to')];
  const diff = { fields, ...(await diffBlocks(blocksIn(before), blocksIn(after), tools)) };
  const change = isOnlyFileOfMedium({ item, files }) ? 'changed' : changeBetween(before.state, after.state);
  const isRead = before.content !== null && after.content !== null;
  if (item.kind === 'page' && change === 'changed' && isRead && isSamePage(diff)) return null;
  const path = after.path ?? before.path ?? '';
  return { ...item, title: titleOf(after.content ?? before.content), path, change, ...diff };
}

interface Version {
  readonly path: string | null;
  readonly state: 'active' | 'trash' | null;
  readonly content: FileContent | null;
  readonly pointer: FilePointer | null;
}

/** One side of a comparison. Texts are as they were stored: a difference shows the change, not the served text. */
function versionIn(files: readonly FileVersions[], side: 'before' | 'after'): Version {
  const parsed = files.flatMap(({ path, [side]: bytes }) =>
    bytes === null ? [] : [{ path, at: parsePath(path), bytes }],
  );
  const contentFiles = parsed.filter(({ at }) => at?.kind !== 'file');
  const [pointer] = parsed.filter(({ at }) => at?.kind === 'file').map(({ at, bytes }) => readAsStored(at, bytes));
  const filePointer = pointer?.kind === 'file' ? pointer.value : null;
  // A page that a clone has left in the trash, too, is active.
  const file = contentFiles.find(({ at }) => at?.kind !== 'trash') ?? contentFiles[0];
  if (file === undefined) return { path: parsed[0]?.path ?? null, state: null, content: null, pointer: filePointer };
  const state = file.at?.kind === 'trash' ? 'trash' : 'active';
  return { path: file.path, state, content: readAsStored(file.at, file.bytes), pointer: filePointer };
}

function blocksIn({ content }: Version): readonly StoredBlock[] {
  return pageIn(content)?.blocks ?? [];
}

function shownIn(version: Version): object | null {
  const page = pageIn(version.content);
  const value = page === null ? (version.content?.value ?? null) : pageSettings(page);
  return version.pointer === null ? value : { ...value, file: version.pointer };
}

function changeBetween(before: Version['state'], after: Version['state']): Change['change'] {
  if (before === after) return 'changed';
  if (before === null) return 'added';
  if (after === null) return before === 'trash' ? 'purged' : 'removed';
  return after === 'trash' ? 'trashed' : 'restored';
}

function titleOf(content: FileContent | null): string | null {
  const value: unknown = content?.value;
  const { title, name } = isObject(value) ? value : {};
  if (typeof title === 'string') return title;
  return typeof name === 'string' ? name : null;
}
