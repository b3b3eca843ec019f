import { join } from 'node:path';
import * as git from 'isomorphic-git';
import { LRUCache } from 'lru-cache';
import { durableFileSystem, type FileSystem, replaceFile, syncDirectory } from './file-system.js';
import { type GitObject, isOid, type ObjectType } from './git-object.js';
import { encodePack } from './pack.js';
import { parseTree, type TreeEntry } from './tree.js';

/** How much content one repository keeps in memory beyond its catalog, in bytes. */
const cachedBytes = 64 * 1024 * 1024;

/** The git objects of one repository: read by id through a bounded cache, written as packs. */
export class Objects {
  readonly #fs: FileSystem;
  readonly #gitdir: string;
  readonly #durable: ReturnType<typeof durableFileSystem>;
  readonly #bodies = new LRUCache<string, Buffer>({
    maxSize: cachedBytes,
    sizeCalculation: (body) => body.length + 200,
  });
  readonly #trees = new LRUCache<string, readonly TreeEntry[]>({
    maxSize: cachedBytes,
    sizeCalculation: (entries) => entries.length * 150 + 200,
  });
  readonly #staged = new Map<string, Buffer>();
  /** isomorphic-git keeps parsed pack indexes here and never lets one go: replaced when packs vanish. */
  #packCache = {};

  constructor(fs: FileSystem, gitdir: string) {
    this.#fs = fs;
    this.#gitdir = gitdir;
    this.#durable = durableFileSystem(fs);
  }

  /** @throws when the object is missing, damaged or of another type, or cannot be read */
  async read(oid: string, type: ObjectType): Promise<Buffer> {
    const cached = this.#staged.get(oid) ?? this.#bodies.get(oid);
    if (cached !== undefined) return cached;
    const body = await this.#load(oid, type);
    this.#bodies.set(oid, body);
    return body;
  }

  readTree = async (oid: string): Promise<readonly TreeEntry[]> => {
    const cached = this.#trees.get(oid);
    if (cached !== undefined) return cached;
    const entries = parseTree(await this.read(oid, 'tree'));
    this.#trees.set(oid, entries);
    return entries;
  };

  async #load(oid: string, type: ObjectType): Promise<Buffer> {
    if (!isOid(oid)) throw new Error('Not an object id');
    const options = { fs: this.#durable, gitdir: this.#gitdir, oid, format: 'content' as const };
    let found: git.ReadObjectResult;
    try {
      found = await git.readObject({ ...options, cache: this.#packCache });
    } catch {
      // A repack by another process moves objects: look once more with nothing remembered.
      this.#packCache = {};
      found = await git.readObject({ ...options, cache: this.#packCache });
    }
    if (found.type !== type) throw new Error(`Object ${oid} is a ${found.type}, not a ${type}`);
    return Buffer.from(found.object as Uint8Array);
  }

  /** Returns when all objects are on disk, as one pack with its index. Nothing refers to them yet. */
  async write(objects: readonly GitObject[]): Promise<void> {
    const { checksum, pack, index } = encodePack(objects);
    const directory = join(this.#gitdir, 'objects', 'pack');
    // git looks for packs by their index: the pack is in place before its index is.
    await replaceFile(this.#fs, join(directory, `pack-${checksum}.pack`), pack, 0o444);
    await replaceFile(this.#fs, join(directory, `pack-${checksum}.idx`), index, 0o444);
    await syncDirectory(this.#fs, directory);
    for (const object of objects) this.#bodies.set(object.oid, object.body);
  }

  /** Makes objects readable before they are written, for the next commit of the same batch. */
  stage(objects: readonly GitObject[]): void {
    for (const object of objects) this.#staged.set(object.oid, object.body);
  }

  unstage(): void {
    this.#staged.clear();
  }
}
