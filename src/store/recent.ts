import { LRUCache } from 'lru-cache';
import { parseOwnCommit } from './git/commit.js';
import { entryOfOwn, type HistoryEntry } from './native/history.js';
import type { Objects } from './objects.js';

interface Read {
  readonly entry: HistoryEntry;
  readonly parent: string | null;
}

const commitsKept = 2000;

/** LRU cache of commits of all repositories. A commit's id is a hash of what it says: no entry is ever stale. */
const kept = new LRUCache<string, Read>({ max: commitsKept });

/**
 * The newest commits up to one, newest first, without starting git: that takes longer the more memory this process has, and holds
 * up all other work.
 *
 * @returns `null` when another program than this service made one of them, or one cannot be read: git is to be asked
 */
export async function recentCommits(objects: Objects, from: string, limit: number): Promise<HistoryEntry[] | null> {
  const entries: HistoryEntry[] = [];
  for (let commit: string | null = from; commit !== null && entries.length < limit; ) {
    const read: Read | null = kept.get(commit) ?? (await readCommit(objects, commit));
    if (read === null) return null;
    kept.set(commit, read);
    entries.push(read.entry);
    commit = read.parent;
  }
  return entries;
}

async function readCommit(objects: Objects, commit: string): Promise<Read | null> {
  const body = await objects.readOnce(commit, 'commit').catch(() => null);
  const own = body === null ? null : parseOwnCommit(body);
  return own === null ? null : { entry: entryOfOwn(commit, own), parent: own.parent };
}
