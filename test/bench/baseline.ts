import * as fs from 'node:fs';
import * as git from 'isomorphic-git';
import { durableFileSystem } from '../../src/store/file-system.js';

const ref = 'refs/heads/main';
const person = { name: 'Bench', email: 'bench@example.invalid', timestamp: 1_770_000_000, timezoneOffset: 0 };

interface Directory {
  readonly files: Map<string, git.TreeEntry>;
  readonly directories: Map<string, Directory>;
}

/**
 * Durable commits with isomorphic-git's plumbing only, one at a time: what one would write without the store.
 * The trees stay in memory, so a commit reads nothing.
 */
export class Plumbing {
  readonly #options: { fs: git.PromiseFsClient; gitdir: string };

  private constructor(
    gitdir: string,
    private readonly root: Directory,
    private tip: string,
  ) {
    this.#options = { fs: durableFileSystem(fs), gitdir };
  }

  static async open(gitdir: string): Promise<Plumbing> {
    const cache = {};
    const read = async (oid: string): Promise<Directory> => {
      const { tree } = await git.readTree({ fs, gitdir, oid, cache });
      const directories = new Map<string, Directory>();
      for (const entry of tree) if (entry.type === 'tree') directories.set(entry.path, await read(entry.oid));
      return { files: new Map(tree.map((entry) => [entry.path, entry])), directories };
    };
    const tip = await git.resolveRef({ fs, gitdir, ref });
    const { commit } = await git.readCommit({ fs, gitdir, oid: tip, cache });
    return new Plumbing(gitdir, await read(commit.tree), tip);
  }

  async commit(path: string, bytes: Buffer): Promise<void> {
    const oid = await git.writeBlob({ ...this.#options, blob: bytes });
    const tree = await this.#write(this.root, path.split('/'), oid);
    const commit = { tree, parent: [this.tip], author: person, committer: person, message: `Change ${path}\n` };
    this.tip = await git.writeCommit({ ...this.#options, commit });
    await git.writeRef({ ...this.#options, ref, value: this.tip, force: true });
  }

  async #write(directory: Directory, names: readonly string[], oid: string): Promise<string> {
    const [name = '', ...below] = names;
    if (below.length === 0) {
      directory.files.set(name, { mode: '100644', path: name, oid, type: 'blob' });
    } else {
      const inner = directory.directories.get(name);
      if (inner === undefined) throw new Error(`No directory ${name} in the brand`);
      const tree = await this.#write(inner, below, oid);
      directory.files.set(name, { mode: '040000', path: name, oid: tree, type: 'tree' });
    }
    return git.writeTree({ ...this.#options, tree: [...directory.files.values()] });
  }
}
