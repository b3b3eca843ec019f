import { type GitObject, gitObject } from './git-object.js';

/**
 * One entry of a git tree. `name` holds one character a byte (latin1), so that any name git accepts survives a
 * rewrite and sorts by bytes; our own names are ASCII.
 */
export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

export const fileMode = '100644';
export const directoryMode = '40000';

function isDirectory(entry: TreeEntry): boolean {
  return entry.mode === directoryMode;
}

function directoryOid(entry: TreeEntry | undefined): string | null {
  return entry !== undefined && isDirectory(entry) ? entry.oid : null;
}

/** Symbolic links and submodules are no files of ours: they are kept in the tree and never read. */
function fileOid(entry: TreeEntry | undefined): string | null {
  return entry?.mode.startsWith('100') ? entry.oid : null;
}

/** git's tree format: `<mode> <name>\0<20 bytes of oid>`, repeated. */
export function parseTree(body: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < body.length) {
    const space = body.indexOf(0x20, at);
    const nul = body.indexOf(0, space);
    if (space < 0 || nul < 0 || nul + 21 > body.length) throw new Error('A tree object is cut short');
    entries.push({
      mode: body.toString('latin1', at, space),
      name: body.toString('latin1', space + 1, nul),
      oid: body.toString('hex', nul + 1, nul + 21),
    });
    at = nul + 21;
  }
  return entries;
}

/** git sorts entries by bytes, a directory as if its name ended in a slash. */
function compareEntries(a: TreeEntry, b: TreeEntry): number {
  const left = isDirectory(a) ? `${a.name}/` : a.name;
  const right = isDirectory(b) ? `${b.name}/` : b.name;
  return left < right ? -1 : left > right ? 1 : 0;
}

export function encodeTree(entries: TreeEntry[]): GitObject {
  const parts: Buffer[] = [];
  for (const entry of entries.toSorted(compareEntries)) {
    parts.push(Buffer.from(`${entry.mode} ${entry.name}\0`, 'latin1'), Buffer.from(entry.oid, 'hex'));
  }
  return gitObject('tree', Buffer.concat(parts));
}

export type ReadTree = (oid: string) => Promise<readonly TreeEntry[]>;

/** File content by path; `null` removes the file. */
export type FileChanges = ReadonlyMap<string, Buffer | null>;

type Node = Map<string, Node | Buffer | null>;

function nest(changes: FileChanges): Node {
  const root: Node = new Map();
  for (const [path, bytes] of changes) {
    const names = path.split('/');
    const file = names.pop() as string;
    let node = root;
    for (const name of names) {
      let next = node.get(name);
      if (!(next instanceof Map)) {
        next = new Map();
        node.set(name, next);
      }
      node = next;
    }
    node.set(file, bytes);
  }
  return root;
}

/**
 * The objects of a new tree: `base` with the changes made. Directories that become empty disappear; untouched ones
 * are neither read nor written again.
 *
 * @returns the root tree's id, every new object, blobs first, and the files that had to make way for a directory
 */
export async function changeTree(
  base: string | null,
  changes: FileChanges,
  readTree: ReadTree,
): Promise<{ root: string; objects: GitObject[]; displaced: string[] }> {
  const objects: GitObject[] = [];
  const displaced: string[] = [];

  async function change(prefix: string, oid: string | null, node: Node): Promise<GitObject | null> {
    const entries = new Map((oid === null ? [] : await readTree(oid)).map((entry) => [entry.name, entry]));
    for (const [name, value] of node) {
      const before = entries.get(name);
      let after: GitObject | null;
      if (value instanceof Map) after = await change(`${prefix}${name}/`, directoryOid(before), value);
      else after = value === null ? null : gitObject('blob', value);
      if (after === null) {
        // Nothing was left of a directory, or of a removal below what is a file and stays one.
        if (!(value instanceof Map && fileOid(before) !== null)) entries.delete(name);
        continue;
      }
      entries.set(name, { name, oid: after.oid, mode: after.type === 'tree' ? directoryMode : fileMode });
      if (after.oid !== before?.oid) objects.push(after);
      if (after.type === 'tree' && fileOid(before) !== null) displaced.push(prefix + name);
    }
    return entries.size === 0 ? null : encodeTree([...entries.values()]);
  }

  const root = (await change('', base, nest(changes))) ?? encodeTree([]);
  if (root.oid !== base) objects.push(root);
  return { root: root.oid, objects, displaced };
}

export interface TreeDifference {
  readonly path: string;
  /** The file's new object id; `null`: removed. */
  readonly oid: string | null;
}

/** The files that differ between two trees, in path order; equal subtrees are not read. `null` is the empty tree. */
export async function diffTrees(
  before: string | null,
  after: string | null,
  readTree: ReadTree,
): Promise<TreeDifference[]> {
  const differences: TreeDifference[] = [];

  async function diff(prefix: string, left: string | null, right: string | null): Promise<void> {
    if (left === right) return;
    const [old, now] = await Promise.all([left, right].map(async (oid) => (oid === null ? [] : await readTree(oid))));
    const oldByName = new Map(old?.map((entry) => [entry.name, entry]));
    const nowByName = new Map(now?.map((entry) => [entry.name, entry]));
    for (const name of [...new Set([...oldByName.keys(), ...nowByName.keys()])].sort()) {
      const [a, b] = [oldByName.get(name), nowByName.get(name)];
      const path = prefix + name;
      if (directoryOid(a) !== directoryOid(b)) await diff(`${path}/`, directoryOid(a), directoryOid(b));
      if (fileOid(a) !== fileOid(b)) differences.push({ path, oid: fileOid(b) });
    }
  }

  await diff('', before, after);
  return differences;
}
