import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { noFacts } from '../content/files/inspector.js';
import { type Frame, frameSizes, type PictureWidth } from '../content/files/picture-widths.js';
import type { FileType, PictureFormat } from '../content/files/types.js';
import { noted } from '../lib/say.js';
import { sizeText } from '../lib/size-text.js';
import type { Inspection, Limits } from './job.js';
import { maxVerdictBytes, svgVerdict } from './svg-verdict.js';

/** Upper bound on the pixels of a side, which is the limit of WebP. */
const maxSide = 16_383;

/** Width of the picture that is decoded to find damage. */
const trialSide = 64;

/** Pixels per inch at which an SVG has its nominal size. */
const nominalDensity = 72;

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'SvgBuffer'];

type Library = typeof import('sharp').default;

let library: Promise<Library | null> | undefined;

/**
 * Loads the library, with one thread, no cache between pictures, and only the loaders that are needed.
 *
 * @returns `null` if it is not installed
 */
async function loadLibrary(): Promise<Library | null> {
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

/** Reads the facts of a picture, and decodes it once at a small size, to find damage before anything refers to it. */
export async function inspect(path: string, type: FileType, limits: Limits): Promise<Inspection> {
  const isSvg = type.extension === 'svg';
  const isLarge = isSvg && (await stat(path)).size > maxVerdictBytes;
  if (isLarge) {
    const reason = noted`larger than ${sizeText(maxVerdictBytes)}`;
    return { ...noFacts, svg: { isClean: false, reason }, note: noted`No preview: an SVG ${reason} is not drawn.` };
  }
  const input = isSvg ? await readFile(path) : path;
  const svg = typeof input === 'string' ? null : svgVerdict(input);
  const baseFacts = { ...noFacts, svg };
  library ??= loadLibrary();
  const sharp = limits.decodes ? await library : null;
  if (sharp === null) return { ...baseFacts, note: noted`No preview: this server makes none.` };

  try {
    const facts = await sharp(input, { limitInputPixels: false }).metadata();
    const { width, height } = facts.autoOrient;
    const described = { ...baseFacts, colors: describeColors(facts) };
    const isTooLarge = !isSvg && width * height > limits.pixels;
    if (isTooLarge) return { ...described, note: tooLargeNote(width, height, limits.pixels) };

    const picture = openPicture(sharp, input, facts, trialSide, limits);
    const { data, info } = await resized(picture, trialSide, isSvg).raw().toBuffer({ resolveWithObject: true });
    return { ...described, width, height, mean: isSvg ? null : meanOf(data, info.channels) };
  } catch (error) {
    const outcome = explainFailure(error as Error, type);
    // An SVG that cannot be drawn here could block a browser, too.
    return {
      ...baseFacts,
      ...outcome,
      svg: svg?.isClean ? { isClean: false, reason: noted`it could not be drawn` } : svg,
    };
  }
}

/** Mean of pixels in sRGB, grey or of three colours, with or without opacity, which comes last. */
function meanOf(pixels: Buffer, channels: number): string | null {
  const sums = Array.from({ length: channels }, (_, channel) => {
    let sum = 0;
    for (let at = channel; at < pixels.length; at += channels) sum += pixels[at] ?? 0;
    return (sum * channels) / pixels.length;
  });
  const opacity = channels % 2 === 0 ? sums.pop() : 255;
  const [red = 0, green = red, blue = red] = sums;
  if (opacity !== 255) return null;
  return [red, green, blue].map((mean) => Math.round(mean).toString(16).padStart(2, '0')).join('');
}

/**
 * Makes one picture of a file that was inspected.
 *
 * @throws when it cannot be decoded within the limits
 */
export async function render(
  path: string,
  type: FileType,
  size: PictureWidth | Frame,
  format: PictureFormat,
  to: string,
  limits: Limits,
): Promise<void> {
  library ??= loadLibrary();
  const sharp = await library;
  if (sharp === null || !limits.decodes) throw new Error('this server makes none');
  const isSvg = type.extension === 'svg';
  const input = isSvg ? await readFile(path) : path;
  const facts = isSvg ? await sharp(input, { limitInputPixels: false }).metadata() : null;
  const open = (width: number): Sharp => openPicture(sharp, input, facts, width, limits);
  const picture = typeof size === 'number' ? resized(open(size), size, isSvg) : framed(open, size);
  // `toFile` is not used, because its errors do not distinguish a full disk from a broken file.
  await writeFile(to, await encoded(picture, format).toBuffer());
}

/** Opens a picture. An SVG is drawn at the wanted size. */
function openPicture(
  sharp: Library,
  input: string | Buffer,
  facts: Metadata | null,
  side: number,
  limits: Limits,
): Sharp {
  const options: SharpOptions = { limitInputPixels: limits.pixels, failOn: 'error' };
  if (facts?.format !== 'svg') return sharp(input, options);
  const scale = Math.min(side / facts.width, maxSide / facts.height);
  return sharp(input, { ...options, density: Math.min(100_000, Math.max(1, nominalDensity * scale)) });
}

/** The image as it is displayed, in sRGB. Written pictures have no metadata, such as camera, location or profile. */
function resized(picture: Sharp, width: number, enlarges: boolean): Sharp {
  const size = { width, height: maxSide, fit: 'inside', withoutEnlargement: !enlarges } as const;
  return picture.autoOrient().resize(size).toColourspace('srgb');
}

/** Share of a frame that a picture with room around it has at most, in both directions. */
const shareOfFrame = 0.62;

/** A picture in its frame, in sRGB. */
function framed(open: (width: number) => Sharp, { size, ground, isFilled }: Frame): Sharp {
  const { width, height } = frameSizes[size];
  const share = isFilled ? 1 : shareOfFrame;
  const inner = { width: Math.round(width * share), height: Math.round(height * share) };
  const [left, top] = [Math.floor((width - inner.width) / 2), Math.floor((height - inner.height) / 2)];
  const room = { left, top, right: width - inner.width - left, bottom: height - inner.height - top };
  return open(inner.width)
    .autoOrient()
    .resize({ ...inner, fit: isFilled ? 'cover' : 'contain', background: ground })
    .extend({ ...room, background: ground })
    .flatten({ background: ground })
    .toColourspace('srgb');
}

/** AVIF at a higher effort takes ten times as long for a tenth fewer bytes. */
function encoded(picture: Sharp, format: PictureFormat): Sharp {
  if (format === 'webp') return picture.webp({ quality: 82 });
  if (format === 'avif') return picture.avif({ quality: 60, effort: 2 });
  return format === 'png' ? picture.png() : picture.flatten({ background: '#fff' }).jpeg({ quality: 82 });
}

function describeColors({ space, icc }: Metadata): string {
  const names: Record<string, string> = {
    srgb: 'RGB',
    rgb16: 'RGB',
    'b-w': noted`grey`,
    grey16: noted`grey`,
    cmyk: 'CMYK',
    lab: 'Lab',
  };
  const name = names[space ?? ''] ?? 'RGB';
  return icc === undefined ? name : noted`${name} with a profile`;
}

function tooLargeNote(width: number, height: number, maxPixels: number): string {
  const megapixels = (pixels: number): string => `${Math.round(pixels / 1e6)}`;
  return noted`No preview: it has ${megapixels(width * height)} megapixels (${width} × ${height}). Previews are made up to ${megapixels(maxPixels)}.`;
}

/**
 * An SVG that cannot be drawn here is accepted, since browsers may draw it; pixels that cannot be decoded are refused.
 */
function explainFailure({ message }: Error, type: FileType): Pick<Inspection, 'problem' | 'note'> {
  if (/memory|alloc/i.test(message))
    return { problem: null, note: noted`No preview: it needs more memory than pictures may take.` };
  if (type.extension === 'svg') return { problem: null, note: noted`No preview: it could not be drawn.` };
  const problem = noted`The ${type.extension.toUpperCase()} is incomplete or damaged: it cannot be decoded.`;
  return { problem, note: null };
}
