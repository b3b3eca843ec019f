import { crc32, deflateSync } from 'node:zlib';
import { plain } from './pictures.js';
import { svgOf } from './svgs.js';

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([number(data.length), named, number(crc32(named))]);
}

/** A black PNG of one bit a pixel. */
function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const header = chunk('IHDR', Buffer.concat([number(width), number(height), Buffer.from([1, 0, 0, 0, 0])]));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, header, ...more, chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const small = () => plain(16, 16, '#e02010');

/** A JPEG whose header says 65,535 pixels a side. */
async function hugeHeader(): Promise<Buffer> {
  const jpeg = await small().jpeg().toBuffer();
  const start = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(65_535, start + 5);
  jpeg.writeUInt16BE(65_535, start + 7);
  return jpeg;
}

async function manyFrames(): Promise<Buffer> {
  const gif = await small().gif().toBuffer();
  const frame = gif.subarray(gif.lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0])), gif.length - 1);
  return Buffer.concat([gif.subarray(0, -1), ...Array(9999).fill(frame), gif.subarray(-1)]);
}

/** A TIFF of so many directories, the last of which names the first again when it is a circle. */
function directories(count: number, isCircle: boolean): Buffer {
  const entry = (tag: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(4, 2);
    bytes.writeUInt32LE(1, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const pixelAt = 8;
  const first = pixelAt + 1;
  const length = 2 + 8 * 12 + 4;
  const directory = (at: number): Buffer => {
    const next = at + 1 < count ? first + (at + 1) * length : isCircle ? first : 0;
    const fields = Object.entries({ 256: 1, 257: 1, 258: 8, 259: 1, 262: 1, 273: pixelAt, 278: 1, 279: 1 });
    const end = Buffer.alloc(4);
    end.writeUInt32LE(next);
    return Buffer.concat([Buffer.from([8, 0]), ...fields.map(([tag, value]) => entry(Number(tag), value)), end]);
  };
  const header = Buffer.from([0x49, 0x49, 42, 0, first, 0, 0, 0, 0x80]);
  return Buffer.concat([header, ...Array.from({ length: count }, (_, at) => directory(at))]);
}

/** Exif whose tables name themselves. */
async function circularExif(): Promise<Buffer> {
  const jpeg = await small().jpeg().toBuffer();
  const fields = '2588040001000000' + '08000000' + '6987040001000000' + '08000000' + '08000000';
  const exif = Buffer.from(`45786966000049492a00080000000200${fields}`, 'hex');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, jpeg.subarray(2)]);
}

/** Each level draws the one below it twice. */
const uses = (levels: number): string =>
  `<defs><g id="u0"><rect width="1" height="1"/></g>${Array.from({ length: levels }, (_, at) => `<g id="u${at + 1}"><use href="#u${at}"/><use href="#u${at}" x="1"/></g>`).join('')}</defs><use href="#u${levels}"/>`;

const filters = `<filter id="f" x="-50" y="-50" width="100" height="100">${'<feGaussianBlur stdDeviation="2000"/><feTurbulence numOctaves="99999" baseFrequency="0.9"/><feMorphology radius="999" operator="dilate"/>'.repeat(200)}</filter><g filter="url(#f)">${'<g filter="url(#f)">'.repeat(40)}<rect width="9" height="9"/>${'</g>'.repeat(40)}</g>`;

/** Files that cost a decoder far more than their size, or lead it in circles. */
export const hostileFiles: Readonly<Record<string, () => Buffer | string | Promise<Buffer>>> = {
  'a PNG of 225 megapixels': () => png(15_000, 15_000),
  'a PNG of 99 megapixels, just within the limit': () => png(9900, 10_000),
  'a JPEG that says 65,535 by 65,535': hugeHeader,
  'a GIF of 10,000 frames': manyFrames,
  'a TIFF of 1,000 directories': () => directories(1000, false),
  'a TIFF whose directories go round': () => directories(3, true),
  'a profile of 30 MB': () =>
    png(9, 9, chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(30 * 1024 * 1024))]))),
  'a text of 100 MB': () =>
    png(9, 9, chunk('zTXt', Buffer.concat([Buffer.from('t\0\0'), deflateSync(Buffer.alloc(100 * 1024 * 1024, 'a'))]))),
  'Exif that goes round': circularExif,
  'a bomb of use': () => svgOf(uses(17)),
  'a larger bomb of use': () => svgOf(uses(40)),
  'a use of itself': () => svgOf('<g id="a"><use href="#a"/></g><use href="#a"/>'),
  'a bomb of filters': () => svgOf(filters),
  'a pattern in a pattern': () =>
    svgOf(
      `<defs>${Array.from({ length: 30 }, (_, at) => `<pattern id="p${at}" width=".01" height=".01"><rect width="9" height="9" fill="url(#p${at + 1})"/></pattern>`).join('')}</defs><rect width="9" height="9" fill="url(#p0)"/>`,
    ),
  '100,000 levels': () => svgOf('<g>'.repeat(100_000) + '</g>'.repeat(100_000)),
  '200,000 attributes': () =>
    svgOf(`<rect ${Array.from({ length: 200_000 }, (_, at) => `data-a${at}="1"`).join(' ')}/>`),
  'an SVG of 100,000 by 100,000 inches': () =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="100000in" height="100000in"><rect width="9" height="9"/></svg>',
};
