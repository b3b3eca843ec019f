import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import * as git from 'isomorphic-git';
import { expect, test } from 'vitest';
import type { FileSystem } from '../../src/store/file-system.js';
import { encodeCommit } from '../../src/store/git/commit.js';
import { changeTree } from '../../src/store/git/tree.js';
import { Objects } from '../../src/store/objects.js';
import { Repository } from '../../src/store/repository.js';
import { uploads } from '../support/crash/content-scenario.js';
import type { CrashClass } from '../support/crash/crash-model.js';
import { type BadState, type Scenario, simulate, simulationTimeout } from '../support/crash/simulate.js';
import { changesOf, check, gitdirIn, oneWriter, twoProcesses } from '../support/crash/store-scenarios.js';
import { some } from '../support/effort.js';
import { texts } from '../support/store.js';

/** The disk on which syncing chosen files or directories does nothing. */
function withoutSync(isLeftOut: (path: string) => boolean): (fs: FileSystem) => FileSystem {
  return (fs) => {
    const open = async (path: string, flags: string) => {
      const handle = await fs.promises.open(path, flags);
      return isLeftOut(path) ? { ...handle, sync: async () => {} } : handle;
    };
    return { ...fs, promises: { ...fs.promises, open } } as unknown as FileSystem;
  };
}

const isDirectory = (path: string): boolean => statSync(path).isDirectory();

let processes = 0;

/** The disk on which each process has a lock of its own, so that nobody is ever kept out. */
function withoutLock(fs: FileSystem): FileSystem {
  processes += 1;
  const name = `.lock.${processes}`;
  const own = (path: unknown): string => String(path).replace(/\.lock$/, name);
  const { link, rename, rm } = fs.promises;
  const promises = {
    ...fs.promises,
    link: (from: string, to: string) => link(from, own(to)),
    rename: (from: string, to: string) => rename(own(from), to),
    rm: (path: string, options: object) => rm(own(path), options),
  };
  return { ...fs, promises } as unknown as FileSystem;
}

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

const plainGit: Scenario = {
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

/** What the simulator says when something is left out of what the store asks of the disk. */
const syncs: readonly (readonly [string, (path: string) => boolean])[] = [
  ['anything', () => true],
  ['any file', (path) => !isDirectory(path)],
  ['any directory', isDirectory],
  ['packs', (path) => /\.pack\.[\w.]+\.tmp$/.test(path)],
  ['indexes', (path) => /\.idx\.[\w.]+\.tmp$/.test(path)],
  ['the new commit id', (path) => path.includes('brand-portal-lock.')],
  ['the directory of packs', (path) => path.endsWith('objects/pack')],
  ['the directory of the branch', (path) => path.endsWith('refs/heads')],
  ['the directory of repositories', (path) => basename(path) === 'brands'],
];

const anything = (bad: readonly BadState[]): boolean => bad.length > 0;
const is = (kind: CrashClass) => (bad: readonly BadState[]) => bad.some((state) => state.kind === kind);
const hasLost = (bad: readonly BadState[]) => bad.some(({ reason }) => /was acknowledged and is lost/.test(reason));

test.each(some(syncs, 2))('it is noticed when nobody syncs %s', async (_, isLeftOut) => {
  const { bad } = await simulate(oneWriter, { wrap: withoutSync(isLeftOut), enough: anything });
  expect(bad).not.toEqual([]);
});

test.each<[string, (path: string) => boolean]>([
  ['files that come in', (path) => path.includes('lfs/incomplete/')],
  ['the directory of a file', (path) => /lfs\/objects\/..\/..$/.test(path)],
])('it is noticed when nobody syncs %s', { timeout: simulationTimeout }, async (_, isLeftOut) => {
  const { bad } = await simulate(uploads, { wrap: withoutSync(isLeftOut), enough: anything });
  expect(bad).not.toEqual([]);
});

test('it is noticed when writers do not keep one another out', async () => {
  const ended: Scenario = {
    ...twoProcesses,
    seeds: Array.from({ length: 20 }, (_, at) => at + 1),
    async run(disk, newProcess) {
      await twoProcesses.run(disk, newProcess);
      disk.settle();
    },
  };
  const { bad } = await simulate(ended, { wrap: withoutLock, enough: hasLost });
  expect(hasLost(bad)).toBe(true);
});

test('it is noticed when files are written in place, as isomorphic-git does', async () => {
  const wanted = [is('killed'), is('torn'), hasLost];
  const { bad } = await simulate(plainGit, { wrap: (fs) => fs, enough: (bad) => wanted.every((has) => has(bad)) });
  expect(wanted.map((has) => has(bad))).toEqual([true, true, true]);
});
