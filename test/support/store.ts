import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import type { Projection } from '../../src/lib/projection.js';
import type { FileSystem } from '../../src/store/file-system.js';
import { Repository, type RepositoryOptions, type Work } from '../../src/store/repository.js';
import type { Draft } from '../../src/store/snapshot.js';
import { headOf as commitOf } from './commits.js';
import { temporaryDirectory } from './git.js';

/** The simplest catalog: the text of every file by its path. */
export type Texts = ReadonlyMap<string, string>;

export const texts: Projection<Texts> = {
  empty: new Map(),
  apply(before, changes) {
    const after = new Map(before);
    for (const { path, content } of changes) {
      if (content === null) after.delete(path);
      else after.set(path, content.bytes.toString('utf8'));
    }
    return after;
  },
};

const author = { name: 'Test', email: 'test@example.invalid' };

type Files = Readonly<Record<string, string | Buffer | null>>;

/** Work that puts files (`null` removes one) and answers with what it was given. */
export function change<Given extends Files>(files: Given, subject = 'Change') {
  return (draft: Pick<Draft<unknown>, 'put' | 'remove' | 'describe'>): Given => {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) draft.remove(path);
      else draft.put(path, typeof text === 'string' ? Buffer.from(text) : text);
    }
    draft.describe({ author, time: new Date('2026-03-01T12:00:00Z'), message: { subject, trailers: [['A', 'b']] } });
    return files;
  };
}

export interface Place {
  readonly fs: FileSystem;
  readonly gitdir: string;
}

export function onDisk(fs: FileSystem = nodeFs): Place {
  return { fs, gitdir: join(temporaryDirectory(), 'brand.git') };
}

export async function create({ fs, gitdir }: Place, work: Work<Texts, unknown> = change({ 'a.txt': 'one' })) {
  return (await Repository.create(fs, gitdir, texts, work)).repository;
}

export function open({ fs, gitdir }: Place, options: RepositoryOptions<Texts> = {}): Promise<Repository<Texts>> {
  return Repository.open(fs, gitdir, texts, options);
}

/** A repository that was made on a disk, and is opened on the same when its calls fail. */
export async function openedOn(breaks: (call: DiskCall) => string | null) {
  const at = onDisk(brokenDisk(breaks));
  await create({ ...at, fs: nodeFs });
  return { at, repository: await open(at) };
}

export async function filesOf(repository: Repository<Texts>): Promise<Record<string, string>> {
  return Object.fromEntries((await repository.read()).catalog);
}

export const headOf = ({ fs, gitdir }: Place): string => commitOf(gitdir, fs);

/** Every file below a directory, by its path. */
export function allFiles({ fs, gitdir }: Place): string[] {
  const names = fs.readdirSync(gitdir, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => fs.statSync(join(gitdir, name)).isFile()).sort();
}

/** What a disk is asked to do; `path` of a handle's call is the path it was opened with. */
export interface DiskCall {
  readonly name: 'open' | 'writeFile' | 'sync' | 'rename' | 'readFile' | 'link' | 'unlink';
  readonly path: string;
}

function ioError(code: string, { name, path }: DiskCall): Error {
  return Object.assign(new Error(`${code}: broken, ${name} '${path}'`), { code });
}

/** Which argument of a call names what it changes, or reads. */
const changed = { rename: 1, link: 1, unlink: 0, readFile: 0 } as const;

/** The real file system, on which the calls that `breaks` chooses fail. */
export function brokenDisk(breaks: (call: DiskCall) => string | null): FileSystem {
  const check = (name: DiskCall['name'], path: unknown): void => {
    const code = breaks({ name, path: String(path) });
    if (code !== null) throw ioError(code, { name, path: String(path) });
  };
  const open = async (...args: Parameters<typeof nodeFs.promises.open>) => {
    check('open', args[0]);
    const handle = await nodeFs.promises.open(...args);
    const intercept = (name: 'writeFile' | 'sync') => {
      const real = handle[name].bind(handle) as (...rest: unknown[]) => Promise<void>;
      return async (...rest: unknown[]) => {
        check(name, args[0]);
        return real(...rest);
      };
    };
    return Object.assign(handle, { writeFile: intercept('writeFile'), sync: intercept('sync') });
  };
  const calls = Object.entries(changed).map(([name, at]) => {
    const real = nodeFs.promises[name as keyof typeof changed] as (...args: unknown[]) => Promise<unknown>;
    const call = async (...args: unknown[]) => {
      check(name as keyof typeof changed, args[at]);
      return real(...args);
    };
    return [name, call] as const;
  });
  const readFileSync = ((...args: Parameters<typeof nodeFs.readFileSync>) => {
    check('readFile', args[0]);
    return nodeFs.readFileSync(...args);
  }) as typeof nodeFs.readFileSync;
  return { ...nodeFs, readFileSync, promises: { ...nodeFs.promises, open, ...Object.fromEntries(calls) } };
}
