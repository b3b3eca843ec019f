import type { FileChange, Projection } from '../lib/projection.js';
import { failClosed } from './follower.js';
import { changeTree, diffTrees, type FileChanges, parseTree, type ReadTree } from './git/tree.js';
import { treeOf } from './history/commits.js';
import type { Objects } from './objects.js';
import type { Snapshot } from './snapshot.js';

/** Changed files as objects of git, and as changes of a catalog. */
export async function changeFiles(tree: string | null, files: FileChanges, readTree: ReadTree) {
  const { root, objects, displaced } = await changeTree(tree, files, readTree);
  const blobs = new Map(objects.map(({ body, oid }) => [body, oid]));
  const changes: FileChange[] = displaced.map((path) => ({ path, content: null }));
  for (const [path, bytes] of files) {
    if (bytes === null) {
      changes.push({ path, content: null });
      continue;
    }
    // A file that keeps its content has no new object, and is no change.
    const version = blobs.get(bytes);
    if (version !== undefined) changes.push({ path, content: { version, bytes } });
  }
  return { root, objects, changes };
}

/** A snapshot with changes that are stored nowhere. Its versions are those that a commit with them would have. */
export interface Overlay<Catalog> extends Snapshot<Catalog> {
  readonly readTree: ReadTree;
}

/** Applies changes to a snapshot in memory. */
export async function overlay<Catalog>(
  base: Snapshot<Catalog> | Overlay<Catalog>,
  files: FileChanges,
  objects: Objects,
  projection: Pick<Projection<Catalog>, 'apply'>,
): Promise<Overlay<Catalog>> {
  const readBaseTree = 'readTree' in base ? base.readTree : objects.readTree;
  const { root, objects: newObjects, changes } = await failClosed(() => changeFiles(base.tree, files, readBaseTree));
  const bodies = new Map(newObjects.map(({ oid, body }) => [oid, body]));
  const readTree: ReadTree = async (oid) => bodies.get(oid) ?? readBaseTree(oid);
  return {
    ...base,
    tree: root,
    top: new Map(parseTree(await readTree(root)).map((entry) => [entry.name, entry.oid])),
    catalog: projection.apply(base.catalog, changes),
    readTree,
    read: async (version) => bodies.get(version) ?? base.read(version),
    find: async (version) => bodies.get(version) ?? base.find(version),
    differences: (commit) => failClosed(async () => diffTrees(root, await treeOf(objects, commit), readTree)),
  };
}
