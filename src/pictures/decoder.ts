import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { noFacts } from '../content/files/inspector.js';
import type { PictureWidth } from '../content/files/picture-widths.js';
import type { FileType, PictureFormat } from '../content/files/types.js';
import { sizeText } from '../lib/size-text.js';
import type { Inspection, Limits } from './job.js';
import { maxVerdictBytes, svgVerdict } from './svg-verdict.js';

/** Pixels of a side, at most: WebP has no more. */
const maxSide = 16_383;

const trialSide = 64;

/** Pixels an inch at which an SVG has its own size. */
const ownDensity = 72;

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'SvgBuffer'];

type Library = typeof import('sharp').default;

let library: Promise<Library | null> | undefined;

/** `null` when it is not installed. One thread, no cache between pictures, and only the loaders that are needed. */
async function load(): Promise<Library | null> {
  const sharp = await import('sharp').then(
    (module) => module.default,
    () => null,
  );
  sharp?.concurrency(1);
  sharp?.cache(false);
  sharp?.block({ operation: ['VipsForeignLoad'] });
  sharp?.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
  return sharp;
}

/** Facts of a picture that is decoded once, small: damage is known before anything refers to it. */
export async function inspect(path: string, type: FileType, limits: Limits): Promise<Inspection> {
  const isSvg = type.extension === 'svg';
  const isLarge = isSvg && (await stat(path)).size > maxVerdictBytes;
  if (isLarge) {
    const reason = `larger than ${sizeText(maxVerdictBytes)}`;
    return { ...noFacts, svg: { isClean: false, reason }, note: `No preview: an SVG ${reason} is not drawn.` };
  }
  const input = isSvg ? await readFile(path) : path;
  const svg = typeof input === 'string' ? null : svgVerdict(input);
  const known = { ...noFacts, svg };
  library ??= load();
  const sharp = limits.decodes ? await library : null;
  if (sharp === null) return { ...known, note: 'No preview: this server makes none.' };
  try {
    const facts = await sharp(input, { limitInputPixels: false }).metadata();
    const { width, height } = facts.autoOrient;
    const described = { ...known, place: placeIn(facts.exif, facts.xmp), colors: colorsOf(facts) };
    const pixels = width * height;
    if (!isSvg && pixels > limits.pixels) return { ...described, note: beyond(pixels, width, height, limits.pixels) };
    await resized(open(sharp, input, facts, trialSide, limits), trialSide, isSvg)
      .raw()
      .toBuffer();
    return { ...described, width, height };
  } catch (error) {
    const why = explain(error as Error, type);
    // Browsers would be held up by it, too.
    return { ...known, ...why, svg: svg?.isClean ? { isClean: false, reason: 'it could not be drawn' } : svg };
  }
}

/**
 * Makes one picture of a file that was inspected.
 *
 * @throws when it cannot be decoded within the limits
 */
export async function render(
  path: string,
  type: FileType,
  width: PictureWidth,
  format: PictureFormat,
  to: string,
  limits: Limits,
): Promise<void> {
  library ??= load();
  const sharp = await library;
  if (sharp === null || !limits.decodes) throw new Error('this server makes none');
  const isSvg = type.extension === 'svg';
  const input = isSvg ? await readFile(path) : path;
  const facts = isSvg ? await sharp(input, { limitInputPixels: false }).metadata() : null;
  const picture = resized(open(sharp, input, facts, width, limits), width, isSvg);
  // Not `toFile`: its errors do not tell a full disk from a broken file.
  await writeFile(to, await encoded(picture, format).toBuffer());
}

/** An SVG is drawn at the size that is wanted. */
function open(sharp: Library, input: string | Buffer, facts: Metadata | null, side: number, limits: Limits): Sharp {
  const options: SharpOptions = { limitInputPixels: limits.pixels, failOn: 'error' };
  if (facts?.format !== 'svg') return sharp(input, options);
  const scale = Math.min(side / facts.width, maxSide / facts.height);
  return sharp(input, { ...options, density: Math.min(100_000, Math.max(1, ownDensity * scale)) });
}

/** The image as it is displayed, in sRGB. Written pictures have no metadata: no camera, no place, no profile. */
function resized(picture: Sharp, width: number, enlarges: boolean): Sharp {
  const size = { width, height: maxSide, fit: 'inside', withoutEnlargement: !enlarges } as const;
  return picture.autoOrient().resize(size).toColourspace('srgb');
}

/** AVIF at a higher effort takes ten times as long for a tenth fewer bytes. */
function encoded(picture: Sharp, format: PictureFormat): Sharp {
  if (format === 'webp') return picture.webp({ quality: 82 });
  if (format === 'avif') return picture.avif({ quality: 60, effort: 2 });
  return format === 'png' ? picture.png() : picture.flatten({ background: '#fff' }).jpeg({ quality: 82 });
}

function colorsOf({ space, icc }: Metadata): string {
  const names: Record<string, string> = {
    srgb: 'RGB',
    rgb16: 'RGB',
    'b-w': 'grey',
    grey16: 'grey',
    cmyk: 'CMYK',
    lab: 'Lab',
  };
  return `${names[space ?? ''] ?? 'RGB'}${icc === undefined ? '' : ' with a profile'}`;
}

function beyond(pixels: number, width: number, height: number, limit: number): string {
  const mega = (count: number): string => `${Math.round(count / 1e6)}`;
  return `No preview: it has ${mega(pixels)} megapixels (${width} × ${height}). Previews are made up to ${mega(limit)}.`;
}

/**
 * An SVG that cannot be drawn here is accepted, since browsers may draw it; pixels that cannot be decoded are refused.
 */
function explain({ message }: Error, type: FileType): Pick<Inspection, 'problem' | 'note'> {
  if (/memory|alloc/i.test(message))
    return { problem: null, note: 'No preview: it needs more memory than pictures may take.' };
  if (type.extension === 'svg') return { problem: null, note: 'No preview: it could not be drawn.' };
  return { problem: `The ${type.extension.toUpperCase()} is incomplete or damaged: it cannot be decoded.`, note: null };
}

/** IFD of the place in the first IFD; latitude in that. */
const gpsTag = 0x8825;
const latitudeTag = 2;

/** Whether a photo contains the place where it was taken, in Exif or XMP. */
function placeIn(exif: Buffer | undefined, xmp: Buffer | undefined): boolean {
  return (exif !== undefined && hasLatitude(exif)) || (xmp?.includes('GPSLatitude') ?? false);
}

/** Reads two tables of Exif and follows nothing else in it, so it cannot go round in circles. */
function hasLatitude(exif: Buffer): boolean {
  const tiff = exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? exif.subarray(6) : exif;
  if (tiff.length < 8) return false;
  const isLittle = tiff[0] === 0x49;
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  /** Position of a tag's entry, of 12 bytes, in the table at a position. */
  const find = (table: number, tag: number): number | null => {
    if (table + 2 > tiff.length) return null;
    for (let left = short(table), at = table + 2; left > 0 && at + 12 <= tiff.length; left -= 1, at += 12) {
      if (short(at) === tag) return at;
    }
    return null;
  };
  const gps = find(long(4), gpsTag);
  return gps !== null && find(long(gps + 8), latitudeTag) !== null;
}
