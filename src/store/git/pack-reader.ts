import { constants, inflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { inOwnMemory } from '../../lib/own-memory.js';
import type { FileSystem } from '../file-system.js';
import { applyDelta, readSize } from './delta.js';
import type { ObjectType } from './object.js';

/** Packs up to this size are read whole into memory. */
const maxWholeBytes = 1024 * 1024;

/** Larger packs are read in windows. They overlap, so that a small object fits into one. */
const windowBytes = 32 * 1024;
const overlapBytes = 8 * 1024;
const maxWindows = 32;

const typeNames: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob' };
const offsetDelta = 6;
const referenceDelta = 7;

/** Upper bound on delta chains. git's default limit is 50, ours is lower. */
const maxDeltaChain = 4096;

/** Memory that the readers of one repository use for whole packs. */
export interface HeldPacks {
  bytes: number;
}

export interface FoundObject {
  readonly type: ObjectType;
  readonly body: Buffer;
}

interface Entry {
  readonly type: number;
  readonly data: Buffer;
  readonly base: { readonly offset: number } | { readonly oid: string } | null;
}

/**
 * One pack with its index (version 2), for reading.
 *
 * Source: gitformat-pack(5).
 */
export class PackReader {
  readonly count: number;
  private readonly index: Buffer;
  /** Known from the first read. */
  #size: number | undefined;
  #whole: Buffer | undefined;
  #windows: LRUCache<number, Promise<Buffer>> | undefined;

  /** @param path without the ending `.pack` or `.idx` */
  private constructor(
    private readonly fs: FileSystem,
    private held: HeldPacks,
    readonly path: string,
    index: Buffer,
    size?: number,
  ) {
    if (index.length < 1072 || index.readUInt32BE(0) !== 0xff744f63 || index.readUInt32BE(4) !== 2) {
      throw new Error('A pack index is malformed or not of version 2');
    }
    this.index = inOwnMemory(index);
    this.count = index.readUInt32BE(8 + 255 * 4);
    this.#size = size;
  }

  static async open(fs: FileSystem, held: HeldPacks, path: string): Promise<PackReader> {
    return new PackReader(fs, held, path, await fs.promises.readFile(`${path}.idx`));
  }

  /** Reader of a pack that was just written, without reading it again. */
  static of(fs: FileSystem, held: HeldPacks, path: string, index: Buffer, pack: Buffer): PackReader {
    const reader = new PackReader(fs, held, path, index, pack.length);
    if (pack.length <= maxWholeBytes) reader.#hold(inOwnMemory(pack));
    return reader;
  }

  #hold(pack: Buffer | undefined): void {
    this.held.bytes += (pack?.length ?? 0) - (this.#whole?.length ?? 0);
    this.#whole = pack;
  }

  /** Evicts the pack's bytes from memory, not its index. */
  release(): void {
    this.#hold(undefined);
    this.#windows = undefined;
  }

  /** Releases it permanently. A read in progress may load the pack again, uncounted. */
  close(): void {
    this.release();
    this.held = { bytes: 0 };
  }

  /** In Latin-1: half as long as in hexadecimal. */
  *ids(): Iterable<string> {
    const start = 8 + 256 * 4;
    const end = start + this.count * 20;
    for (let at = start; at < end; at += 20) yield this.index.toString('latin1', at, at + 20);
  }

  /** Binary search in the index: the object's offset in the pack, or -1. */
  find(oid: Buffer): number {
    const first = oid[0] as number;
    let low = first === 0 ? 0 : this.index.readUInt32BE(8 + (first - 1) * 4);
    let high = this.index.readUInt32BE(8 + first * 4);
    const oids = 8 + 256 * 4;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = oids + middle * 20;
      const order = this.index.compare(oid, 0, 20, start, start + 20);
      if (order === 0) return this.#offset(middle);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  #offset(position: number): number {
    const offset = this.index.readUInt32BE(8 + 256 * 4 + this.count * 24 + position * 4);
    if (offset <= 0x7fffffff) return offset;
    const large = offset - 0x80000000;
    return Number(this.index.readBigUInt64BE(8 + 256 * 4 + this.count * 28 + large * 8));
  }

  /**
   * The object at an offset, its deltas applied.
   *
   * @param resolve finds the base of a delta that names it by id
   */
  async read(offset: number, resolve: (oid: string) => Promise<FoundObject>): Promise<FoundObject> {
    const deltas: Buffer[] = [];
    for (let position = offset; deltas.length < maxDeltaChain; ) {
      const entry = await this.#entry(position);
      if (entry.base === null) {
        const type = typeNames[entry.type];
        if (type === undefined) throw new Error(`A pack holds an object of type ${entry.type}`);
        return { type, body: deltas.reduceRight(applyDelta, entry.data) };
      }
      deltas.push(entry.data);
      if ('oid' in entry.base) {
        const base = await resolve(entry.base.oid);
        return { type: base.type, body: deltas.reduceRight(applyDelta, base.body) };
      }
      position = entry.base.offset;
    }
    throw new Error('A chain of deltas does not end');
  }

  /** Size of the object at an offset, its deltas applied, without reading all of it. */
  async sizeAt(offset: number): Promise<number> {
    const { base, size, head, dataStart } = await this.#header(offset);
    if (base === null) return size;
    const start = inflateSync(head.subarray(dataStart, dataStart + 512), { finishFlush: constants.Z_SYNC_FLUSH });
    return readSize(start, readSize(start, 0).end).size;
  }

  async #entry(offset: number): Promise<Entry> {
    const { type, base, size, head: start, dataStart } = await this.#header(offset);
    // Deflated data is never much longer than the plain (zlib's deflateBound).
    const longest = dataStart + size + (size >>> 8) + 64;
    const head = start.length < longest ? await this.#bytes(offset, longest) : start;
    // zlib's default buffer of 16 KB costs more than the inflating.
    const data = inflateSync(head.subarray(dataStart), { chunkSize: Math.max(64, size + 1) });
    if (data.length !== size) throw new Error('An object in a pack has another size than it says');
    return { type, data, base };
  }

  /** @returns the inflated size of the entry, and its first bytes, of which the deflated ones begin at `dataStart` */
  async #header(offset: number) {
    const head = await this.#bytes(offset, 4096);
    let dataStart = 0;
    const next = (): number => {
      const byte = head[dataStart];
      if (byte === undefined) throw new Error('A pack is cut short');
      dataStart += 1;
      return byte;
    };
    let byte = next();
    const type = (byte >> 4) & 7;
    let size = byte & 0x0f;
    for (let factor = 16; byte & 0x80; factor *= 128) {
      byte = next();
      size += (byte & 0x7f) * factor;
    }
    let base: Entry['base'] = null;
    if (type === offsetDelta) {
      byte = next();
      let back = byte & 0x7f;
      while (byte & 0x80) {
        byte = next();
        back = (back + 1) * 128 + (byte & 0x7f);
      }
      base = { offset: offset - back };
    } else if (type === referenceDelta) {
      base = { oid: head.toString('hex', dataStart, dataStart + 20) };
      dataStart += 20;
    }
    return { type, base, size, head, dataStart };
  }

  async #bytes(offset: number, length: number): Promise<Buffer> {
    this.#size ??= (await this.fs.promises.stat(`${this.path}.pack`)).size;
    if (this.#whole === undefined && this.#size <= maxWholeBytes) {
      this.#hold(await this.fs.promises.readFile(`${this.path}.pack`));
    }
    if (this.#whole !== undefined) return this.#whole.subarray(offset, offset + length);
    const start = offset - (offset % (windowBytes - overlapBytes));
    const end = Math.min(offset + length, this.#size);
    if (end > start + windowBytes) return readAt(this.fs, `${this.path}.pack`, offset, end - offset);
    return (await this.#window(start)).subarray(offset - start);
  }

  /** Consecutive reads are mostly close together; concurrent ones share a window. */
  #window(start: number): Promise<Buffer> {
    this.#windows ??= new LRUCache({ max: maxWindows });
    const windows = this.#windows;
    const cached = windows.get(start);
    if (cached !== undefined) return cached;
    const reading = readAt(this.fs, `${this.path}.pack`, start, windowBytes);
    windows.set(start, reading);
    reading.catch(() => windows.delete(start));
    return reading;
  }
}

async function readAt(fs: FileSystem, path: string, position: number, length: number): Promise<Buffer> {
  const handle = await fs.promises.open(path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
