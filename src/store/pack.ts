import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { GitObject, ObjectType } from './git-object.js';

const typeNumbers: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3 };

export interface Pack {
  /** Checksum of the pack, 40 hex digits: git names the files `pack-<checksum>.pack` and `.idx`. */
  readonly checksum: string;
  readonly pack: Buffer;
  readonly index: Buffer;
}

/** Type and inflated size: 3 + 4 bits in the first byte, 7 in each further one, least significant first. */
function entryHeader(type: ObjectType, size: number): Buffer {
  const bytes: number[] = [];
  let rest = Math.floor(size / 16);
  let byte = (typeNumbers[type] << 4) | (size & 0x0f);
  while (rest > 0) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
    rest = Math.floor(rest / 128);
  }
  bytes.push(byte);
  return Buffer.from(bytes);
}

function sha1(parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/**
 * Encodes objects as one pack (version 2) with its index (version 2).
 *
 * Source: gitformat-pack(5). Objects that occur twice are written once. The pack stays under 2 GiB, the limit of the
 * index's 31-bit offsets; larger input is an error.
 */
export function encodePack(objects: readonly GitObject[]): Pack {
  const unique = [...new Map(objects.map((object) => [object.oid, object])).values()];
  const header = Buffer.alloc(12);
  header.write('PACK', 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(unique.length, 8);

  const parts: Buffer[] = [header];
  const entries: { oid: Buffer; crc: number; offset: number }[] = [];
  let offset = header.length;
  for (const object of unique) {
    const head = entryHeader(object.type, object.body.length);
    const body = deflateSync(object.body);
    entries.push({ oid: Buffer.from(object.oid, 'hex'), crc: crc32(body, crc32(head)), offset });
    parts.push(head, body);
    offset += head.length + body.length;
  }
  if (offset > 0x7fffffff) throw new RangeError('A pack may not exceed 2 GiB');
  const checksum = sha1(parts);
  parts.push(checksum);
  return { checksum: checksum.toString('hex'), pack: Buffer.concat(parts), index: encodeIndex(entries, checksum) };
}

function encodeIndex(entries: { oid: Buffer; crc: number; offset: number }[], packChecksum: Buffer): Buffer {
  const sorted = entries.toSorted((a, b) => Buffer.compare(a.oid, b.oid));
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
  sorted.forEach((entry, at) => {
    entry.oid.copy(tables, oids + at * 20);
    tables.writeUInt32BE(entry.crc, crcs + at * 4);
    tables.writeUInt32BE(entry.offset, offsets + at * 4);
  });
  packChecksum.copy(tables, offsets + sorted.length * 4);
  return Buffer.concat([tables, sha1([tables])]);
}
