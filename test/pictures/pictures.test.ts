import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { offeredWidths } from '../../src/content/files/picture-widths.js';
import { fileTypes, pictureFormats } from '../../src/content/files/types.js';
import type { Pictures } from '../../src/pictures/pictures.js';
import { temporaryDirectory } from '../support/git.js';
import { fileOf, halves, openPictures, plain, startPictures } from './pictures.js';
import { goodDocuments, svgOf } from './svgs.js';

/** Mean colours of the four quarters of a picture. */
async function quarters(path: string): Promise<number[][]> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .resize(2, 2, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  return Array.from({ length: 4 }, (_, at) => [...data.subarray(at * 3, at * 3 + 3)]);
}

const near = (color: readonly number[], tolerance = 12) =>
  color.map((value) => expect.closeTo(value, -Math.log10(tolerance * 2)));
const [red, blue] = [
  [0xb0, 0x40, 0x30],
  [0x30, 0x50, 0x80],
] as const;

/** For files of which nothing is counted. */
let pictures: Pictures;
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'brand-portal-test-'));
  pictures = openPictures({ folder });
  return () => {
    pictures.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

describe('a file that is sent is looked at', () => {
  const formats = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif', avif: 'avif', tiff: 'tif' } as const;

  test.each(Object.entries(formats))('%s', async (format, extension) => {
    const { path } = fileOf(
      'x',
      await halves()
        .toFormat(format as keyof typeof formats)
        .toBuffer(),
    );
    const found = { ...fileTypes.get(extension), width: 400, height: 200, hasPicture: true, problem: null, note: null };
    expect(await pictures.look(path, 'logo.bin')).toMatchObject(found);
  });

  test('SVG, with its verdict', async () => {
    for (const text of Object.values(goodDocuments)) {
      const svg = { isClean: true, reason: null };
      expect(await pictures.look(fileOf('x', text).path, 'x')).toMatchObject({
        extension: 'svg',
        hasPicture: true,
        svg,
      });
    }
    const svg = { isClean: false, reason: 'line 1: <script>' };
    const { path } = fileOf('x', svgOf('<script/><rect width="9" height="9"/>'));
    expect(await pictures.look(path, 'x')).toMatchObject({ extension: 'svg', hasPicture: true, svg });
  });

  test.each([
    ['an old film', Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')]), 'x.jpg', 'mp4'],
    ['a PDF', '%PDF-1.7\n', 'x.pdf', 'pdf'],
    ['a drawing of Illustrator, which is a PDF', '%PDF-1.6\n', 'Logo.AI', 'ai'],
    ['a PostScript picture', '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n', 'x', 'eps'],
    ['colour swatches', 'ASEF\0\x01\0\0\0\0\0\0', 'x', 'ase'],
    ['an empty ZIP', `PK\x05\x06${'\0'.repeat(18)}`, 'x.exe', 'zip'],
    ['sound', `RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0`, 'x', 'wav'],
    ['a font', `wOF2OTTO${'\0'.repeat(40)}`, 'x', 'woff2'],
  ])('%s, without a picture, and by its content only', async (_, bytes, name, extension) => {
    const look = await pictures.look(fileOf('x', bytes).path, name);
    expect(look).toMatchObject({ ...fileTypes.get(extension), width: null, hasPicture: false, problem: null });
  });

  test.each([
    ['HTML', '<!doctype html><script>alert(1)</script>', 'logo.svg', 'HTML'],
    ['HTML after an SVG of no XML', '<html><svg xmlns="http://www.w3.org/2000/svg"></svg></html>', 'x.svg', 'HTML'],
    ['a script', '#!/bin/sh\nrm -rf /\n', 'logo.png', 'a script'],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01'), 'logo.png', 'ELF'],
    ['a program of Windows', Buffer.from('MZ\x90\0\x03'), 'logo.jpg', 'EXE'],
    ['a text', 'hello', 'logo.jpg', 'a text'],
    ['noise', Buffer.from([0, 1, 2, 3, 0, 255, 254, 7]), 'logo.jpg', 'something unknown'],
    ['other XML', '<?xml version="1.0"?><plist/>', 'x.svg', 'XML'],
    ['a compressed SVG', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 'x.svgz', 'GZ'],
    ['nothing', '', 'x.png', 'an empty file'],
  ])('%s is refused, and told what it looks like', async (_, bytes, name, looksLike) => {
    const refused = pictures.look(fileOf('x', bytes).path, name);
    await expect(refused).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(looksLike) });
  });

  test('one that is also something else is what browsers take it for', async () => {
    const gif = await halves().gif().toBuffer();
    const both = Buffer.concat([gif, Buffer.from('*/=1;alert(1)//<script>alert(1)</script>')]);
    expect(await pictures.look(fileOf('x', both).path, 'x.js')).toMatchObject({ extension: 'gif', problem: null });
    const jpeg = Buffer.concat([await halves().jpeg().toBuffer(), Buffer.from('<html><script>alert(1)</script>')]);
    expect(await pictures.look(fileOf('x', jpeg).path, 'x.html')).toMatchObject({ extension: 'jpg', problem: null });
    const zip = Buffer.from(`%PDF-1.4\n%PK\x03\x04PK\x05\x06${'\0'.repeat(18)}`);
    expect(await pictures.look(fileOf('x', zip).path, 'x.zip')).toMatchObject({ extension: 'pdf' });
  });

  test('a damaged one has a problem, and no picture', async () => {
    const jpeg = await halves(2000, 1000).jpeg().toBuffer();
    const half = await pictures.look(fileOf('x', jpeg.subarray(0, jpeg.length / 2)).path, 'x.jpg');
    expect(half).toMatchObject({ extension: 'jpg', hasPicture: false, problem: expect.stringContaining('JPG') });
    const script = await pictures.look(fileOf('x', 'GIF=1;alert(1)').path, 'x.js');
    expect(script).toMatchObject({ extension: 'gif', hasPicture: false, problem: expect.stringContaining('GIF') });
    const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    expect(await pictures.look(fileOf('x', png).path, 'x.png')).toMatchObject({
      extension: 'png',
      hasPicture: false,
      problem: expect.stringContaining('PNG'),
    });
  });
});

describe('a picture of a file', () => {
  test.each(pictureFormats)('is %s of the width that is asked for, or its own when that is less', async (format) => {
    const photo = fileOf('photo.jpg', await halves(800, 400).jpeg({ quality: 95 }).toBuffer());
    for (const [width, shown] of [
      [160, 160],
      [640, 640],
      [1920, 800],
    ] as const) {
      const { path, bytes, mime } = await pictures.rendition(photo, width, format);
      expect(mime).toBe(`image/${format}`);
      expect(statSync(path).size).toBe(bytes);
      const facts = await sharp(path).metadata();
      expect([facts.width, facts.height]).toEqual([shown, shown / 2]);
      expect(facts.format).toBe(format === 'avif' ? 'heif' : format);
    }
  });

  // What a camera stores: turned back, so that the orientation turns it upright.
  test.each([
    [1, 0, false],
    [2, 0, true],
    [3, 180, false],
    [4, 180, true],
    [5, 90, true],
    [6, 270, false],
    [7, 270, true],
    [8, 90, false],
  ])('is upright, however the camera was held: orientation %i', async (orientation, angle, mirrored) => {
    const flat = sharp(await halves(400, 200).png().toBuffer()).rotate(angle);
    const stored = mirrored ? sharp(await flat.png().toBuffer()).flop() : flat;
    const photo = fileOf('p.jpg', await stored.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer());
    expect(await pictures.look(photo.path, 'p.jpg')).toMatchObject({ width: 400, height: 200 });
    const { path } = await pictures.rendition(photo, 320, 'png');
    expect((await sharp(path).metadata()).orientation).toBeUndefined();
    const [topLeft, topRight, bottomLeft] = await quarters(path);
    expect([topLeft, topRight, bottomLeft]).toEqual([near(red), near(blue), near(red)]);
  });

  test.each(pictureFormats)(
    'has the colours that the file means, in %s: CMYK, Display P3, 16 bits, grey',
    async (format) => {
      const base = await halves().png().toBuffer();
      const variants: Record<string, Buffer> = {
        'p3.png': await sharp(base).withIccProfile('p3').png().toBuffer(),
        'cmyk.tif': await sharp(base).withIccProfile('cmyk').toColourspace('cmyk').tiff().toBuffer(),
        'cmyk.jpg': await sharp(base).withIccProfile('cmyk').toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
        '16.png': await sharp(base).toColourspace('rgb16').png().toBuffer(),
        'plain.png': base,
      };
      for (const [name, bytes] of Object.entries(variants)) {
        const { path } = await pictures.rendition(fileOf(name, bytes), 160, format);
        const [left, right] = await quarters(path);
        const tolerance = name.startsWith('cmyk') ? 25 : 14;
        expect([left, right], name).toEqual([near(red, tolerance), near(blue, tolerance)]);
        expect((await sharp(path).metadata()).icc).toBeUndefined();
      }
      const grey = fileOf('g.png', await halves().greyscale().png().toBuffer());
      const [[r = 0, g = 0, b = 0] = []] = await quarters((await pictures.rendition(grey, 160, format)).path);
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(4);
    },
  );

  test.each(pictureFormats)(
    'tells nothing of the camera or the place, in %s; the look says that the photo does',
    async (format) => {
      const exif = {
        IFD0: { Make: 'ACME', Copyright: 'Rosi' },
        IFD3: { GPSLatitude: '48/1 12/1 30/1', GPSLatitudeRef: 'N' },
      };
      const photo = fileOf('p.jpg', await halves().withExif(exif).jpeg().toBuffer());
      expect(await pictures.look(photo.path, 'p.jpg')).toMatchObject({ place: true, problem: null });
      const { path } = await pictures.rendition(photo, 320, format);
      const { exif: left, xmp, icc } = await sharp(path).metadata();
      expect([left, xmp, icc]).toEqual([undefined, undefined, undefined]);
      expect(readFileSync(path).includes('ACME')).toBe(false);
      // Credits stay in the original.
      expect(readFileSync(photo.path).includes('Rosi')).toBe(true);
    },
  );

  test.each([
    [false, halves().withExif({ IFD0: { Make: 'ACME' } })],
    [true, halves().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a exif:GPSLatitude="48,12N"/></x:xmpmeta>')],
  ])('has a place, as the look says: %s', async (place, photo) => {
    const { path } = fileOf('x', await photo.jpeg().toBuffer());
    expect(await pictures.look(path, 'q.jpg')).toMatchObject({ place });
  });

  test('is of the first frame', async () => {
    const frames = ['#b04030', '#305080'].map((color) => plain(40, 20, color).png().toBuffer());
    const animated = await sharp(await Promise.all(frames), { join: { animated: true } })
      .toFormat('gif')
      .toBuffer();
    const { path } = await pictures.rendition(fileOf('a.gif', animated), 160, 'png');
    const facts = await sharp(path).metadata();
    expect([facts.width, facts.height, facts.pages ?? 1]).toEqual([40, 20, 1]);
    expect((await quarters(path))[0]).toEqual(near(red));
  });

  test('of an SVG is sharp at any width, and never larger than WebP can be', async () => {
    const size = async (attributes: string, width: 160 | 2560) => {
      const text = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="20" height="10"/></svg>`;
      const { path } = await pictures.rendition(fileOf('a.svg', text), width, 'webp');
      const facts = await sharp(path).metadata();
      return [facts.width, facts.height];
    };
    expect(await size('width="20" height="10"', 2560)).toEqual([2560, 1280]);
    expect(await size('viewBox="0 0 90000 45000"', 160)).toEqual([160, 80]);
    const [width = 0, height = 0] = await size('width="10" height="1000"', 2560);
    expect(height).toBeLessThanOrEqual(16_383);
    expect(width).toBeLessThan(2560);
  });

  test('of what has no picture is not found', async () => {
    const pictures = startPictures();
    const pdf = fileOf('a.pdf', '%PDF-1.7\n');
    await expect(pictures.rendition(pdf, 160, 'webp')).rejects.toMatchObject({ code: 'not_found' });
    const damaged = fileOf('a.png', 'no picture');
    for (const _ of [1, 2])
      await expect(pictures.rendition(damaged, 160, 'webp')).rejects.toMatchObject({ code: 'not_found' });
    expect(pictures.figures()).toMatchObject({ made: 0, failed: 1 });
  });
});

test('the widths that are offered enlarge nothing', () => {
  const of = (extension: string, width: number | null) => offeredWidths(fileTypes.get(extension) as never, width);
  expect(of('jpg', 1500)).toEqual([160, 320, 480, 640, 960, 1280]);
  expect(of('png', 20)).toEqual([160]);
  expect(of('svg', 20)).toHaveLength(8);
  expect(of('jpg', null)).toEqual([]);
  expect(of('pdf', 100)).toEqual([]);
});

describe('pictures are kept', () => {
  test('and made once, however many ask at the same time, and after a restart', async () => {
    const folder = join(temporaryDirectory(), 'pictures');
    const photo = fileOf('p.png', await halves().png().toBuffer());
    const pictures = startPictures({ folder });
    const all = await Promise.all(Array.from({ length: 50 }, () => pictures.rendition(photo, 160, 'webp')));
    expect(new Set(all.map(({ path }) => path)).size).toBe(1);
    expect(pictures.figures()).toMatchObject({ made: 1, waiting: 0 });
    const again = startPictures({ folder });
    await again.rendition(photo, 160, 'webp');
    expect(again.figures()).toMatchObject({ made: 0, hits: 1 });
  });

  test('up to a size: the least recently used goes first, also of a former process', async () => {
    const folder = join(temporaryDirectory(), 'pictures');
    const photo = fileOf('p.png', await halves(1600, 800).png().toBuffer());
    const before = startPictures({ folder });
    const kept = await Promise.all(([160, 320, 480] as const).map((width) => before.rendition(photo, width, 'png')));
    for (const [at, { path }] of kept.entries()) utimesSync(path, at, at);
    const pictures = startPictures({ folder, cacheBytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) });
    await pictures.rendition(photo, 160, 'png');
    await pictures.rendition(photo, 160, 'webp');
    await expect.poll(() => readdirSync(folder)).toHaveLength(3);
    expect(readdirSync(folder).some((name) => name.includes('-320.'))).toBe(false);
  });

  test('until their file is purged, by whichever process', async () => {
    const folder = join(temporaryDirectory(), 'pictures');
    const [pictures, other] = [startPictures({ folder }), startPictures({ folder })];
    const [logo, photo] = [
      fileOf('a.svg', svgOf('<rect width="9" height="9"/>')),
      fileOf('p.png', await halves().png().toBuffer()),
    ];
    await pictures.svgVerdict(logo);
    for (const file of [logo, photo]) await pictures.rendition(file, 160, 'webp');
    await other.forget(logo.sha256);
    expect(readdirSync(folder)).toEqual([expect.stringContaining(photo.sha256)]);
    expect((await pictures.rendition(logo, 160, 'webp')).bytes).toBeGreaterThan(0);
  });

  test('with the verdicts on SVGs', async () => {
    const folder = join(temporaryDirectory(), 'pictures');
    const clean = fileOf('a.svg', svgOf('<rect width="9" height="9"/>'));
    const hostile = fileOf('b.svg', svgOf('<script/>'));
    const [first, again] = [startPictures({ folder }), startPictures({ folder })];
    for (const pictures of [first, first, again]) {
      expect(await pictures.svgVerdict(clean)).toEqual({ isClean: true, reason: null });
      expect(await pictures.svgVerdict(hostile)).toEqual({ isClean: false, reason: 'line 1: <script>' });
    }
    expect(again.figures().hits).toBe(2);
  });
});
