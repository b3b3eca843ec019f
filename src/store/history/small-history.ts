import { yieldWhenDue } from '../../lib/concurrency.js';
import { type ParsedCommit, parseCommit } from '../git/commit.js';
import { diffTrees, directoryOid, findEntry, pathText, type TreeDifference } from '../git/tree.js';
import type { Objects } from '../objects.js';

/** Up to this number of commits, reading them here costs less than a process of git. */
const maxCommits = 100;

/**
 * All commits of a small history, by id, the newest first.
 *
 * @returns `null` when it is larger, or cannot be read: git then does the work, or says what is wrong
 */
export async function smallHistory(objects: Objects, head: string): Promise<ReadonlyMap<string, ParsedCommit> | null> {
  const commits = new Map<string, ParsedCommit>();
  const waiting = new Set([head]);
  try {
    for (const oid of waiting) {
      if (commits.size === maxCommits) return null;
      const commit = parseCommit(await objects.readOnce(oid, 'commit'));
      commits.set(oid, commit);
      for (const parent of commit.parents) waiting.add(parent);
      await yieldWhenDue();
    }
    return commits;
  } catch {
    return null;
  }
}

/** The differences below folders between each commit of a small history and each of its parents. */
export async function* differencesIn(
  objects: Objects,
  commits: ReadonlyMap<string, ParsedCommit>,
  folders: readonly string[],
): AsyncGenerator<TreeDifference> {
  const folderOf = async (commit: ParsedCommit | undefined, folder: string): Promise<string | null> =>
    commit === undefined ? null : directoryOid(findEntry(await objects.readTree(commit.tree), folder)?.entry);
  for (const commit of commits.values()) {
    const parents = commit.parents.length === 0 ? [undefined] : commit.parents.map((oid) => commits.get(oid));
    for (const [parent, folder] of parents.flatMap((one) => folders.map((name) => [one, name] as const))) {
      const trees = [await folderOf(parent, folder), await folderOf(commit, folder)] as const;
      for (const difference of await diffTrees(...trees, objects.readTree)) {
        yield { ...difference, path: pathText(`${folder}/${difference.path}`) };
      }
      await yieldWhenDue();
    }
  }
}
