import { type EditedFile, Part, Unreadable } from './edited-file.js';
import type { Found } from './found.js';
import type { Cleaner } from './iptc.js';
import { cleanXmp } from './xmp.js';

interface Box {
  readonly type: string;
  readonly content: Part;
}

const maxBoxes = 1000;
const maxMetaBytes = 16 * 1024 ** 2;

/** Boxes of a part, in order (ISO/IEC 14496-12, 4.2). */
function boxesIn(part: Part): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= part.length; ) {
    const head = part.read(at, 8);
    const [short, type] = [head.readUInt32BE(), head.toString('latin1', 4)];
    const isLong = short === 1;
    const length = isLong ? Number(part.read(at + 8, 8).readBigUInt64BE()) : short === 0 ? part.length - at : short;
    const headBytes = isLong ? 16 : 8;
    if (length < headBytes || boxes.length === maxBoxes) throw new Unreadable();
    boxes.push({ type, content: part.from(at + headBytes, length - headBytes) });
    at += length;
  }
  return boxes;
}

/** Numbers of a box, one after another. */
class Numbers {
  #at = 0;
  readonly #bytes: Buffer;

  constructor(part: Part) {
    if (part.length > maxMetaBytes) throw new Unreadable();
    this.#bytes = part.read(0, part.length);
  }

  next(bytes: number): number {
    if (this.#at + bytes > this.#bytes.length) throw new Unreadable();
    this.#at += bytes;
    if (bytes === 0) return 0;
    if (bytes === 8) return Number(this.#bytes.readBigUInt64BE(this.#at - 8));
    return this.#bytes.readUIntBE(this.#at - bytes, bytes);
  }

  text(bytes: number): string {
    this.next(0);
    const text = this.#bytes.toString('latin1', this.#at, this.#at + bytes);
    this.#at += bytes;
    return text;
  }

  get rest(): string {
    return this.#bytes.toString('latin1', this.#at);
  }
}

/**
 * Cleans the items of Exif and XMP in a HEIF, such as an AVIF.
 *
 * @throws `Unreadable`
 */
export function cleanHeif(file: EditedFile, found: Found, cleanExif: Cleaner): void {
  const meta = boxesIn(new Part(file, 0, file.size)).find(({ type }) => type === 'meta');
  if (meta === undefined) throw new Unreadable();
  const boxes = new Map(boxesIn(meta.content.from(4)).map(({ type, content }) => [type, content]));
  const [info, locations] = [boxes.get('iinf'), boxes.get('iloc')];
  if (info === undefined || locations === undefined) throw new Unreadable();
  const cleaners = metadataItems(info, cleanExif);
  if (cleaners.size === 0) return;
  for (const { id, method, extents } of locationsIn(locations)) {
    const clean = cleaners.get(id);
    if (clean === undefined) continue;
    const [extent, ...more] = extents;
    const place = method === 0 ? new Part(file, 0, file.size) : boxes.get('idat');
    if (extent === undefined || more.length > 0 || method > 1 || place === undefined) throw new Unreadable();
    clean(place.from(extent.offset, extent.length), found);
  }
}

/** Cleaners of the items that hold metadata, by their ids. */
function metadataItems(info: Part, cleanExif: Cleaner): ReadonlyMap<number, Cleaner> {
  const version = info.read(0, 1)[0];
  const cleaners = new Map<number, Cleaner>();
  for (const { type, content } of boxesIn(info.from(version === 0 ? 6 : 8))) {
    if (type !== 'infe') continue;
    const numbers = new Numbers(content);
    const entryVersion = numbers.next(1);
    numbers.next(3);
    if (entryVersion < 2) throw new Unreadable();
    const id = numbers.next(entryVersion === 2 ? 2 : 4);
    numbers.next(2);
    const itemType = numbers.text(4);
    if (itemType === 'Exif') {
      cleaners.set(id, (part, found) => cleanExif(part.from(4 + part.read(0, 4).readUInt32BE()), found));
    } else if (itemType === 'mime' && numbers.rest.includes('application/rdf+xml')) cleaners.set(id, cleanXmp);
  }
  return cleaners;
}

function locationsIn(locations: Part) {
  const numbers = new Numbers(locations);
  const version = numbers.next(1);
  numbers.next(3);
  const [sizes, moreSizes] = [numbers.next(1), numbers.next(1)];
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, moreSizes >> 4];
  const indexBytes = version === 0 ? 0 : moreSizes & 15;
  if ([offsetBytes, lengthBytes, baseBytes, indexBytes].some((bytes) => ![0, 4, 8].includes(bytes)))
    throw new Unreadable();
  return Array.from({ length: numbers.next(version < 2 ? 2 : 4) }, () => {
    const id = numbers.next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : numbers.next(2) & 15;
    numbers.next(2);
    const base = numbers.next(baseBytes);
    const extents = Array.from({ length: numbers.next(2) }, () => {
      numbers.next(indexBytes);
      return { offset: base + numbers.next(offsetBytes), length: numbers.next(lengthBytes) };
    });
    return { id, method, extents };
  });
}
