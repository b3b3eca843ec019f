import { join } from 'node:path';
import { errorCode } from '../../system-error.js';
import type { FileSystem } from '../file-system.js';
import type { Pack } from './pack.js';
import { type FoundObject, PackReader } from './pack-reader.js';

/** Cache limit of packs kept whole in memory, in bytes; their indexes come on top. */
const heldBytesLimit = 8 * 1024 * 1024;

/** Tries to read the directory when packs disappear from it meanwhile. */
const attempts = 10;

/** All packs of one repository. */
export class Packs {
  readonly #fs: FileSystem;
  readonly #directory: string;
  /** Most recently used last: of many, the one that held the last object mostly holds the next one too. */
  #readers: PackReader[] = [];

  constructor(fs: FileSystem, gitdir: string) {
    this.#fs = fs;
    this.#directory = join(gitdir, 'objects', 'pack');
  }

  get directory(): string {
    return this.#directory;
  }

  get count(): number {
    return this.#readers.length;
  }

  add({ checksum, index, pack }: Pack): void {
    this.#readers.push(PackReader.of(this.#fs, join(this.#directory, `pack-${checksum}`), index, pack));
  }

  /** Rescan: other processes add packs, and a repack replaces them. */
  async refresh(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { readers, isWhole } = await this.#open();
      this.#readers = readers;
      if (isWhole || attempt === attempts) return;
    }
  }

  /** Not whole: a repack removed a pack since the directory was read, so the one that took its place may not be known. */
  async #open(): Promise<{ readers: PackReader[]; isWhole: boolean }> {
    const files = (await this.#fs.promises.readdir(this.#directory)) as string[];
    const known = new Map(this.#readers.map((reader) => [reader.path, reader]));
    const paths = files.flatMap((file) => (file.endsWith('.idx') ? [join(this.#directory, file.slice(0, -4))] : []));
    const readers: PackReader[] = [];
    for (const path of paths) {
      try {
        readers.push(known.get(path) ?? (await PackReader.open(this.#fs, path)));
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error;
      }
    }
    return { readers, isWhole: readers.length === paths.length };
  }

  /** @returns `null` when no known pack has the object */
  async read(oid: string): Promise<FoundObject | null> {
    const id = Buffer.from(oid, 'hex');
    for (let at = this.#readers.length - 1; at >= 0; at -= 1) {
      const reader = this.#readers[at] as PackReader;
      const offset = reader.find(id);
      if (offset < 0) continue;
      this.#readers.splice(at, 1);
      this.#readers.push(reader);
      this.#bound();
      return reader.read(offset, async (base) => {
        const found = await this.read(base);
        if (found === null) throw new Error(`The base ${base} of a delta is missing`);
        return found;
      });
    }
    return null;
  }

  #bound(): void {
    let held = 0;
    for (const reader of this.#readers) held += reader.wholeBytes;
    if (held > heldBytesLimit) this.release();
  }

  release(): void {
    for (const reader of this.#readers) reader.release();
  }
}
