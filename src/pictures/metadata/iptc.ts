import type { EmbeddedTexts } from '../../content/files/metadata.js';
import { type Part, Unreadable } from './edited-file.js';
import { type Found, maxTextBytes } from './found.js';
import { cleanXmp } from './xmp.js';

const space = 0x20;

/** Datasets of record 2 (IPTC-IIM 4.2) that name a place. */
const places: ReadonlySet<number> = new Set([26, 27, 90, 92, 95, 100, 101]);

const texts: Readonly<Record<number, keyof EmbeddedTexts>> = { 5: 'title', 110: 'credit', 120: 'description' };

/** Reads the datasets of IPTC-IIM, and blanks those of a place with spaces. */
export function cleanIptc(part: Part, found: Found): void {
  found.countPacket();
  if (part.length > maxTextBytes) {
    blankRest(part, 0, found);
    return;
  }
  const bytes = part.read(0, part.length);
  for (let at = 0; at < bytes.length; ) {
    // Some programs fill up with zeros.
    if (bytes[at] === 0) {
      at += 1;
      continue;
    }
    // A longer dataset has its length elsewhere, which no program writes for texts.
    if (bytes[at] !== 0x1c || at + 5 > bytes.length || at + 5 + bytes.readUInt16BE(at + 3) > bytes.length) {
      blankRest(part, at, found);
      return;
    }
    const [record, dataset] = [bytes[at + 1], bytes[at + 2] as number];
    const length = bytes.readUInt16BE(at + 3);
    const end = at + 5 + length;
    const kind = record === 2 ? texts[dataset] : undefined;
    if (kind !== undefined) found.note(kind, decoded(bytes.subarray(at + 5, end)));
    if (record === 2 && places.has(dataset) && bytes.subarray(at + 5, end).some((byte) => byte !== space)) {
      part.fill(space, at + 5, length);
      found.parts.add('place');
    }
    at = end;
  }
}

/** Takes out what cannot be read. */
function blankRest(part: Part, at: number, found: Found): void {
  part.fill(0, at);
  found.parts.add('unread');
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** First bytes of resources: of Photoshop, and of programs that add their own. */
const signatures: ReadonlySet<string> = new Set(['8BIM', '8B64', 'MeSa', 'AgHg', 'PHUT', 'DCSR']);

export type Cleaner = (part: Part, found: Found) => void;

/**
 * Cleans the resources of Photoshop that have metadata.
 *
 * @param cleanExif for those of Exif
 * @throws `Unreadable`
 */
export function cleanPhotoshop(part: Part, found: Found, cleanExif: Cleaner): void {
  const cleaners: Readonly<Record<number, Cleaner>> = {
    1028: cleanIptc,
    1058: cleanExif,
    1059: cleanExif,
    1060: cleanXmp,
  };
  for (let at = 0; at + 12 <= part.length; ) {
    const head = part.read(at, 7);
    if (head[0] === 0) {
      at += 1;
      continue;
    }
    if (!signatures.has(head.toString('latin1', 0, 4))) {
      blankRest(part, at, found);
      return;
    }
    // The length of the name and the name are even together.
    const sizeAt = at + 6 + 2 * Math.floor(((head[6] as number) + 2) / 2);
    const size = part.read(sizeAt, 4).readUInt32BE();
    if (sizeAt + 4 + size > part.length) throw new Unreadable();
    cleaners[head.readUInt16BE(4)]?.(part.from(sizeAt + 4, size), found);
    at = sizeAt + 4 + size + (size % 2);
  }
}
