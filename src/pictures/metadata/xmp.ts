import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { EmbeddedTexts, PrivatePart } from '../../content/files/metadata.js';
import type { Part } from './edited-file.js';
import { type Found, maxTextBytes } from './found.js';

const space = 0x20;
const maxLevels = 100;

/** Local names of XMP, whatever their prefix: Exif, IPTC, Photoshop, vendors of cameras and drones. */
function privatePartOf(name: string): PrivatePart | null {
  const local = name.slice(name.indexOf(':') + 1);
  if (/serial_?number|makernote/i.test(local)) return 'serial';
  const isPlace = /^(?:gps.*|city|state|country|countrycode|location|location(?:shown|created)|.*(?:lat|long)itude)$/i;
  return isPlace.test(local) ? 'place' : null;
}

const texts: Readonly<Record<string, keyof EmbeddedTexts>> = {
  'dc:title': 'title',
  'dc:description': 'description',
  'photoshop:Credit': 'credit',
};

/**
 * Reads a packet of XMP, and blanks the place and serial numbers with spaces. One that is too long or not well-formed
 * is blanked as a whole.
 */
export function cleanXmp(part: Part, found: Found): void {
  if (part.length === 0) return;
  found.countPacket();
  if (part.length > maxTextBytes) {
    blank(part, found);
    return;
  }
  try {
    for (const [from, to] of privateRanges(part.read(0, part.length), found)) part.fill(space, from, to - from);
  } catch {
    blank(part, found);
  }
}

function blank(part: Part, found: Found): void {
  part.fill(space);
  found.parts.add('unread');
}

/**
 * Offsets of the place and of serial numbers in a packet.
 *
 * @throws when it is not well-formed
 */
export function privateRanges(packet: Buffer, found: Found): [from: number, to: number][] {
  // A character for each byte, so that positions are offsets. Some programs end a packet with zeros.
  const text = packet.toString('latin1', 0, packet.findLastIndex((byte) => byte !== 0) + 1);
  const ranges: [number, number][] = [];
  const parser = new SaxesParser({ xmlns: false });
  const path: string[] = [];
  /** Level and start of the element that is taken out. */
  let taken: { readonly level: number; readonly from: number } | null = null;
  let content = '';
  const say = (name: string | undefined, value: string): void => {
    const kind = name === undefined ? undefined : texts[name];
    if (kind !== undefined) found.note(kind, Buffer.from(value, 'latin1').toString('utf8'));
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const from = text.lastIndexOf('<', parser.position - 1);
    path.push(name);
    if (path.length > maxLevels) throw new Error('It is too deep');
    content = '';
    if (taken !== null) return;
    const part = privatePartOf(name);
    if (part !== null) {
      found.parts.add(part);
      taken = { level: path.length, from };
      return;
    }
    for (const [attribute, value] of Object.entries(attributes)) say(attribute, value);
    ranges.push(...privateAttributes(text.slice(from, parser.position), from, found));
  });
  const addText = (value: string): void => {
    content += value;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const [owner] = path.slice(-1)[0] === 'rdf:li' ? path.slice(-3) : path.slice(-1);
    if (taken === null) say(owner, content);
    if (taken?.level === path.length) {
      ranges.push([taken.from, parser.position]);
      taken = null;
    }
    content = '';
    path.pop();
  });
  parser.write(text).close();
  return ranges;
}

function privateAttributes(tag: string, from: number, found: Found): [from: number, to: number][] {
  return [...tag.matchAll(/([\w:.-]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)].flatMap(({ 0: whole, 1: name = '', index }) => {
    const part = name.startsWith('xmlns') ? null : privatePartOf(name);
    if (part === null) return [];
    found.parts.add(part);
    return [[from + index, from + index + whole.length] as [number, number]];
  });
}
