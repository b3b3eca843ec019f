import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../../src/lib/system-error.js';
import type { FileSystem } from '../../../src/store/file-system.js';
import { gitObject } from '../../../src/store/git/object.js';
import { branchName } from '../../../src/store/local/ref.js';
import { Repository } from '../../../src/store/repository.js';
import type { Draft } from '../../../src/store/snapshot.js';
import { change, type Texts, texts } from '../store.js';
import type { CrashState } from './crash-model.js';
import { inspectHistory, type Promised } from './inspect.js';
import { aloneFs } from './restart.js';
import type { Scenario } from './simulate.js';

/**
 * What call `w<n>` changes: files of its own in two directories, a file that all share, and one that an earlier call made.
 * Done again it changes nothing.
 */
export function changesOf(call: string, before: Texts): Record<string, string | null> {
  if (before.has(`${call}/a.txt`)) return {};
  return {
    [`${call}/a.txt`]: call,
    [`${call}/deep/b.txt`]: `${call}\n`.repeat(100),
    [`w${Number(call.slice(1)) - 3}/deep/b.txt`]: null,
    'log.txt': `${before.get('log.txt') ?? ''}${call}\n`,
  };
}

function workOf(call: string) {
  return (draft: Draft<Texts>): void => {
    const changes = changesOf(call, draft.snapshot.catalog);
    if (Object.keys(changes).length > 0) change(changes, call)(draft);
  };
}

export const gitdirIn = (data: string): string => join(data, 'brands', 'acme.git');

async function create(fs: FileSystem, gitdir: string): Promise<string> {
  const { repository } = await Repository.create(fs, gitdir, texts, workOf('w0'));
  return (await repository.read()).commit as string;
}

async function write(repository: Repository<Texts>, call: string): Promise<string> {
  return (await repository.write(workOf(call))).snapshot.commit as string;
}

const refuse = (draft: Draft<Texts>): never => {
  change({ 'refused/a.txt': 'refused' }, 'refused')(draft);
  throw new Error('refused');
};

/** Checks everything that is promised about a repository and its calls. */
async function inspect(gitdir: string, promised: Promised): Promise<void> {
  const history = await inspectHistory(gitdir, promised, ({ message }) => message.slice(0, message.indexOf('\n')));
  const expected = new Map<string, string>();
  for (const { oid, call, files } of history) {
    for (const [path, text] of Object.entries(changesOf(call, expected))) {
      if (text === null) expected.delete(path);
      else expected.set(path, text);
    }
    const isWhole = isSame(files, expected, (text) => gitObject('blob', Buffer.from(text)).oid);
    if (!isWhole) throw new Error(`Commit ${oid} holds a part of ${call}`);
  }
  const snapshot = await (await Repository.open(aloneFs, gitdir, texts)).read();
  if (snapshot.commit !== history.at(-1)?.oid) throw new Error('Another commit is served than the last');
  if (!isSame(snapshot.catalog, expected, (text) => text))
    throw new Error('The catalog is not that of the last commit');
}

function isSame(found: Texts, expected: Texts, as: (text: string) => string): boolean {
  return found.size === expected.size && [...expected].every(([path, text]) => found.get(path) === as(text));
}

/** What must hold after a crash, and after the interrupted calls were made again. */
export async function check(data: string, { acknowledged, running }: CrashState): Promise<void> {
  const gitdir = gitdirIn(data);
  if (existsSync(gitdir)) await inspect(gitdir, { acknowledged, running });
  else if (acknowledged.size > 0) throw new Error('The repository is lost');

  if (!acknowledged.has('w0')) {
    await create(aloneFs, gitdir).catch((error) => {
      if (!existsSync(gitdir) || errorCode(error) !== 'ENOTEMPTY') throw error;
    });
  }
  const repository = await Repository.open(aloneFs, gitdir, texts);
  const all = new Map(acknowledged);
  for (const call of [...running, 'w99']) {
    if (call === 'refused') continue;
    await write(repository, call);
    if (!all.has(call)) all.set(call, 'by this call or the interrupted one');
  }
  await inspect(gitdir, { acknowledged: all, running: ['w0'] });
}

/** A lock as a process that has died leaves it. */
async function leaveLock(fs: FileSystem, gitdir: string): Promise<void> {
  const owner = join(gitdir, 'brand-portal-lock.00000000.1.1.1.1');
  await fs.promises.writeFile(owner, `${'1'.repeat(40)}\n`);
  await fs.promises.link(owner, join(gitdir, `${branchName}.lock`));
}

export const oneWriter: Scenario = {
  name: 'one writer: a new repository, single writes, a batch',
  refused: ['refused'],
  check,
  async run(disk, newProcess) {
    const [fs, gitdir] = [newProcess(), gitdirIn(disk.path)];
    await disk.call('w0', () => create(fs, gitdir));
    const repository = await Repository.open(fs, gitdir, texts);
    const ask = (call: string) => disk.call(call, () => write(repository, call));
    for (const call of ['w1', 'w2']) await ask(call);
    await Promise.all([...['w3', 'w4', 'w5'].map(ask), disk.call('refused', () => repository.write(refuse))]);
    await ask('w6');
  },
};

export const twoProcesses: Scenario = {
  name: 'two processes: in turn, then at the same time',
  refused: [],
  check,
  async run(disk, newProcess) {
    const gitdir = gitdirIn(disk.path);
    const [fs, otherFs] = [newProcess(), newProcess()];
    await disk.call('w0', () => create(fs, gitdir));
    disk.settle();
    const one = await Repository.open(fs, gitdir, texts);
    const other = await Repository.open(otherFs, gitdir, texts);
    const ask = (repository: Repository<Texts>, call: string) => disk.call(call, () => write(repository, call));
    await ask(one, 'w1');
    await ask(other, 'w2');
    await Promise.all([ask(one, 'w3'), ask(other, 'w4'), ask(one, 'w5')]);
    await Promise.all([ask(one, 'w6'), ask(other, 'w7')]);
    await Promise.all([ask(other, 'w8'), ask(other, 'w9'), ask(one, 'w10')]);
  },
};

export const abandonedLock: Scenario = {
  name: 'the lock of a process that died is recovered',
  refused: [],
  check,
  async run(disk, newProcess) {
    const [fs, gitdir] = [newProcess(), gitdirIn(disk.path)];
    await disk.call('w0', () => create(fs, gitdir));
    await leaveLock(fs, gitdir);
    disk.settle();
    const repository = await Repository.open(fs, gitdir, texts);
    for (const call of ['w1', 'w2']) await disk.call(call, () => write(repository, call));
  },
};
