import { crc32, inflateSync } from 'node:zlib';
import type { ReadType } from '../../content/files/metadata.js';
import { type EditedFile, Part, Unreadable } from './edited-file.js';
import { type Found, maxTextBytes } from './found.js';
import { cleanHeif } from './heif.js';
import { cleanPhotoshop } from './iptc.js';
import { cleanTiff } from './tiff.js';
import { cleanXmp, privateRanges } from './xmp.js';

/** Some programs write the header of a JPEG's segment in other containers, too. */
function cleanExif(part: Part, found: Found): void {
  const hasHeader = part.length >= 6 && part.read(0, 6).toString('latin1') === 'Exif\0\0';
  cleanTiff(hasHeader ? part.from(6) : part, found);
}

const xmpHeader = 'http://ns.adobe.com/xap/1.0/\0';
const extendedXmpHeader = 'http://ns.adobe.com/xmp/extension/\0';
const photoshopHeader = 'Photoshop 3.0\0';

/** Segments of a JPEG, and of the pictures that follow it in the file (CIPA DC-007). */
function cleanJpeg(file: EditedFile, found: Found): void {
  for (let at = 2; at < file.size; ) {
    const marker = file.read(at, 2);
    if (marker[0] !== 0xff) throw new Unreadable();
    const type = marker[1] as number;
    // Bytes before a marker may fill, and some markers have no length.
    if (type === 0xff) at += 1;
    else if (type === 0xd9) at = afterEnd(file, at + 2);
    else if (type === 0xd8 || type === 0x01) at += 2;
    else {
      const length = file.read(at + 2, 2).readUInt16BE();
      if (length < 2) throw new Unreadable();
      const segment = new Part(file, at + 4, length - 2);
      if (type === 0xe1 || type === 0xed) cleanSegment(segment, found);
      at += 2 + length;
      if (type === 0xda) at = nextMarker(file, at);
    }
  }
}

function cleanSegment(segment: Part, found: Found): void {
  const start = segment.read(0, Math.min(segment.length, extendedXmpHeader.length)).toString('latin1');
  if (start.startsWith('Exif\0\0')) cleanTiff(segment.from(6), found);
  else if (start.startsWith(xmpHeader)) cleanXmp(segment.from(xmpHeader.length), found);
  // Each segment has a piece of a longer text.
  else if (start === extendedXmpHeader) {
    segment.fill(0);
    found.parts.add('unread');
  } else if (start.startsWith(photoshopHeader)) cleanPhotoshop(segment.from(photoshopHeader.length), found, cleanTiff);
}

const scanBytes = 1024 ** 2;

/** Offset of the first marker after coded pixels. */
function nextMarker(file: EditedFile, from: number): number {
  for (let at = from; at + 1 < file.size; at += scanBytes - 1) {
    const bytes = file.read(at, Math.min(scanBytes, file.size - at));
    for (let found = bytes.indexOf(0xff); found !== -1; found = bytes.indexOf(0xff, found + 1)) {
      const type = bytes[found + 1];
      if (type !== undefined && type !== 0 && !(type >= 0xd0 && type <= 0xd7)) return at + found;
    }
  }
  return file.size;
}

/** @throws `Unreadable` when something other than a further picture follows */
function afterEnd(file: EditedFile, from: number): number {
  for (let at = from; at < file.size; at += scanBytes) {
    const bytes = file.read(at, Math.min(scanBytes, file.size - at));
    const first = bytes.findIndex((byte) => byte !== 0);
    if (first === -1) continue;
    if (at + first + 2 > file.size || file.read(at + first, 2).readUInt16BE() !== 0xffd8) throw new Unreadable();
    return at + first;
  }
  return file.size;
}

const xmpKeyword = 'XML:com.adobe.xmp\0';

const maxChunkBytes = 16 * 1024 ** 2;

function cleanPng(file: EditedFile, found: Found): void {
  for (let at = 8; at + 12 <= file.size; ) {
    const head = file.read(at, 8);
    const [length, type] = [head.readUInt32BE(), head.toString('latin1', 4)];
    const data = new Part(file, at + 8, length);
    if (['eXIf', 'iTXt', 'tEXt', 'zTXt'].includes(type)) {
      if (length > maxChunkBytes) throw new Unreadable();
      if (type === 'eXIf') cleanExif(data, found);
      else cleanPngText(data, type, found);
      const check = Buffer.alloc(4);
      check.writeUInt32BE(crc32(file.read(at + 4, 4 + length)));
      if (!check.equals(file.read(at + 8 + length, 4))) file.change(at + 8 + length, check);
    }
    at += 12 + length;
  }
}

function cleanPngText(data: Part, type: string, found: Found): void {
  const start = data.read(0, Math.min(data.length, 200)).toString('latin1');
  if (start.startsWith(xmpKeyword)) {
    const at = xmpKeyword.length;
    // Of `iTXt`, two bytes say how it is packed, and the language and the translated keyword precede the text.
    const international = start.indexOf('\0', start.indexOf('\0', at + 2) + 1) + 1;
    const text = data.from(type === 'tEXt' ? at : type === 'zTXt' ? at + 1 : international);
    const isPacked = type === 'zTXt' || (type === 'iTXt' && start.charCodeAt(at) === 1);
    if (!isPacked) cleanXmp(text, found);
    else if (!isPackedClean(text, found)) blank(data);
  } else if (/^Raw profile type (?:exif|app1|iptc|8bim|xmp)\0/i.test(start)) {
    found.parts.add('unread');
    blank(data);
  }
}

/** Whether a packed packet of XMP tells nothing: it cannot be changed at its length. */
function isPackedClean(text: Part, found: Found): boolean {
  found.countPacket();
  try {
    const packet = inflateSync(text.read(0, text.length), { maxOutputLength: maxTextBytes });
    return privateRanges(packet, found).length === 0;
  } catch {
    found.parts.add('unread');
    return false;
  }
}

/** Makes a chunk one that no program knows, and that may be left out. */
function blank(data: Part): void {
  data.file.change(data.start - 4, Buffer.from('bpAd'));
  data.fill(0);
}

function cleanWebp(file: EditedFile, found: Found): void {
  for (let at = 12; at + 8 <= file.size; ) {
    const head = file.read(at, 8);
    const [type, length] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
    const data = new Part(file, at + 8, length);
    if (type === 'EXIF') cleanExif(data, found);
    else if (type === 'XMP ') cleanXmp(data, found);
    at += 8 + length + (length % 2);
  }
}

/** How metadata are taken out of a file, by its type. */
export const containers: Readonly<Record<ReadType, (file: EditedFile, found: Found) => void>> = {
  jpg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
  avif: (file, found) => cleanHeif(file, found, cleanExif),
  heic: (file, found) => cleanHeif(file, found, cleanExif),
  tif: (file, found) => cleanTiff(new Part(file, 0, file.size), found),
};
