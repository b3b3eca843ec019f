import { type Part, Unreadable } from './edited-file.js';
import type { Found } from './found.js';
import { type Cleaner, cleanIptc, cleanPhotoshop } from './iptc.js';
import { cleanXmp } from './xmp.js';

const maxTables = 1000;
const entryBytes = 12;

/** Bytes of a value by its type. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

const gpsTag = 0x8825;
const tableTags: ReadonlySet<number> = new Set([0x8769, 0x014a]);

/** Serial numbers of camera and lens, and MakerNote, which has them in a form of each vendor's own. */
const serialTags: ReadonlySet<number> = new Set([0xa431, 0xa435, 0xc62f, 0x927c, 0xc634]);

const cleaners: Readonly<Record<number, Cleaner>> = {
  700: cleanXmp,
  33723: cleanIptc,
  // Exif in there has no resources of its own.
  34377: (part, found) => cleanPhotoshop(part, found, (exif, all) => cleanTables(exif, all, {})),
};

/**
 * Takes the GPS table, serial numbers and MakerNote out of Exif, or of a TIFF: their entries go, their values
 * become zeros, and all other offsets stay.
 *
 * @throws `Unreadable`
 */
export const cleanTiff: Cleaner = (part, found) => cleanTables(part, found, cleaners);

/** @param inner cleaners of values by their tags */
function cleanTables(part: Part, found: Found, inner: Readonly<Record<number, Cleaner>>): void {
  const head = part.read(0, 8);
  const order = head.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') throw new Unreadable();
  const isLittle = order === 'II';
  const uint16 = (bytes: Buffer, at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const uint32 = (bytes: Buffer, at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  // BigTIFF has another number, and wider tables.
  if (uint16(head, 2) !== 42) throw new Unreadable();

  interface Value {
    readonly at: number;
    readonly length: number;
  }
  const locate = (table: Buffer, entry: number, tableAt: number): Value => {
    const length = (typeBytes[uint16(table, entry + 2)] ?? 1) * uint32(table, entry + 4);
    return length <= 4 ? { at: tableAt + entry + 8, length } : { at: uint32(table, entry + 8), length };
  };
  const readTable = (at: number) => {
    const count = uint16(part.read(at, 2), 0);
    const table = part.read(at, 2 + count * entryBytes);
    return { table, entries: Array.from({ length: count }, (_, index) => 2 + index * entryBytes) };
  };
  const erase = ({ at, length }: Value): void => {
    if (at + length <= part.length) part.fill(0, at, length);
  };
  const eraseGps = (at: number): void => {
    const { table, entries } = readTable(at);
    // The version of the table, tag 0, says nothing of a place.
    if (entries.some((entry) => uint16(table, entry) !== 0)) found.parts.add('place');
    for (const entry of entries) erase(locate(table, entry, at));
    part.fill(0, at, table.length);
  };

  const seen = new Set<number>();
  const waiting = [uint32(head, 4)];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === 0 || seen.has(at)) continue;
    seen.add(at);
    if (seen.size > maxTables) throw new Unreadable();
    const { table, entries } = readTable(at);
    const next = at + table.length + 4 <= part.length ? part.read(at + table.length, 4) : Buffer.alloc(4);
    waiting.push(uint32(next, 0));
    const kept = entries.filter((entry) => {
      const tag = uint16(table, entry);
      const value = locate(table, entry, at);
      if (tag === gpsTag) {
        eraseGps(uint32(table, entry + 8));
        return false;
      }
      if (serialTags.has(tag)) {
        erase(value);
        found.parts.add('serial');
        return false;
      }
      if (tableTags.has(tag)) {
        const tables = value.length <= 4 ? [uint32(table, entry + 8)] : offsetsIn(value);
        waiting.push(...tables);
      }
      inner[tag]?.(part.from(value.at, value.length), found);
      return true;
    });
    if (kept.length === entries.length) continue;
    const count = Buffer.alloc(2);
    if (isLittle) count.writeUInt16LE(kept.length);
    else count.writeUInt16BE(kept.length);
    const whole = [count, ...kept.map((entry) => table.subarray(entry, entry + entryBytes)), next];
    const removed = Buffer.alloc((entries.length - kept.length) * entryBytes);
    part.change(at, Buffer.concat([...whole, removed]).subarray(0, Math.min(part.length - at, table.length + 4)));
  }

  function offsetsIn({ at, length }: Value): number[] {
    if (length > maxTables * 4) throw new Unreadable();
    const bytes = part.read(at, length);
    return Array.from({ length: Math.floor(length / 4) }, (_, index) => uint32(bytes, index * 4));
  }
}
