import { readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import exifr from 'exifr';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../src/pictures/metadata/clean.js';
import { fileOf, halves, startPictures } from './pictures.js';

const xmp = (more = '') => `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
 xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 exif:GPSLatitude="52,31.2N" exif:GPSLongitude='13,24.3E' aux:SerialNumber="4711" xmp:Rating="3"
 photoshop:City="Oslo" photoshop:Credit="Jørn &amp; Co">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Night train, 3 &lt; 4</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">A train
in snow</rdf:li></rdf:Alt></dc:description>
<ext:LocationShown><rdf:Bag><rdf:li><rdf:Description ext:City="Bergen"/></rdf:li></rdf:Bag></ext:LocationShown>${more}
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

type Entry = readonly [tag: number, type: number, count: number, value: Buffer | number];

const ascii = (tag: number, text: string): Entry => [tag, 2, text.length + 1, Buffer.from(`${text}\0`)];
const rationals = (tag: number, ...values: readonly number[]): Entry => {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [at, value] of values.entries()) {
    bytes.writeUInt32LE(value, at * 8);
    bytes.writeUInt32LE(1, at * 8 + 4);
  }
  return [tag, 5, values.length, bytes];
};

/** A table of a TIFF at an offset, and the values behind it. */
function tableAt(offset: number, entries: readonly Entry[]): Buffer {
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  head.writeUInt16LE(entries.length);
  let values = Buffer.alloc(0);
  for (const [at, [tag, type, count, value]] of entries.entries()) {
    const entry = 2 + at * 12;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUInt32LE(count, entry + 4);
    if (typeof value === 'number') head.writeUInt32LE(value, entry + 8);
    else if (value.length <= 4) value.copy(head, entry + 8);
    else {
      head.writeUInt32LE(offset + head.length + values.length, entry + 8);
      values = Buffer.concat([values, value, Buffer.alloc(value.length % 2)]);
    }
  }
  return Buffer.concat([head, values]);
}

/** A TIFF with a place and serial numbers, and more entries in its first table. */
function tiffOf(more: readonly Entry[]): Buffer {
  const gps = tableAt(8, [ascii(1, 'N'), rationals(2, 52, 31, 12), ascii(3, 'E'), rationals(4, 13, 24, 18)]);
  const note = Buffer.from('notes of the vendor, number 4711');
  const camera = tableAt(8 + gps.length, [
    [0x8827, 3, 1, 200],
    [0x927c, 7, note.length, note],
    ascii(0xa431, '4711-0815'),
    ascii(0xa435, 'L-99'),
  ]);
  const first = 8 + gps.length + camera.length;
  const head = Buffer.from('49492a0000000000', 'hex');
  head.writeUInt32LE(first, 4);
  const entries: Entry[] = [...more, ascii(0x010f, 'Vendor'), [0x8769, 4, 1, 8 + gps.length], [0x8825, 4, 1, 8]];
  return Buffer.concat([
    head,
    gps,
    camera,
    tableAt(
      first,
      entries.sort(([a], [b]) => a - b),
    ),
  ]);
}

const segment = (marker: number, header: string, content: Uint8Array): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(2 + header.length + content.length);
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(header, 'latin1'), content]);
};

/** A JPEG with segments after its start. */
const withSegments = (jpeg: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

const xmpHeader = 'http://ns.adobe.com/xap/1.0/\0';
const xmpAsJpeg = (packet: Uint8Array) =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe1, xmpHeader, packet), Buffer.from([0xff, 0xda, 0, 2, 0, 0])]);

async function jpegPhoto(): Promise<Buffer> {
  const plain = await halves(64, 32).jpeg({ quality: 100 }).toBuffer();
  return withSegments(plain, segment(0xe1, 'Exif\0\0', tiffOf([])), segment(0xe1, xmpHeader, Buffer.from(xmp())));
}

/** A chunk of a PNG before the pixels. */
function withChunk(png: Buffer, type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, 33), length, content, check, png.subarray(33)]);
}

const xmpChunk = (packet: string) => Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${packet}`);

const photos: Readonly<Record<string, () => Promise<Buffer>>> = {
  jpg: jpegPhoto,
  png: async () => {
    const plain = await halves(64, 32).png().toBuffer();
    return withChunk(withChunk(plain, 'iTXt', xmpChunk(xmp())), 'eXIf', tiffOf([]));
  },
  webp: async () =>
    sharp(await jpegPhoto())
      .keepMetadata()
      .webp({ lossless: true })
      .toBuffer(),
  avif: async () =>
    sharp(await jpegPhoto())
      .keepMetadata()
      .avif({ effort: 0 })
      .toBuffer(),
  tif: async () => {
    const colors = await halves(64, 32).raw().toBuffer();
    const packet = Buffer.from(xmp());
    const build = (strip: number): Buffer =>
      tiffOf([
        [0x0100, 3, 1, 64],
        [0x0101, 3, 1, 32],
        [0x0102, 3, 3, Buffer.from([8, 0, 8, 0, 8, 0])],
        [0x0103, 3, 1, 1],
        [0x0106, 3, 1, 2],
        [0x0111, 4, 1, strip],
        [0x0115, 3, 1, 3],
        [0x0116, 3, 1, 32],
        [0x0117, 4, 1, colors.length],
        [0x02bc, 1, packet.length, packet],
        // An unknown tag holds the pixels.
        [0xfe00, 7, colors.length, colors],
      ]);
    return build(build(0).indexOf(colors));
  },
};

/** What an independent reader finds. It does not know WebP, nor how libheif writes Exif: there it gets what is in the container. */
async function tagsOf(extension: string, bytes: Buffer): Promise<Readonly<Record<string, unknown>>> {
  const options = { tiff: true, exif: true, gps: true, xmp: true, iptc: true, makerNote: true, mergeOutput: true };
  if (extension !== 'webp' && extension !== 'avif') return (await exifr.parse(bytes, options)) ?? {};
  const { exif: table, xmp: packet = Buffer.alloc(0) } = await sharp(bytes).metadata();
  const tiff = table?.subarray(table.toString('latin1', 0, 4) === 'Exif' ? 6 : 0) ?? Buffer.alloc(0);
  return { ...(await exifr.parse(tiff, options)), ...(await exifr.parse(xmpAsJpeg(packet), options)) };
}

const privateNames = /gps|latitude|longitude|serial|city|location|maker ?note/i;
const privateIn = (tags: Readonly<Record<string, unknown>>) =>
  Object.entries(tags).filter(([name, value]) => privateNames.test(name) && String(value).trim() !== '');

const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

function cleaned(extension: string, bytes: Buffer) {
  const { path } = fileOf(`x.${extension}`, bytes);
  const found = readMetadata(path, extension, true);
  return { found, after: readFileSync(path) };
}

describe.each(Object.entries(photos))('metadata of %s', (extension, photo) => {
  it('lose place and serial numbers; pixels, length and everything else stay', async () => {
    const before = await photo();
    const tags = await tagsOf(extension, before);
    expect(tags).toMatchObject({ latitude: expect.closeTo(52.52, 2), SerialNumber: '4711-0815', City: 'Bergen' });
    const { found, after } = cleaned(extension, before);
    expect([found.isWhole, [...found.parts].sort()]).toEqual([true, ['place', 'serial']]);
    const left = await tagsOf(extension, after);
    expect(privateIn(left)).toEqual([]);
    expect(left).toMatchObject({ Make: 'Vendor', ISO: 200 });
    for (const secret of ['4711', 'L-99', 'Oslo', 'Bergen', '52,31.2N']) {
      expect([secret, after.includes(secret)]).toEqual([secret, false]);
    }
    expect(after.includes('xmp:Rating="3"')).toBe(true);
    expect(after.length).toBe(before.length);
    expect(await pixels(after)).toEqual(await pixels(before));
    // What is clean stays as it is.
    expect(cleaned(extension, after)).toMatchObject({ found: { parts: [], isWhole: true }, after });
  });

  it('are only found when they are to stay, and give texts as plain text', async () => {
    const before = await photo();
    const { path } = fileOf(`x.${extension}`, before);
    const { parts, texts } = readMetadata(path, extension, false);
    expect([parts.includes('place'), readFileSync(path).equals(before)]).toEqual([true, true]);
    expect(texts).toEqual({ title: 'Night train, 3 < 4', credit: 'Jørn & Co', description: 'A train in snow' });
  });

  it('that are broken end nothing, and a file that is not read to its end stays as it was sent', async () => {
    const before = await photo();
    const changed = fc.array(fc.tuple(fc.nat(before.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(changed, fc.nat(before.length), (bytes, end) => {
        const broken = Buffer.from(before);
        for (const [at, value] of bytes) broken[at] = value;
        for (const sent of [broken, before.subarray(0, end)]) {
          const { found, after } = cleaned(extension, Buffer.from(sent));
          expect(after.length).toBe(sent.length);
          if (!found.isWhole) expect(after.equals(sent)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('IPTC of a JPEG', () => {
  const dataset = (number: number, text: string): Buffer => {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.from([0x1c, 2, number, 0, bytes.length]), bytes]);
  };
  const resource = (data: Buffer, number = 1028, signature = '8BIM'): Buffer => {
    const head = Buffer.alloc(12);
    head.write(signature, 'latin1');
    head.writeUInt16BE(number, 4);
    head.writeUInt32BE(data.length, 8);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const jpegWith = async (...resources: readonly Buffer[]) =>
    withSegments(await halves(64, 32).jpeg().toBuffer(), segment(0xed, 'Photoshop 3.0\0', Buffer.concat(resources)));
  const oslo = dataset(90, 'Oslo');

  it('loses the place, and its texts are read', async () => {
    const texts = [dataset(5, 'Tunnel'), oslo, dataset(101, 'Norway'), dataset(110, 'Åse'), dataset(120, 'Dark')];
    const sent = await jpegWith(resource(Buffer.concat(texts)));
    expect(await exifr.parse(sent, { iptc: true })).toMatchObject({ City: 'Oslo', Country: 'Norway' });
    const { found, after } = cleaned('jpg', sent);
    expect(found).toEqual({
      parts: ['place'],
      texts: { title: 'Tunnel', credit: 'Åse', description: 'Dark' },
      isWhole: true,
    });
    expect(privateIn(await exifr.parse(after, { iptc: true }))).toEqual([]);
    expect(after.includes('Norway')).toBe(false);
  });

  it('loses it behind zeros and the resources of other programs, too; what is in no known form goes', async () => {
    const long = Buffer.from([0x1c, 2, 120, 0x80, 4, 0, 0, 0, 4, ...Buffer.from('Oslo')]);
    for (const [parts, ...resources] of [
      ['place', resource(Buffer.concat([Buffer.alloc(3), oslo, Buffer.alloc(2)]))],
      ['place', resource(Buffer.from('x'), 2000, 'MeSa'), resource(oslo)],
      ['place', Buffer.alloc(4), resource(oslo)],
      ['unread', resource(Buffer.from('x'), 2000, 'Else'), resource(oslo)],
      ['unread', resource(Buffer.concat([Buffer.from('?'), oslo]))],
      ['unread', resource(long)],
    ] as const) {
      const { found, after } = cleaned('jpg', await jpegWith(...resources));
      expect(found).toMatchObject({ parts: [parts], isWhole: true });
      expect(after.includes('Oslo')).toBe(false);
    }
  });
});

it('more than 200 packets in a file are not read', () => {
  const packet = Buffer.from(xmp());
  const count = (entries: number) => {
    const all = Array.from({ length: entries }, (): Entry => [700, 1, packet.length, packet]);
    return cleaned('tif', tiffOf(all)).found;
  };
  expect(count(200)).toMatchObject({ isWhole: true });
  expect(count(201)).toMatchObject({ isWhole: false, parts: [] });
});

it('metadata that are too long or packed go as a whole: 64 KiB are read as text', async () => {
  const jpeg = await halves(64, 32).jpeg().toBuffer();
  const packet = (length: number) =>
    xmp()
      .padEnd(length - 4, ' ')
      .replace('<?xpacket end="w"?>', ' '.repeat(19));
  const plain = await halves(64, 32).png().toBuffer();
  const parts = (length: number) => cleaned('png', withChunk(plain, 'iTXt', xmpChunk(packet(length)))).found.parts;
  const bytes = Buffer.byteLength(packet(70_000)) - 70_000;
  expect([parts(65_536 - bytes), parts(65_537 - bytes)]).toEqual([['place', 'serial'], ['unread']]);
  const packed = cleaned('png', await halves(64, 32).withXmp(xmp()).png().toBuffer());
  expect(packed.found).toMatchObject({ parts: ['place', 'serial'], isWhole: true, texts: { credit: 'Jørn & Co' } });
  expect(await sharp(packed.after).metadata()).not.toHaveProperty('xmp');
  const extended = segment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', Buffer.from('GPSLatitude="1"'));
  const { found, after } = cleaned('jpg', withSegments(jpeg, extended));
  expect([found.parts, after.includes('GPS')]).toEqual([['unread'], false]);
});

it('a picture after the first in the same file is read, too, and what else follows leaves the file as it is', async () => {
  const [first, second] = [await halves(64, 32).jpeg().toBuffer(), await jpegPhoto()];
  const { found, after } = cleaned('jpg', Buffer.concat([first, Buffer.alloc(100), second]));
  expect([found.parts.includes('place'), after.includes('4711')]).toEqual([true, false]);
  const film = Buffer.concat([second, Buffer.from('\0\0\0\x18ftypmp42')]);
  expect(cleaned('jpg', film)).toMatchObject({ found: { isWhole: false, parts: [] }, after: film });
});

it('tables that lead in circles, or are without end, are left', () => {
  const circle = Buffer.from('49492a0008000000010069870400010000000800000008000000', 'hex');
  const deep = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${'<x:a>'.repeat(200)}`;
  for (const [extension, bytes] of [
    ['tif', circle],
    ['tif', Buffer.from('49492b0008000000', 'hex')],
    ['jpg', xmpAsJpeg(Buffer.from(deep))],
    ['png', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(600_000)])],
    ['avif', Buffer.alloc(100_000)],
    ['webp', Buffer.alloc(100_000)],
  ] as const) {
    expect(cleaned(extension, bytes).after.length).toBe(bytes.length);
  }
});

it('is done in the process of the pictures, before the file gets its hash', async () => {
  const pictures = startPictures();
  const { path } = fileOf('x', await jpegPhoto());
  const sent = readFileSync(path);
  expect(await pictures.look(path, 'x', false)).toMatchObject({
    taken: [],
    place: true,
    texts: { credit: 'Jørn & Co' },
  });
  expect(readFileSync(path).equals(sent)).toBe(true);
  const look = await pictures.look(path, 'x', true);
  expect(look).toMatchObject({ taken: ['place', 'serial'], place: false, mayHavePlace: false, width: 64 });
  writeFileSync(path, 'film');
});
