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
    const version = bytes === null ? undefined : blobs.get(bytes);
    if (bytes === null) changes.push({ path, content: null });
    else if (version !== undefined) changes.push({ path, content: { version, bytes } });
  }
  return { root, objects, changes };
}

/** A snapshot with changes that are stored nowhere. Its versions are those that a commit with them would have. */
export interface Overlay<Catalog> extends Snapshot<Catalog> {
  readonly readTree: ReadTree;
}

export async function overlay<Catalog>(
  below: Snapshot<Catalog> | Overlay<Catalog>,
  files: FileChanges,
  objects: Objects,
  projection: Pick<Projection<Catalog>, 'apply'>,
): Promise<Overlay<Catalog>> {
  const readBelow = 'readTree' in below ? below.readTree : objects.readTree;
  const { root, objects: made, changes } = await failClosed(() => changeFiles(below.tree, files, readBelow));
  const own = new Map(made.map(({ oid, body }) => [oid, body]));
  const readTree: ReadTree = async (oid) => own.get(oid) ?? readBelow(oid);
  return {
    ...below,
    tree: root,
    top: new Map(parseTree(await readTree(root)).map((entry) => [entry.name, entry.oid])),
    catalog: projection.apply(below.catalog, changes),
    readTree,
    read: async (version) => own.get(version) ?? below.read(version),
    find: async (version) => own.get(version) ?? below.find(version),
    differences: (commit) => failClosed(async () => diffTrees(root, await treeOf(objects, commit), readTree)),
  };
}
