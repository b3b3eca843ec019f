import { join } from 'node:path';
import { errorCode } from '../../system-error.js';
import type { FileSystem } from '../file-system.js';
import type { Pack } from './pack.js';
import { type FoundObject, type HeldPacks, PackReader } from './pack-reader.js';

/** Cache limit of packs kept whole in memory, in bytes; their indexes come on top. */
const heldBytesLimit = 8 * 1024 * 1024;

/** A pack of so many objects at most is small: each batch of writes makes one, and thousands may wait to be merged. */
const smallPackObjects = 1000;

/** Tries to read the directory when packs disappear from it meanwhile. */
const attempts = 10;

/** Half as long as the hexadecimal id. */
const keyOf = (id: Buffer): string => id.toString('latin1');

/** All packs of one repository. */
export class Packs {
  readonly #fs: FileSystem;
  readonly #directory: string;
  readonly #held: HeldPacks = { bytes: 0 };
  /** By path. */
  readonly #readers = new Map<string, PackReader>();
  /** Index over all small packs, as a multi-pack-index is one: to ask each of thousands would take longer than to read the object. */
  readonly #small = new Map<string, PackReader>();
  /** Most recently used last: of several, the one that held the last object mostly holds the next one too. */
  readonly #large: PackReader[] = [];

  constructor(fs: FileSystem, gitdir: string) {
    this.#fs = fs;
    this.#directory = join(gitdir, 'objects', 'pack');
  }

  get directory(): string {
    return this.#directory;
  }

  get count(): number {
    return this.#readers.size;
  }

  add({ checksum, index, pack }: Pack): void {
    const path = join(this.#directory, `pack-${checksum}`);
    if (!this.#readers.has(path)) this.#add(PackReader.of(this.#fs, this.#held, path, index, pack));
  }

  #add(reader: PackReader): void {
    this.#readers.set(reader.path, reader);
    if (reader.count > smallPackObjects) this.#large.push(reader);
    else for (const id of reader.ids()) this.#small.set(keyOf(id), reader);
    this.#bound();
  }

  #bound(): void {
    if (this.#held.bytes > heldBytesLimit) this.release();
  }

  /** Rescan: other processes add packs, and a repack replaces them. */
  async refresh(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const isWhole = await this.#rescan();
      if (isWhole || attempt === attempts) return;
    }
  }

  /** @returns `false` when a repack removed a pack that was to be opened: the one that took its place may not be known */
  async #rescan(): Promise<boolean> {
    const before = [...this.#readers.values()];
    const files = (await this.#fs.promises.readdir(this.#directory)) as string[];
    // An index without its pack is about to go.
    const names = new Set(files);
    const whole = files.filter((file) => file.endsWith('.idx') && names.has(file.replace(/idx$/, 'pack')));
    const paths = new Set(whole.map((file) => join(this.#directory, file.slice(0, -'.idx'.length))));
    let isWhole = true;
    for (const path of paths) {
      if (this.#readers.has(path)) continue;
      try {
        const reader = await PackReader.open(this.#fs, this.#held, path);
        if (!this.#readers.has(path)) this.#add(reader);
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error;
        isWhole = false;
      }
    }
    const gone = before.filter(({ path }) => !paths.has(path));
    if (gone.length > 0) this.#forget(gone);
    return isWhole;
  }

  /** What is in one of them may be in another, too: all are sorted in again. */
  #forget(gone: readonly PackReader[]): void {
    for (const reader of gone) {
      if (this.#readers.get(reader.path) === reader) this.#readers.delete(reader.path);
      reader.close();
    }
    const left = [...this.#readers.values()];
    this.#small.clear();
    this.#large.length = 0;
    for (const reader of left) this.#add(reader);
  }

  /** @returns `null` when no known pack has the object */
  async read(oid: string): Promise<FoundObject | null> {
    const id = Buffer.from(oid, 'hex');
    const reader = this.#small.get(keyOf(id)) ?? this.#largeWith(id);
    if (reader === undefined) return null;
    this.#bound();
    return reader.read(reader.find(id), async (base) => {
      const found = await this.read(base);
      if (found === null) throw new Error(`The base ${base} of a delta is missing`);
      return found;
    });
  }

  #largeWith(id: Buffer): PackReader | undefined {
    const found = this.#large.findLast((reader) => reader.find(id) >= 0);
    if (found !== undefined) this.#large.push(...this.#large.splice(this.#large.indexOf(found), 1));
    return found;
  }

  release(): void {
    for (const reader of this.#readers.values()) reader.release();
  }
}
