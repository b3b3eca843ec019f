import { yieldWhenDue } from '../../lib/concurrency.js';
import { maxFileBytes } from '../../lib/projection.js';
import { type ParsedCommit, parseCommit } from '../git/commit.js';
import { directoryOid, fileOid, findEntry, type ReadTree } from '../git/tree.js';
import type { Objects } from '../objects.js';

async function readCommit(objects: Objects, commit: string): Promise<ParsedCommit> {
  await yieldWhenDue();
  return parseCommit(await objects.readOnce(commit, 'commit'));
}

/** The first parent; `null` for a first commit. */
export async function parentOf(objects: Objects, commit: string): Promise<string | null> {
  return (await readCommit(objects, commit)).parents[0] ?? null;
}

export async function treeOf(objects: Objects, commit: string): Promise<string> {
  return (await readCommit(objects, commit)).tree;
}

/**
 * Ancestry test: whether `ancestor` is `commit` or one of those it was built on. Breadth first, so that the answer is quick
 * when few were added; a "no" has read the whole history.
 */
export async function descends(objects: Objects, commit: string, ancestor: string): Promise<boolean> {
  const seen = new Set([commit]);
  // A set also iterates over elements that are added during the loop.
  for (const oid of seen) {
    if (oid === ancestor) return true;
    for (const parent of (await readCommit(objects, oid)).parents) seen.add(parent);
  }
  return false;
}

/** `descends`, and `false` for a commit that the repository does not have. */
export async function hasAncestor(objects: Objects, commit: string, ancestor: string): Promise<boolean> {
  return (await objects.hasCommit(ancestor)) && descends(objects, commit, ancestor);
}

/**
 * The newest commit not later than a time, by the committers' clocks: the first one found along first parents, even if older ones are
 * dated later. `null` when there was none yet.
 */
export async function newestUpTo(
  objects: Objects,
  head: string,
  time: Date,
  known?: { readonly head: string; readonly answer: string | null },
): Promise<string | null> {
  for (let commit: string | null = head; commit !== null; ) {
    if (commit === known?.head) return known.answer;
    const parsed: ParsedCommit = await readCommit(objects, commit);
    if (Date.parse(parsed.time) <= time.getTime()) return commit;
    commit = parsed.parents[0] ?? null;
  }
  return null;
}

export interface FoundFile {
  readonly version: string;
  readonly bytes: Buffer;
}

/**
 * Path look-up through trees.
 *
 * @returns the file's id; `null` if there is no such file
 */
export async function findFileId(readTree: ReadTree, root: string | null, path: string): Promise<string | null> {
  let oid = root;
  const names = path.split('/');
  for (const [depth, name] of names.entries()) {
    const entry = oid === null ? undefined : findEntry(await readTree(oid), name)?.entry;
    oid = depth === names.length - 1 ? fileOid(entry) : directoryOid(entry);
  }
  return oid;
}

/** @returns `null` when there is no such file, or it is larger than files of content may be */
export async function findFile(objects: Objects, commit: string, path: string): Promise<FoundFile | null> {
  const { tree } = parseCommit(await objects.read(commit, 'commit'));
  const oid = await findFileId(objects.readTree, tree, path);
  if (oid === null || ((await objects.sizeOf(oid)) ?? 0) > maxFileBytes) return null;
  return { version: oid, bytes: await objects.read(oid, 'blob') };
}

/** Commits with their bodies, from `head` back to those that `until` has, the newest first. */
export async function* commitsSince(objects: Objects, head: string, until: string | null) {
  const seen = new Set([head]);
  for (const oid of seen) {
    if (oid === until) continue;
    await yieldWhenDue();
    const body = await objects.readOnce(oid, 'commit');
    yield [oid, body] as const;
    for (const parent of parseCommit(body).parents) seen.add(parent);
  }
}
