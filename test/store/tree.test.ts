import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GitObject, gitObject } from '../../src/store/git/object.js';
import { encodePack } from '../../src/store/git/pack.js';
import { changeTree, diffTrees, encodeTree, parseTree, type TreeEntry } from '../../src/store/git/tree.js';
import { runs } from '../support/effort.js';
import { git, temporaryDirectory } from '../support/git.js';

const blobId = (bytes: Buffer): string => gitObject('blob', bytes).oid;

/** Keeps objects and knows which trees were read. */
class Memory {
  readonly objects = new Map<string, GitObject>();
  readonly read: string[] = [];

  keep(objects: readonly GitObject[]): void {
    for (const object of objects) this.objects.set(object.oid, object);
  }

  readTree = async (oid: string): Promise<Buffer> => {
    this.read.push(oid);
    return (this.objects.get(oid) as GitObject).body;
  };

  async change(base: string | null, changes: Record<string, string | null>): Promise<string> {
    const bytes = Object.entries(changes).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]);
    const { root, objects } = await changeTree(base, new Map(bytes as [string, Buffer | null][]), this.readTree);
    this.keep(objects);
    return root;
  }
}

/** Directories and files whose names git sorts in another way than a plain comparison would. */
const directory = fc.constantFrom('a', 'a-', 'a0', 'b');
const file = fc.constantFrom('a.json', 'a-.json', 'a0.json', 'b.json', 'Z.json');
const path = fc.tuple(fc.array(directory, { maxLength: 3 }), file).map(([above, name]) => [...above, name].join('/'));
const content = fc.option(fc.constantFrom('', 'one', 'two'), { freq: 2 });
const changes = fc.dictionary(path, content, { maxKeys: 8 });
const history = fc.array(changes, { minLength: 1, maxLength: 6 });

function applied(files: ReadonlyMap<string, string>, change: Record<string, string | null>): Map<string, string> {
  const next = new Map(files);
  for (const [at, text] of Object.entries(change)) {
    if (text === null) next.delete(at);
    else next.set(at, text);
  }
  return next;
}

/** What `git ls-tree -r` prints. */
function listing(files: ReadonlyMap<string, string>): string {
  const lines = [...files].map(([at, text]) => [at, `100644 blob ${blobId(Buffer.from(text))}\t${at}\n`] as const);
  return lines
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
    .join('');
}

describe('a tree', () => {
  test('after any changes lists in git the files that a map would hold, and has the id of one made at once', async () => {
    const gitdir = temporaryDirectory();
    git(gitdir, ['init', '--quiet', '--bare']);
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const memory = new Memory();
        let [root, files]: [string | null, Map<string, string>] = [null, new Map()];
        for (const step of steps) {
          root = await memory.change(root, step);
          files = applied(files, step);
        }
        const { checksum, pack, index } = encodePack([...memory.objects.values()]);
        writeFileSync(join(gitdir, 'objects/pack', `pack-${checksum}.pack`), pack);
        writeFileSync(join(gitdir, 'objects/pack', `pack-${checksum}.idx`), index);
        expect(git(gitdir, ['ls-tree', '-r', root as string])).toBe(listing(files));
        expect(await new Memory().change(null, Object.fromEntries(files))).toBe(root);
      }),
      runs(40),
    );
    git(gitdir, ['fsck', '--full', '--strict', '--no-dangling']);
  });

  test('keeps links, submodules and names that are no UTF-8', async () => {
    const oid = blobId(Buffer.from('x'));
    const odd: TreeEntry[] = [
      { mode: '120000', name: 'link', oid },
      { mode: '160000', name: 'module', oid },
      { mode: '100755', name: 'run', oid },
      { mode: '100644', name: 'na\xefve', oid },
    ];
    const memory = new Memory();
    const base = encodeTree(odd);
    memory.keep([base]);
    const next = await memory.change(base.oid, { 'a.txt': 'x' });
    const entries = parseTree((memory.objects.get(next) as GitObject).body);
    expect(entries).toEqual(expect.arrayContaining(odd));
    expect(await diffTrees(base.oid, next, memory.readTree)).toEqual([{ path: 'a.txt', before: null, after: oid }]);
  });
});
