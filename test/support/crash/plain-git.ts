import { dirname } from 'node:path';
import * as git from 'isomorphic-git';
import type { FileSystem } from '../../../src/store/file-system.js';
import { encodeCommit } from '../../../src/store/git/commit.js';
import { changeTree } from '../../../src/store/git/tree.js';
import { Objects } from '../../../src/store/objects.js';
import { Repository } from '../../../src/store/repository.js';
import { texts } from '../store.js';
import type { Scenario } from './simulate.js';
import { changesOf, check, gitdirIn } from './store-scenarios.js';

const author = { name: 'Test', email: 'test@example.invalid' };

/** One call as isomorphic-git writes it: objects and the branch in their final places, nothing synced. */
async function write(fs: FileSystem, gitdir: string, call: string): Promise<string> {
  const isNew = call === 'w0';
  const base = isNew ? null : await (await Repository.open(fs, gitdir, texts)).read();
  const changes = Object.entries(changesOf(call, base?.catalog ?? texts.empty));
  const files = new Map(changes.map(([path, text]) => [path, text === null ? null : Buffer.from(text)]));
  const { root, objects } = await changeTree(base?.tree ?? null, files, new Objects(fs, gitdir).readTree);
  const message = { subject: call, trailers: [] };
  const parent = base?.commit ?? null;
  const commit = encodeCommit({ tree: root, parent, author, committer: author, time: new Date(0), message });
  for (const { type, body } of [...objects, commit]) {
    await git.writeObject({ fs, gitdir, type, object: body, format: 'content' });
  }
  await git.writeRef({ fs, gitdir, ref: 'refs/heads/main', value: commit.oid, force: true });
  return commit.oid;
}

export const plainGit: Scenario = {
  name: 'isomorphic-git as it is',
  refused: [],
  check,
  async run(disk, newProcess) {
    const [fs, gitdir] = [newProcess(), gitdirIn(disk.path)];
    await fs.promises.mkdir(dirname(gitdir), { recursive: true });
    await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' });
    await disk.call('w0', () => write(fs, gitdir, 'w0'));
    disk.settle();
    await disk.call('w1', () => write(fs, gitdir, 'w1'));
  },
};
