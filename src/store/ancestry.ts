import { setImmediate } from 'node:timers/promises';
import { parseCommit } from './git/commit.js';
import type { Objects } from './objects.js';

/** Commits read between two yields to the event loop: a long history takes seconds. */
const commitsAtOnce = 200;

/** To be awaited after each commit that is read. @param read how many were */
export async function yieldAmongCommits(read: number): Promise<void> {
  if (read % commitsAtOnce === 0) await setImmediate();
}

/** The commit that it was built on, the first of several; `null` for a first commit. */
export async function parentOf(objects: Objects, commit: string): Promise<string | null> {
  return parseCommit(await objects.readOnce(commit, 'commit')).parents[0] ?? null;
}

/**
 * Ancestry test: whether `ancestor` is `commit` or one of those it was built on. Breadth first, so that the answer is quick
 * when few were added; a "no" has read the whole history.
 */
export async function descends(objects: Objects, commit: string, ancestor: string): Promise<boolean> {
  const seen = new Set([commit]);
  const waiting = [commit];
  for (let at = 0; at < waiting.length; at += 1) {
    const oid = waiting[at] as string;
    if (oid === ancestor) return true;
    const { parents } = parseCommit(await objects.readOnce(oid, 'commit'));
    for (const parent of parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      waiting.push(parent);
    }
    await yieldAmongCommits(at + 1);
  }
  return false;
}
