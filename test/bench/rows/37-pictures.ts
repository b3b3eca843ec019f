import { join } from 'node:path';
import sharp from 'sharp';
import { defaultConfig, pictureLimits } from '../../../src/config.js';
import type { PictureWidth } from '../../../src/content/files/picture-widths.js';
import type { PictureFormat } from '../../../src/content/files/types.js';
import { createLog } from '../../../src/log.js';
import { Pictures } from '../../../src/pictures/pictures.js';
import { takePhoto } from '../files.js';
import { type Context, type Measurement, milliseconds, type Row, sideBySide } from '../harness.js';

const pictures: readonly (readonly [PictureWidth, PictureFormat])[] = [
  [320, 'webp'],
  [1280, 'webp'],
  [1280, 'avif'],
  [1920, 'jpeg'],
];

/** What a process of its own may cost, in milliseconds: two messages, a synced file, and its lower priority. */
const allowanceMs = 100;

async function run(context: Context): Promise<Measurement[]> {
  const folder = await context.folder();
  const path = join(folder, 'photo.jpg');
  await takePhoto(path);
  sharp.concurrency(1);
  sharp.cache(false);
  const log = createLog('warn');
  const made = new Pictures({ ...pictureLimits(defaultConfig), folder: join(folder, 'pictures'), log });
  context.atEnd(() => made.close());
  const measurements: Measurement[] = [];
  for (const [width, format] of pictures) {
    const alone = (): Promise<number> =>
      milliseconds(() => {
        const picture = sharp(path).autoOrient().resize({ width }).toColourspace('srgb');
        const options = { webp: { quality: 82 }, avif: { quality: 60, effort: 2 }, jpeg: { quality: 82 }, png: {} };
        return picture.toFormat(format, options[format]).toBuffer();
      });
    const first = (round: number): Promise<number> =>
      milliseconds(() => made.rendition({ sha256: `${format}${round}`, path, name: 'photo.jpg' }, width, format));
    const { ours, theirs, spreads } = await sideBySide(context, first, alone);
    const measured = Math.max(0, ours - allowanceMs) / theirs;
    measurements.push({ part: `${format}, ${width} px`, measured, ours, theirs, spreads });
  }
  return measurements;
}

export const row: Row = {
  id: 37,
  work: 'first picture of a new photograph of 24 megapixels, less 100 ms',
  comparedWith: 'sharp only, in the same process',
  target: { atMost: 1.5 },
  unit: 'ms',
  run,
};
