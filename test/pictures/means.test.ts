import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Pictures, StoredFile } from '../../src/pictures/pictures.js';
import { eventually } from '../support/eventually.js';
import { temporaryDirectory } from '../support/git.js';
import { fileOf, halves, plain, startPictures } from './pictures.js';
import { svgOf } from './svgs.js';

const ask = (pictures: Pictures, file: StoredFile) => pictures.mean(file.sha256, async () => file);

/** The mean colour that is found after it was asked for. */
function found(pictures: Pictures, file: StoredFile): Promise<string | null> {
  return eventually(() => {
    const mean = ask(pictures, file);
    if (mean === undefined) throw new Error('It is still looked for');
    return mean;
  });
}

describe('the mean colour of a picture', () => {
  it('is found after it was asked for, of colour and grey, turned and with a full opacity', async () => {
    const pictures = startPictures();
    const photo = fileOf('a.png', await halves().png().toBuffer());
    expect(ask(pictures, photo)).toBeUndefined();
    const files: [StoredFile, string][] = [
      [photo, '704858'],
      [fileOf('a.jpg', await plain(300, 200, '#808080').greyscale().jpeg().toBuffer()), '808080'],
      [fileOf('b.png', await plain(30, 20, '#102030').ensureAlpha().png().toBuffer()), '102030'],
      [fileOf('a.tif', await plain(30, 20, '#ffffff').greyscale().tiff().toBuffer()), 'ffffff'],
    ];
    for (const [file, mean] of files) expect([file.name, await found(pictures, file)]).toEqual([file.name, mean]);
  });

  it('is none where the ground shows through, of drawings and documents, and of what cannot be decoded', async () => {
    const pictures = startPictures();
    const none = [
      fileOf('a.png', await plain(30, 20, '#102030').ensureAlpha(0.5).png().toBuffer()),
      fileOf('a.svg', svgOf('<rect width="9" height="9"/>')),
      fileOf('a.pdf', '%PDF-1.7'),
      fileOf('a.jpg', 'no picture'),
    ];
    for (const file of none) expect([file.name, await found(pictures, file)]).toEqual([file.name, null]);
    const missing = fileOf('b.jpg', 'missing');
    pictures.mean(missing.sha256, async () => null);
    expect(await found(pictures, missing)).toBeNull();
    const withoutDecoder = startPictures({ processes: 0 });
    expect(await found(withoutDecoder, fileOf('a.png', await halves().png().toBuffer()))).toBeNull();
  });

  it('is kept for the next process, and goes with a file that is purged', async () => {
    const folder = join(temporaryDirectory(), 'pictures');
    const photo = fileOf('a.png', await halves().png().toBuffer());
    const first = startPictures({ folder });
    await found(first, photo);
    first.close();
    const next = startPictures({ folder, processes: 0 });
    expect(await found(next, photo)).toBe('704858');
    await next.forget(photo.sha256);
    expect(readdirSync(folder)).toEqual([]);
    expect(await found(next, photo)).toBeNull();
  });
});
