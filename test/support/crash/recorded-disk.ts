import * as nodeFs from 'node:fs';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { errorCode } from '../../../src/lib/system-error.js';
import type { FileSystem } from '../../../src/store/file-system.js';
import { random } from '../random.js';

/** A directory or file that was made at some time, by whatever names it goes. The root directory is 0. */
export type Inode = number;

/** One name in one directory; `inode: null` takes the name away. */
export interface Entry {
  readonly directory: Inode;
  readonly name: string;
  readonly inode: Inode | null;
}

export type Event =
  /** Names that change in one step. `made` tells what a new inode is. */
  | { readonly kind: 'entries'; readonly entries: readonly Entry[]; readonly made?: 'directory' | 'file' }
  | { readonly kind: 'data'; readonly file: Inode; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: Inode }
  /** Done when it returned; what came after `since` need not be covered by it. */
  | { readonly kind: 'sync'; readonly inode: Inode; readonly since: number }
  /** Everything so far is on the disk for good. */
  | { readonly kind: 'settle' }
  | { readonly kind: 'started' | 'refused'; readonly call: string }
  | { readonly kind: 'acknowledged'; readonly call: string; readonly answer: unknown };

interface Directory {
  readonly inode: Inode;
  readonly names: Map<string, Node>;
}

type Node = Directory | { readonly inode: Inode };

type Flags = string | number;

type Later = <Result>(act: () => Result) => Promise<Result>;

const allFs: FileSystem = nodeFs;

/** Reading changes nothing, but takes its time like everything else. */
const readers = (later: Later) =>
  Object.fromEntries(
    (['access', 'lstat', 'readdir', 'readFile', 'readlink', 'stat', 'statfs'] as const).map((name) => {
      const read = allFs[`${name}Sync`] as (...args: unknown[]) => unknown;
      return [name, (...args: unknown[]) => later(() => read(...args))];
    }),
  );

/**
 * A directory of the real file system whose every change is written down, in the order in which it happened. Calls take
 * a random time, always the same for one seed, so that concurrent ones interleave.
 */
export class RecordedDisk {
  readonly events: Event[] = [];
  readonly fs: FileSystem;
  readonly #root: Directory = { inode: 0, names: new Map() };
  readonly #random: () => number;
  #inodes = 0;

  /** @param path an existing, empty directory */
  constructor(
    readonly path: string,
    seed = 1,
  ) {
    this.#random = random(seed);
    this.fs = this.#recording();
  }

  /** Makes a call of the program and notes when it starts and how it ends. */
  async call(call: string, run: () => Promise<unknown>): Promise<void> {
    this.events.push({ kind: 'started', call });
    try {
      const answer = await run();
      this.events.push({ kind: 'acknowledged', call, answer });
    } catch {
      this.events.push({ kind: 'refused', call });
    }
  }

  /** Calls that were refused, in that order. */
  get refused(): string[] {
    return this.events.flatMap((event) => (event.kind === 'refused' ? [event.call] : []));
  }

  /** Time goes by: everything reaches the disk. */
  settle(): void {
    this.events.push({ kind: 'settle' });
  }

  #recording(): FileSystem {
    const later: Later = async (act) => {
      // Mostly the disk is quick: then calls of two processes meet at all; sometimes it is not: then they pass one another.
      const slowest = this.#random() < 0.1 ? 30 : 3;
      for (let turns = Math.floor(this.#random() * slowest); turns >= 0; turns -= 1) await setImmediate();
      return act();
    };
    const rm = (path: string, options: nodeFs.RmOptions = {}): void => {
      const node = this.#find(path);
      if (node !== undefined && 'names' in node) {
        if (options.recursive !== true) throw new Error('A directory is removed as a file');
        for (const name of node.names.keys()) rm(join(path, name), options);
        nodeFs.rmdirSync(path);
      } else nodeFs.rmSync(path, options);
      if (node !== undefined) this.#change([[path, null]]);
    };
    const rename = (from: string, to: string): void => {
      nodeFs.renameSync(from, to);
      const node = this.#get(from);
      this.#change([
        [from, null],
        [to, node],
      ]);
    };
    const open = (path: string, flags: Flags) => {
      const isNew = this.#find(path) === undefined;
      const descriptor = nodeFs.openSync(path, flags);
      if (isNew) this.#make(path, 'file');
      const { inode } = this.#get(path);
      if (!isNew && flags === 'w') this.events.push({ kind: 'truncate', file: inode });
      return this.#handle(descriptor, inode, later);
    };
    const promises = {
      open: (path: string, flags: Flags) => later(() => open(path, flags)),
      writeFile: async (path: string, data: string | Uint8Array) => {
        const handle = await later(() => open(path, 'w'));
        await handle.writeFile(data);
        await handle.close();
      },
      mkdir: (path: string, options?: { recursive?: boolean }) => later(() => this.#makeDirectories(path, options)),
      rename: (from: string, to: string) => later(() => rename(from, to)),
      link: (from: string, to: string) =>
        later(() => {
          nodeFs.linkSync(from, to);
          this.#change([[to, this.#get(from)]]);
        }),
      unlink: (path: string) => later(() => rm(path)),
      rmdir: (path: string) => later(() => rm(path, { recursive: true })),
      rm: (path: string, options?: nodeFs.RmOptions) => later(() => rm(path, options)),
      symlink: () => Promise.reject(new Error('Symbolic links are not modelled')),
      ...readers(later),
    };
    const atOnce = { existsSync, readdirSync, readFileSync, statSync, rmSync: rm, renameSync: rename };
    return { ...atOnce, promises } as unknown as FileSystem;
  }

  #handle(descriptor: number, inode: Inode, later: Later) {
    let written = 0;
    return {
      writeFile: (data: string | Uint8Array) =>
        later(() => {
          const bytes = Buffer.from(data as Uint8Array);
          nodeFs.writeSync(descriptor, bytes, 0, bytes.length, written);
          this.events.push({ kind: 'data', file: inode, at: written, bytes });
          written += bytes.length;
        }),
      sync: async () => {
        const since = this.events.length;
        await later(() => this.events.push({ kind: 'sync', inode, since }));
      },
      read: (buffer: Buffer, offset: number, length: number, position: number) =>
        later(() => ({ bytesRead: nodeFs.readSync(descriptor, buffer, offset, length, position), buffer })),
      close: () => later(() => nodeFs.closeSync(descriptor)),
    };
  }

  #makeDirectories(path: string, { recursive = false } = {}): string | undefined {
    if (!recursive) {
      nodeFs.mkdirSync(path);
      this.#make(path, 'directory');
      return path;
    }
    let first: string | undefined;
    const names = relative(this.path, path).split('/');
    for (let depth = 1; depth <= names.length; depth += 1) {
      const part = join(this.path, ...names.slice(0, depth));
      try {
        this.#makeDirectories(part);
        first ??= part;
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
    }
    return first;
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const name of relative(this.path, path).split('/')) {
      if (name !== '') node = node !== undefined && 'names' in node ? node.names.get(name) : undefined;
    }
    return node;
  }

  #get(path: string): Node {
    const node = this.#find(path);
    if (node === undefined) throw new Error(`${path} was not made through this disk`);
    return node;
  }

  #make(path: string, made: 'directory' | 'file'): void {
    this.#inodes += 1;
    const node = made === 'file' ? { inode: this.#inodes } : { inode: this.#inodes, names: new Map() };
    this.#change([[path, node]], made);
  }

  #change(names: readonly (readonly [path: string, node: Node | null])[], made?: 'directory' | 'file'): void {
    const entries = names.map(([path, node]) => {
      const directory = this.#get(join(path, '..')) as Directory;
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (node === null) directory.names.delete(name);
      else directory.names.set(name, node);
      return { directory: directory.inode, name, inode: node?.inode ?? null };
    });
    this.events.push({ kind: 'entries', entries, ...(made === undefined ? {} : { made }) });
  }
}
