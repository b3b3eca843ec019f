import { join } from 'node:path';
import { sortedBy } from '../../lib/order.js';
import { errorCode } from '../../lib/system-error.js';
import type { FileSystem } from '../file-system.js';
import type { Pack } from './pack.js';
import { type FoundObject, type HeldPacks, PackReader } from './pack-reader.js';

/** Limit on the packs that are whole in memory; their indexes come on top. */
const maxHeldBytes = 8 * 1024 * 1024;

/** Limit of a small pack: each batch of writes makes one, and thousands may wait to be merged. */
const maxSmallPackObjects = 1000;

const maxRescans = 10;

/** Limit on the indexes that are read at a time. */
const readAtOnce = 32;

export class Packs {
  readonly directory: string;
  readonly #held: HeldPacks = { bytes: 0 };
  readonly #readers = new Map<string, PackReader>();
  /** Multi-pack-index of the small packs, by ids in Latin-1. Searching thousands of packs would take longer than reading the object. */
  readonly #small = new Map<string, PackReader>();
  /** Most recently used last: the pack of the last object mostly holds the next one too. */
  readonly #large: PackReader[] = [];

  constructor(
    private readonly fs: FileSystem,
    gitdir: string,
  ) {
    this.directory = join(gitdir, 'objects', 'pack');
  }

  get count(): number {
    return this.#readers.size;
  }

  add({ checksum, index, pack }: Pack): void {
    const path = join(this.directory, `pack-${checksum}`);
    if (!this.#readers.has(path)) this.#add(PackReader.of(this.fs, this.#held, path, index, pack));
  }

  #add(reader: PackReader): void {
    this.#readers.set(reader.path, reader);
    if (reader.count > maxSmallPackObjects) this.#large.push(reader);
    else for (const id of reader.ids()) this.#small.set(id, reader);
    this.#bound();
  }

  #bound(): void {
    if (this.#held.bytes > maxHeldBytes) this.release();
  }

  /**
   * Scans again, because other processes add packs and a repack replaces them.
   *
   * @param wanted id of an object: the first scan ends when one of the newest packs has it, which mostly is all that a start needs
   */
  async refresh(wanted?: string): Promise<void> {
    const sought = wanted === undefined || this.#readers.size > 0 ? null : Buffer.from(wanted, 'hex');
    for (let attempt = 1; ; attempt += 1) {
      const isComplete = await this.#rescan(sought);
      if (isComplete || attempt === maxRescans) return;
    }
  }

  /** @returns `false` when a repack has removed a pack: its successor may be unknown */
  async #rescan(sought: Buffer | null): Promise<boolean> {
    const before = [...this.#readers.values()];
    const files = (await this.fs.promises.readdir(this.directory)) as string[];
    // An index without its pack is about to go.
    const names = new Set(files);
    const indexes = files.filter((file) => file.endsWith('.idx') && names.has(file.replace(/idx$/, 'pack')));
    const paths = new Set(indexes.map((file) => join(this.directory, file.slice(0, -'.idx'.length))));
    const found = [...paths].filter((path) => !this.#readers.has(path));
    const unknown = sought === null ? found : this.#newestFirst(found);
    let isComplete = true;
    for (let at = 0; at < unknown.length; at += readAtOnce) {
      const opened = await Promise.all(unknown.slice(at, at + readAtOnce).map((path) => this.#open(path)));
      isComplete &&= opened.every((reader) => reader !== null);
      for (const reader of opened) if (reader !== null && !this.#readers.has(reader.path)) this.#add(reader);
      if (sought !== null && this.#readerOf(sought) !== undefined) break;
    }
    const removed = before.filter(({ path }) => !paths.has(path));
    if (removed.length > 0) this.#forget(removed);
    return isComplete;
  }

  #newestFirst(paths: readonly string[]): string[] {
    const dated = paths.map((path) => {
      return { path, ms: this.fs.statSync(`${path}.idx`, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
    });
    return sortedBy(dated, ({ ms }) => -ms).map(({ path }) => path);
  }

  /** @returns `null` when a repack has removed the pack */
  async #open(path: string): Promise<PackReader | null> {
    try {
      return await PackReader.open(this.fs, this.#held, path);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /** An object may be in several packs, so the index is built again. */
  #forget(removed: readonly PackReader[]): void {
    for (const reader of removed) {
      if (this.#readers.get(reader.path) === reader) this.#readers.delete(reader.path);
      reader.close();
    }
    const remaining = [...this.#readers.values()];
    this.#small.clear();
    this.#large.length = 0;
    for (const reader of remaining) this.#add(reader);
  }

  /** @returns `null` when no known pack has the object */
  async read(oid: string): Promise<FoundObject | null> {
    const id = Buffer.from(oid, 'hex');
    const reader = this.#readerOf(id);
    if (reader === undefined) return null;
    this.#bound();
    return reader.read(reader.find(id), async (base) => {
      const object = await this.read(base);
      if (object === null) throw new Error(`The base ${base} of a delta is missing`);
      return object;
    });
  }

  /** @returns `null` when no known pack has the object */
  async sizeOf(oid: string): Promise<number | null> {
    const id = Buffer.from(oid, 'hex');
    const reader = this.#readerOf(id);
    return reader === undefined ? null : reader.sizeAt(reader.find(id));
  }

  #readerOf(id: Buffer): PackReader | undefined {
    return this.#small.get(id.toString('latin1')) ?? this.#largeWith(id);
  }

  #largeWith(id: Buffer): PackReader | undefined {
    const reader = this.#large.findLast((reader) => reader.find(id) >= 0);
    if (reader !== undefined) this.#large.push(...this.#large.splice(this.#large.indexOf(reader), 1));
    return reader;
  }

  release(): void {
    for (const reader of this.#readers.values()) reader.release();
  }
}
