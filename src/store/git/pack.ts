import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { encodeDelta } from './delta.js';
import type { GitObject, ObjectType } from './object.js';

const typeNumbers: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3 };

const offsetDelta = 6;

/** git's own limit for the chains it makes. */
const maxDeltaChain = 50;

interface PackEntry {
  readonly crc: number;
  readonly offset: number;
  readonly body: Buffer;
  readonly chain: number;
}

export interface Pack {
  /** Checksum of the pack, 40 hex digits: git names the files `pack-<checksum>.pack` and `.idx`. */
  readonly checksum: string;
  readonly pack: Buffer;
  readonly index: Buffer;
}

/** Encodes type and inflated size: 3 + 4 bits in the first byte, 7 in each further one, least significant first. */
function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let rest = Math.floor(size / 16);
  let byte = (type << 4) | (size & 0x0f);
  while (rest > 0) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
    rest = Math.floor(rest / 128);
  }
  bytes.push(byte);
  return Buffer.from(bytes);
}

/** Encodes the distance back to a delta's base: 7 bits a byte, most significant first, each further byte counted from 1. */
function distance(back: number): Buffer {
  const bytes = [back & 0x7f];
  for (let rest = Math.floor(back / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1;
    bytes.unshift(0x80 | (rest & 0x7f));
  }
  return Buffer.from(bytes);
}

function sha1(parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

const quick = { level: 1, memLevel: 9 };

/** zlib's options for small bodies: setting up its memory takes longer than the work on a small page. */
const quickAndSmall = { level: 1, memLevel: 5, windowBits: 12 };
const smallBytes = 4096;

/** Compresses only blobs: trees and commits are mostly object ids, which do not shrink. */
function compress(type: ObjectType, content: Buffer): Buffer {
  if (type !== 'blob') return storedStream(content);
  const kind = content.length < smallBytes ? quickAndSmall : quick;
  return deflateSync(content, { ...kind, chunkSize: content.length + (content.length >>> 8) + 64 });
}

/**
 * Encodes objects as one pack (version 2) with its index (version 2).
 *
 * Source: gitformat-pack(5). Duplicates are written once; an object that replaces another of the pack is a delta. 2 GiB is the limit of
 * the index's 31-bit offsets.
 */
export function encodePack(objects: readonly GitObject[]): Pack {
  const unique = [...new Map(objects.map((object) => [object.oid, object])).values()];
  const header = Buffer.alloc(12);
  header.write('PACK', 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(unique.length, 8);

  const parts: Buffer[] = [header];
  const written = new Map<string, PackEntry>();
  let offset = header.length;
  for (const object of unique) {
    const base = object.replaces === undefined ? undefined : written.get(object.replaces);
    const isDelta = base !== undefined && base.chain < maxDeltaChain;
    const content = isDelta ? encodeDelta(base.body, object.body) : object.body;
    const head = isDelta
      ? Buffer.concat([entryHeader(offsetDelta, content.length), distance(offset - base.offset)])
      : entryHeader(typeNumbers[object.type], content.length);
    const body = compress(object.type, content);
    const crc = crc32(body, crc32(head));
    written.set(object.oid, { crc, offset, body: object.body, chain: isDelta ? base.chain + 1 : 0 });
    parts.push(head, body);
    offset += head.length + body.length;
  }
  if (offset > 0x7fffffff) throw new RangeError('A pack may not exceed 2 GiB');
  const checksum = sha1(parts);
  parts.push(checksum);
  return { checksum: checksum.toString('hex'), pack: Buffer.concat(parts), index: encodeIndex(written, checksum) };
}

function encodeIndex(written: ReadonlyMap<string, PackEntry>, packChecksum: Buffer): Buffer {
  const entries = [...written].map(([oid, { crc, offset }]) => ({ oid: Buffer.from(oid, 'hex'), crc, offset }));
  const sorted = entries.sort((a, b) => Buffer.compare(a.oid, b.oid));
  const tables = Buffer.alloc(8 + 256 * 4 + sorted.length * 28 + 20);
  tables.writeUInt32BE(0xff744f63, 0);
  tables.writeUInt32BE(2, 4);
  const counts = new Uint32Array(256);
  for (const { oid } of sorted) counts[oid[0] as number]! += 1;
  let total = 0;
  counts.forEach((count, byte) => {
    total += count;
    tables.writeUInt32BE(total, 8 + byte * 4);
  });
  const oids = 8 + 256 * 4;
  const crcs = oids + sorted.length * 20;
  const offsets = crcs + sorted.length * 4;
  sorted.forEach((entry, row) => {
    entry.oid.copy(tables, oids + row * 20);
    tables.writeUInt32BE(entry.crc, crcs + row * 4);
    tables.writeUInt32BE(entry.offset, offsets + row * 4);
  });
  packChecksum.copy(tables, offsets + sorted.length * 4);
  return Buffer.concat([tables, sha1([tables])]);
}

/** Limit of one block (RFC 1951, section 3.2.4). */
const blockBytes = 0xffff;

/** Bytes summed up between two reductions: the sums stay below 2^31, which V8 keeps as integers. */
const sumBytes = 2048;

/**
 * A zlib stream (RFC 1950) of stored blocks, for small bytes that do not shrink: setting zlib up takes several times as long as copying.
 */
function storedStream(bytes: Buffer): Buffer {
  const blocks = Math.max(1, Math.ceil(bytes.length / blockBytes));
  const stream = Buffer.allocUnsafe(2 + blocks * 5 + bytes.length + 4);
  stream.writeUInt16BE(0x7801, 0);
  let offset = 2;
  for (let from = 0, left = blocks; left > 0; left -= 1, from += blockBytes) {
    const length = Math.min(blockBytes, bytes.length - from);
    stream.writeUInt8(left === 1 ? 1 : 0, offset);
    stream.writeUInt16LE(length, offset + 1);
    stream.writeUInt16LE(~length & 0xffff, offset + 3);
    bytes.copy(stream, offset + 5, from, from + length);
    offset += 5 + length;
  }
  stream.writeUInt32BE(adler32(bytes), offset);
  return stream;
}

/** RFC 1950, section 8.2. */
function adler32(bytes: Buffer): number {
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length; from += sumBytes) {
    const end = Math.min(bytes.length, from + sumBytes);
    for (let index = from; index < end; index += 1) {
      a += bytes[index] as number;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}
