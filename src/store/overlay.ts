import type { FileChange, Projection } from '../lib/projection.js';
import { failClosed } from './follower.js';
import { changeTree, diffTrees, type FileChanges, type KnownChanges, parseTree, type ReadTree } from './git/tree.js';
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
  const changed = await failClosed(() => changeFiles(base.tree, files, readTreeOf(base, objects)));
  return layer(base, objects, changed, projection.apply(base.catalog, changed.changes));
}

interface KnownOverlay<Catalog> {
  readonly files: KnownChanges;
  /** The catalog with these files, and without those that had to make way for a directory. */
  apply(catalog: Catalog, displaced: readonly string[]): Catalog;
  /** Makes one of the files; `null` for any other version. */
  read(version: string): Promise<Buffer | null>;
}

/** `overlay` for files that are made when they are read. */
export async function overlayKnown<Catalog>(
  base: Snapshot<Catalog> | Overlay<Catalog>,
  objects: Objects,
  { files, apply, read }: KnownOverlay<Catalog>,
): Promise<Overlay<Catalog>> {
  const changed = await failClosed(() => changeTree(base.tree, files, readTreeOf(base, objects)));
  return layer(base, objects, changed, apply(base.catalog, changed.displaced), read);
}

const readTreeOf = <Catalog>(base: Snapshot<Catalog> | Overlay<Catalog>, objects: Objects): ReadTree =>
  'readTree' in base ? base.readTree : objects.readTree;

async function layer<Catalog>(
  base: Snapshot<Catalog> | Overlay<Catalog>,
  objects: Objects,
  { root, objects: newObjects }: Pick<Awaited<ReturnType<typeof changeTree>>, 'root' | 'objects'>,
  catalog: Catalog,
  make: (version: string) => Promise<Buffer | null> = async () => null,
): Promise<Overlay<Catalog>> {
  const readBaseTree = readTreeOf(base, objects);
  const bodies = new Map(newObjects.map(({ oid, body }) => [oid, body]));
  const readTree: ReadTree = async (oid) => bodies.get(oid) ?? readBaseTree(oid);
  const own = async (version: string) => bodies.get(version) ?? make(version);
  return {
    ...base,
    tree: root,
    top: new Map(parseTree(await readTree(root)).map((entry) => [entry.name, entry.oid])),
    catalog,
    readTree,
    read: async (version) => (await own(version)) ?? base.read(version),
    find: async (version) => (await own(version)) ?? base.find(version),
    differences: (commit) => failClosed(async () => diffTrees(root, await treeOf(objects, commit), readTree)),
  };
}
