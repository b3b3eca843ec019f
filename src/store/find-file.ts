import { parseCommit } from './git/commit.js';
import { directoryOid, fileOid, findEntry } from './git/tree.js';
import type { Objects } from './objects.js';

/** Path look-up through a commit's trees. @returns `null` when there is no such file */
export async function findFile(
  objects: Objects,
  commit: string,
  path: string,
): Promise<{ version: string; bytes: Buffer } | null> {
  let { tree: oid } = parseCommit(await objects.read(commit, 'commit'));
  const names = path.split('/');
  for (const [depth, name] of names.entries()) {
    const entry = findEntry(await objects.readTree(oid), name)?.entry;
    const isFile = depth === names.length - 1;
    if (entry === undefined || (isFile ? fileOid(entry) : directoryOid(entry)) === null) return null;
    oid = entry.oid;
  }
  return { version: oid, bytes: await objects.read(oid, 'blob') };
}
