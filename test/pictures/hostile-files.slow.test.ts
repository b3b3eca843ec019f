import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Look } from '../../src/content/files/inspector.js';
import { PortalError } from '../../src/lib/errors.js';
import { seed, some, tried } from '../support/effort.js';
import { eventually, shortLimit } from '../support/eventually.js';
import { random } from '../support/random.js';
import { hostileFiles } from './hostile-files.js';
import { fileOf, pictureProcesses, plain, startPictures } from './pictures.js';
import { hostileDocuments, svgOf } from './svgs.js';

const seconds = 5;
/** Beyond the limit of data lie the program's code, and what is mapped of libraries. */
const memoryBytes = 512 * 1024 ** 2;

/** Highest resident memory of the picture processes, sampled. */
function watchMemory(): () => number {
  let highest = 0;
  const sample = (): void => {
    for (const pid of pictureProcesses()) {
      const [, kib = '0'] = /VmHWM:\s+(\d+)/.exec(status(pid)) ?? [];
      highest = Math.max(highest, Number(kib) * 1024);
    }
  };
  const timer = setInterval(sample, 50);
  onTestFinished(() => clearInterval(timer));
  return () => highest;
}

function status(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

const settled = (error: unknown): string => {
  if (error instanceof PortalError) return error.code;
  throw error;
};

const good = async () => fileOf('g.png', await plain(9, 9, '#f00').png().toBuffer());

describe('is given up or stays within its memory, and the next file is looked at:', shortLimit, () => {
  test.each(some(Object.keys(hostileFiles), 4))('%s', async (name) => {
    const { path } = fileOf('x', (await hostileFiles[name]?.()) ?? '');
    const pictures = startPictures({ seconds, memoryBytes });
    const memory = watchMemory();
    const found = await pictures.look(path, 'x').catch(settled);
    if (typeof found === 'string') expect(found).toBe('invalid');
    else {
      // Stored in any case: without a picture it says why, or what is wrong.
      expect(found.hasPicture || found.note !== null || found.problem !== null).toBe(true);
      if (found.hasPicture) {
        const file = { path, name: `x.${found.extension}`, sha256: name };
        const made = await pictures.rendition(file, 320, 'webp').catch(settled);
        expect(typeof made === 'string' ? made : 'made').toMatch(/made|not_found/);
      } else expect(found.svg?.isClean ?? false).toBe(false);
    }
    expect(memory()).toBeLessThan(memoryBytes + 128 * 1024 ** 2);
    // A busy machine may need longer than the limit for any file; each is looked at by a process that works.
    const { path: next } = await good();
    await eventually(async () =>
      expect(await pictures.look(next, 'x')).toMatchObject({ extension: 'png', hasPicture: true }),
    );
  });
});

test('a picture that needs more memory than there is fails alone: the next is made by the same process', async () => {
  const pictures = startPictures({ memoryBytes: 256 * 1024 ** 2 });
  const photo = fileOf('p.jpg', await plain(6000, 4000, '#888').jpeg().toBuffer());
  const before = pictureProcesses();
  expect(await pictures.look(photo.path, 'p.jpg')).toMatchObject({ width: 6000, hasPicture: true });
  const started = pictureProcesses().filter((pid) => !before.includes(pid));
  await expect(pictures.rendition(photo, 2560, 'avif')).rejects.toMatchObject({ code: 'not_found' });
  expect((await pictures.rendition(photo, 640, 'webp')).bytes).toBeGreaterThan(0);
  expect(pictureProcesses()).toEqual(expect.arrayContaining(started));
});

test(
  'a picture that takes too long is given up, and not tried again at once; its SVG is not shown as it is',
  shortLimit,
  async () => {
    const pictures = startPictures({ seconds: 5 });
    const slow = fileOf('s.svg', String(await hostileFiles['a bomb of filters']?.()));
    const look = (await pictures.look(slow.path, 's.svg')) as Look;
    expect(look).toMatchObject({ extension: 'svg', hasPicture: false, problem: null });
    expect(look.svg?.isClean).toBe(false);
    await expect(pictures.rendition(slow, 160, 'webp')).rejects.toMatchObject({ code: 'not_found' });
    const { failed } = pictures.figures();
    await expect(pictures.rendition(slow, 320, 'webp')).rejects.toMatchObject({ code: 'not_found' });
    await expect(pictures.svgVerdict(slow)).rejects.toMatchObject({ code: 'unavailable' });
    expect(pictures.figures().failed).toBe(failed);
  },
);

test('hostile SVGs are drawn without fetching or reading anything, or not at all', async () => {
  const pictures = startPictures();
  for (const text of Object.values(hostileDocuments)) {
    const file = fileOf('x.svg', text);
    const found = await pictures.look(file.path, 'x.svg').catch(settled);
    if (typeof found === 'string') expect(found).toBe('invalid');
    else expect(found.svg?.isClean).toBe(false);
  }
  const secret = fileOf('secret.png', await plain(9, 9, '#0f0').png().toBuffer());
  for (const address of [secret.path, `file://${secret.path}`, 'content', './content']) {
    const file = fileOf('x.svg', svgOf(`<image href="${address}" width="9" height="9"/>`));
    const { path } = await pictures.rendition(file, 160, 'png');
    const { channels } = await sharp(path).stats();
    expect(channels.map(({ max }) => max)).toEqual([0, 0, 0, 0]);
  }
});

test('damaged files break no process: each is looked at, and none is taken for whole when its decoder says it is not', async () => {
  const pictures = startPictures();
  const picture = sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } });
  const next = random(seed);
  const formats = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const;
  const before = pictureProcesses();
  await pictures.look((await good()).path, 'x');
  for (const format of formats) {
    const whole = await picture.clone().toFormat(format).toBuffer();
    const damages = some([...Array(80).keys()], 10);
    for (const at of damages) {
      const bytes = Buffer.from(whole);
      if (at % 4 === 0) bytes.fill(at, Math.floor(next() * bytes.length));
      else for (let left = at; left > 0; left -= 1) bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
      const found = await pictures.look(fileOf('x', bytes).path, 'x').catch(settled);
      if (typeof found === 'string') expect(found).toBe('invalid');
    }
    tried({ inputs: damages.length });
  }
  expect(pictureProcesses().filter((pid) => !before.includes(pid)).length).toBeLessThanOrEqual(1);
});
