import { setImmediate } from 'node:timers/promises';
import { parseCommit } from './git/commit.js';
import type { Objects } from './objects.js';

/** Commits read between two yields to the event loop: a long history takes seconds. */
const commitsAtOnce = 200;

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
    if (at % commitsAtOnce === commitsAtOnce - 1) await setImmediate();
  }
  return false;
}
