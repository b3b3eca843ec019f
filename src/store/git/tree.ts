import { compare } from '../../lib/order.js';
import { type GitObject, gitObject } from './object.js';

/**
 * One entry of a git tree. `name` holds one character a byte (latin1), so that any name git accepts survives a rewrite and sorts by bytes.
 */
export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

/** Decodes a path of latin1 names as UTF-8. */
export function pathText(path: string): string {
  return Buffer.from(path, 'latin1').toString();
}

export const fileMode = '100644';
export const directoryMode = '40000';

function isDirectory(entry: TreeEntry): boolean {
  return entry.mode === directoryMode;
}

/** @returns `null` if there is no entry, or it is not a directory */
export function directoryOid(entry: TreeEntry | undefined): string | null {
  return entry !== undefined && isDirectory(entry) ? entry.oid : null;
}

/** @returns `null` without an entry, or for one that is not a file. Symbolic links and submodules stay in the tree and are never read. */
export function fileOid(entry: TreeEntry | undefined): string | null {
  return entry?.mode.startsWith('100') ? entry.oid : null;
}

/** git's tree format: `<mode> <name>\0<20 bytes of oid>`, repeated. */
export function parseTree(body: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let offset = 0;
  while (offset < body.length) {
    const nameStart = body.indexOf(0x20, offset) + 1;
    const nul = nameEnd(body, nameStart);
    entries.push({
      mode: body.toString('latin1', offset, nameStart - 1),
      name: body.toString('latin1', nameStart, nul),
      oid: body.toString('hex', nul + 1, nul + 21),
    });
    offset = nul + 21;
  }
  return entries;
}

/**
 * Position of the NUL behind an entry's name.
 *
 * @throws when the tree is cut short
 */
function nameEnd(tree: Buffer, nameStart: number): number {
  let nul = nameStart;
  while (nul < tree.length && tree[nul] !== 0) nul += 1;
  if (nameStart === 0 || nul + 21 > tree.length) throw new Error('A tree object is cut short');
  return nul;
}

/** git sorts entries by bytes, a directory as if its name ended in a slash. */
const compareEntries = (a: TreeEntry, b: TreeEntry): number => compare(orderOf(a), orderOf(b));

const orderOf = (entry: TreeEntry): string => (isDirectory(entry) ? `${entry.name}/` : entry.name);

export function encodeTree(entries: readonly TreeEntry[]): GitObject {
  return gitObject('tree', Buffer.concat(entries.toSorted(compareEntries).map(encodeEntry)));
}

function encodeEntry({ mode, name, oid }: TreeEntry): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(oid, 'hex')]);
}

interface LocatedEntry {
  readonly start: number;
  readonly end: number;
  readonly entry: TreeEntry;
}

/** Look-up of one entry without parsing the others. */
export function findEntry(tree: Buffer, name: string): LocatedEntry | undefined {
  const wanted = Buffer.from(`${name}\0`, 'latin1');
  // Numbers mostly differ in their last digit. Comparing it first saves comparing whole names.
  const last = wanted[wanted.length - 2];
  const isWanted = (nameStart: number, nul: number): boolean =>
    nul - nameStart === wanted.length - 1 &&
    tree[nul - 1] === last &&
    tree.compare(wanted, 0, wanted.length, nameStart, nul + 1) === 0;
  let offset = 0;
  while (offset < tree.length) {
    const nameStart = tree.indexOf(0x20, offset) + 1;
    const nul = nameEnd(tree, nameStart);
    const end = nul + 21;
    if (isWanted(nameStart, nul)) {
      const mode = tree.toString('latin1', offset, nameStart - 1);
      return { start: offset, end, entry: { mode, name, oid: tree.toString('hex', nul + 1, end) } };
    }
    offset = end;
  }
  return undefined;
}

function insertionPoint(tree: Buffer, entry: TreeEntry): number {
  let offset = 0;
  while (offset < tree.length) {
    const nameStart = tree.indexOf(0x20, offset) + 1;
    const nul = nameEnd(tree, nameStart);
    const other = {
      mode: tree.toString('latin1', offset, nameStart - 1),
      name: tree.toString('latin1', nameStart, nul),
      oid: '',
    };
    if (compareEntries(entry, other) < 0) return offset;
    offset = nul + 21;
  }
  return offset;
}

const nothing = Buffer.alloc(0);

function splice(tree: Buffer, start: number, end: number, bytes: Buffer): Buffer {
  return Buffer.concat([tree.subarray(0, start), bytes, tree.subarray(end)]);
}

/** The tree with the entry added, or replacing `before`, the one with its name. */
function withEntry(tree: Buffer, entry: TreeEntry, before: LocatedEntry | undefined): Buffer {
  if (before?.entry.mode === entry.mode) return splice(tree, before.start, before.end, encodeEntry(entry));
  const without = before === undefined ? tree : splice(tree, before.start, before.end, nothing);
  const at = insertionPoint(without, entry);
  return splice(without, at, at, encodeEntry(entry));
}

export type ReadTree = (oid: string) => Promise<Buffer>;

/** File content by path; `null` removes the file. */
export type FileChanges = ReadonlyMap<string, Buffer | null>;

/** A file that is stored already, or is made when it is read. */
interface KnownFile {
  readonly oid: string;
}

/** Files by path, of some of which only the id is known; `null` removes one. */
export type KnownChanges = ReadonlyMap<string, Buffer | KnownFile | null>;

/** Changes by name, nested as directories are. */
type ChangeNode = Map<string, ChangeNode | Buffer | KnownFile | null>;

type NewEntry = GitObject | { readonly type: 'blob'; readonly oid: string };

const blobOf = (file: Buffer | KnownFile): NewEntry =>
  Buffer.isBuffer(file) ? gitObject('blob', file) : { type: 'blob', oid: file.oid };

/** No path of a written file may be above another path. */
function nest(changes: KnownChanges): ChangeNode {
  const root: ChangeNode = new Map();
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
 * @returns the root tree's id, every new object that is given, blobs first, and the files that had to make way for a directory
 */
export async function changeTree(
  base: string | null,
  changes: KnownChanges,
  readTree: ReadTree,
): Promise<{ root: string; objects: GitObject[]; displaced: string[] }> {
  const objects: GitObject[] = [];
  const displaced: string[] = [];
  const add = (entry: NewEntry): void => {
    if ('body' in entry) objects.push(entry);
  };

  /** Without a base all entries are sorted at once: inserting each one is quadratic. */
  async function create(node: ChangeNode): Promise<GitObject | null> {
    const entries: TreeEntry[] = [];
    for (const [name, value] of node) {
      const object = value instanceof Map ? await create(value) : value && blobOf(value);
      if (object === null) continue;
      entries.push({ name, oid: object.oid, mode: object.type === 'tree' ? directoryMode : fileMode });
      add(object);
    }
    return entries.length === 0 ? null : encodeTree(entries);
  }

  async function change(prefix: string, oid: string | null, node: ChangeNode): Promise<GitObject | null> {
    if (oid === null) return create(node);
    let tree = await readTree(oid);
    for (const [name, value] of node) {
      const located = findEntry(tree, name);
      const before = located?.entry;
      let after: NewEntry | null;
      if (value instanceof Map) after = await change(`${prefix}${name}/`, directoryOid(before), value);
      else after = value === null ? null : blobOf(value);
      if (after === null) {
        // An emptied directory is removed. A file of that name stays when only paths below it were removed.
        const stays = value instanceof Map && directoryOid(before) === null;
        if (located !== undefined && !stays) tree = splice(tree, located.start, located.end, nothing);
        continue;
      }
      if (after.oid === before?.oid) continue;
      const entry = { name, oid: after.oid, mode: after.type === 'tree' ? directoryMode : fileMode };
      tree = withEntry(tree, entry, located);
      add(after);
      if (after.type === 'tree' && fileOid(before) !== null) displaced.push(prefix + name);
    }
    if (tree.length === 0) return null;
    return { ...gitObject('tree', tree), replaces: oid };
  }

  const root = (await change('', base, nest(changes))) ?? encodeTree([]);
  if (root.oid !== base) objects.push(root);
  return { root: root.oid, objects, displaced };
}

export interface TreeDifference {
  readonly path: string;
  /** The file's object id before; `null` if it is new. */
  readonly before: string | null;
  /** The file's new object id; `null` if removed. */
  readonly after: string | null;
}

/** The files that differ between two trees, depth first, by name in each directory; equal subtrees are not read. `null` is the empty tree. */
export async function diffTrees(
  before: string | null,
  after: string | null,
  readTree: ReadTree,
): Promise<TreeDifference[]> {
  const differences: TreeDifference[] = [];

  async function diff(prefix: string, beforeOid: string | null, afterOid: string | null): Promise<void> {
    if (beforeOid === afterOid) return;
    const [beforeEntries, afterEntries] = await Promise.all(
      [beforeOid, afterOid].map(async (oid) => (oid === null ? [] : parseTree(await readTree(oid)))),
    );
    const beforeByName = new Map(beforeEntries?.map((entry) => [entry.name, entry]));
    const afterByName = new Map(afterEntries?.map((entry) => [entry.name, entry]));
    for (const name of [...new Set([...beforeByName.keys(), ...afterByName.keys()])].sort()) {
      const a = beforeByName.get(name);
      const b = afterByName.get(name);
      const path = prefix + name;
      if (directoryOid(a) !== directoryOid(b)) await diff(`${path}/`, directoryOid(a), directoryOid(b));
      if (fileOid(a) !== fileOid(b)) differences.push({ path, before: fileOid(a), after: fileOid(b) });
    }
  }

  await diff('', before, after);
  return differences;
}
