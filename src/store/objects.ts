import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, inflateSync } from 'node:zlib';
import * as git from 'isomorphic-git';
import { LRUCache } from 'lru-cache';
import { inOwnMemory } from '../lib/own-memory.js';
import { errorCode } from '../lib/system-error.js';
import {
  durableFileSystem,
  type FileSystem,
  listDirectory,
  type PreparedFiles,
  prepareFiles,
  syncDirectory,
} from './file-system.js';
import { type GitObject, isOid, type ObjectType } from './git/object.js';
import { encodePack, type Pack } from './git/pack.js';
import type { FoundObject } from './git/pack-reader.js';
import { Packs } from './git/packs.js';

/** Cache limit of one repository, in bytes: trees, files that readers asked for, and objects that were just written. */
const cachedBytes = 8 * 1024 * 1024;

/** Number of attempts to find an object whose pack is removed by a repack. */
const attempts = 20;

/**
 * A pack and its index, in place and readable when `place` has resolved. Nothing refers to it until the branch has moved,
 * and native git drops unreferenced objects (`git repack -ad`, `git gc --prune=now`); but not while there is a `.keep`
 * file of its name, see gitrepository-layout(5). So that is made before git can find the pack.
 */
export interface PreparedPack extends PreparedFiles {
  readonly keepPath: string;
}

/** The git objects of one repository: read by id through a bounded cache, written as packs. */
export class Objects {
  readonly #durable: ReturnType<typeof durableFileSystem>;
  readonly #bodies = new LRUCache<string, Buffer>({
    maxSize: cachedBytes,
    sizeCalculation: (body) => body.length + 200,
  });
  readonly #staged = new Map<string, Buffer>();
  readonly #packs: Packs;
  #looseCount = 0;

  constructor(
    private readonly fs: FileSystem,
    private readonly gitdir: string,
  ) {
    this.#durable = durableFileSystem(fs);
    this.#packs = new Packs(fs, gitdir);
  }

  /** @throws when the object is missing, damaged or of another type, or cannot be read */
  async read(oid: string, type: ObjectType): Promise<Buffer> {
    const cached = this.#staged.get(oid) ?? this.#bodies.get(oid);
    if (cached !== undefined) return cached;
    const body = await this.#load(oid, type);
    this.#bodies.set(oid, inOwnMemory(body));
    return body;
  }

  /** `read` without filling the cache, for objects that are not read again. */
  async readOnce(oid: string, type: ObjectType): Promise<Buffer> {
    return this.#staged.get(oid) ?? this.#bodies.get(oid) ?? (await this.#load(oid, type));
  }

  /** Size of an object without reading all of it; `null` when it is not found so. */
  async sizeOf(oid: string): Promise<number | null> {
    return (await this.#packs.sizeOf(oid).catch(() => null)) ?? (await this.#looseSizeOf(oid).catch(() => null));
  }

  async #looseSizeOf(oid: string): Promise<number | null> {
    const handle = await this.fs.promises.open(join(this.gitdir, 'objects', oid.slice(0, 2), oid.slice(2)), 'r');
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(512), 0, 512, 0);
      const start = inflateSync(buffer.subarray(0, bytesRead), { finishFlush: constants.Z_SYNC_FLUSH });
      const size = /^\w+ (\d+)\0/.exec(start.toString('latin1'))?.[1];
      return size === undefined ? null : Number(size);
    } finally {
      await handle.close();
    }
  }

  /**
   * A blob's bytes.
   *
   * @returns `null` when there is no such blob
   * @throws when it cannot be read
   */
  async findBlob(oid: string): Promise<Buffer | null> {
    const found = await this.#findIfAny(oid);
    return found?.type === 'blob' ? found.body : null;
  }

  readTree = (oid: string): Promise<Buffer> => this.read(oid, 'tree');

  /**
   * Whether there is such a commit.
   *
   * @throws when it cannot be read
   */
  async hasCommit(oid: string): Promise<boolean> {
    return (await this.#findIfAny(oid))?.type === 'commit';
  }

  #findIfAny(oid: string): Promise<FoundObject | null> {
    return this.#find(oid).catch((error) => {
      if (error instanceof git.Errors.NotFoundError) return null;
      throw error;
    });
  }

  async #load(oid: string, type: ObjectType): Promise<Buffer> {
    const object = await this.#find(oid);
    if (object.type !== type) throw new Error(`Object ${oid} is a ${object.type}, not a ${type}`);
    return object.body;
  }

  async #find(oid: string): Promise<FoundObject> {
    if (!isOid(oid)) throw new Error('Not an object id');
    return (await this.#packs.read(oid).catch(() => null)) ?? (await this.#search(oid));
  }

  /** Retries, because a repack that removes a pack during a read has put its objects into another one. */
  async #search(oid: string): Promise<FoundObject> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#lookAgain(oid);
      } catch (error) {
        if (errorCode(error) !== 'ENOENT' || attempt === attempts) throw error;
        // git removes many packs one after the other.
        await sleep(attempt);
      }
    }
  }

  /** Look-up after a rescan: other processes add packs, replace them in a repack, and write loose objects. */
  async #lookAgain(oid: string): Promise<FoundObject> {
    await this.#packs.refresh(oid);
    const packed = await this.#packs.read(oid);
    if (packed !== null) return packed;
    const options = { fs: this.#durable, gitdir: this.gitdir, oid, format: 'content' as const };
    const { type, object } = await git.readObject({ ...options, cache: {} });
    return { type: type as ObjectType, body: Buffer.from(object as Uint8Array) };
  }

  /** Encodes a pack of the objects; nothing is on disk yet. */
  prepare(objects: readonly GitObject[]): PreparedPack {
    return this.prepareEncoded(encodePack(objects), objects);
  }

  /** @param objects those of it that are cached */
  prepareEncoded(encoded: Pack, objects: readonly GitObject[] = []): PreparedPack {
    const path = join(this.#packs.directory, `pack-${encoded.checksum}`);
    // The pack is put in place before its index, because git finds packs by their index.
    const files = prepareFiles(this.fs, [
      { path: `${path}.pack`, bytes: encoded.pack },
      { path: `${path}.idx`, bytes: encoded.index },
    ]);
    const place = async (): Promise<void> => {
      await files.place();
      await syncDirectory(this.fs, this.#packs.directory);
      this.#packs.add(encoded);
      this.#cache(objects);
    };
    return { ...files, place, keepPath: `${path}.keep` };
  }

  #cache(objects: readonly GitObject[]): void {
    for (const { oid, body, replaces } of objects) {
      // Older versions of a tree are not read, and those of a large one are large.
      if (replaces !== undefined) this.#bodies.delete(replaces);
      this.#bodies.set(oid, inOwnMemory(body));
    }
  }

  get packCount(): number {
    return this.#packs.count;
  }

  /** Number of loose objects at the last `countLoose`. */
  get looseCount(): number {
    return this.#looseCount;
  }

  /** Loose objects are written by native git for small pushes. */
  async countLoose(): Promise<number> {
    const objects = join(this.gitdir, 'objects');
    const folders = (await listDirectory(this.fs, objects)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    const files = await Promise.all(folders.map((name) => listDirectory(this.fs, join(objects, name))));
    this.#looseCount = files.reduce((count, names) => count + names.length, 0);
    return this.#looseCount;
  }

  releasePacks(): void {
    this.#packs.release();
  }

  async refreshPacks(): Promise<void> {
    await this.#packs.refresh();
  }

  /** Makes drafted objects readable before they are written. */
  stage(objects: readonly GitObject[]): void {
    for (const object of objects) this.#staged.set(object.oid, object.body);
  }

  unstage(objects: readonly GitObject[]): void {
    for (const { oid } of objects) this.#staged.delete(oid);
  }
}
