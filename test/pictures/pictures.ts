import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import { defaultConfig, pictureLimits } from '../../src/config.js';
import { type PictureOptions, Pictures, type StoredFile } from '../../src/pictures/pictures.js';
import { sha256Of } from '../support/files.js';
import { temporaryDirectory } from '../support/git.js';

/** The built worker: a process cannot run the sources. */
export const script = new URL('../../dist/picture-worker.js', import.meta.url);

/** As the server has them, in a folder of their own. */
export function openPictures({
  folder = join(temporaryDirectory(), 'pictures'),
  ...options
}: Partial<PictureOptions> = {}): Pictures {
  const defaults = { ...pictureLimits(defaultConfig), script, log: pino({ level: 'silent' }) };
  return new Pictures({ ...defaults, folder, ...options });
}

/** The same, ended with the test. */
export function startPictures(options: Partial<PictureOptions> = {}): Pictures {
  const pictures = openPictures(options);
  onTestFinished(() => pictures.close());
  return pictures;
}

/** A file with this content, as it is kept. */
export function fileOf(name: string, content: Uint8Array | string): StoredFile {
  const path = join(temporaryDirectory(), 'content');
  writeFileSync(path, content);
  return { path, name, sha256: sha256Of(content) };
}

/** Children of this process that are picture processes, by their ids. */
export function pictureProcesses(): number[] {
  const own = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  const runs = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(fileURLToPath(script));
  return own.filter((pid) => pid !== '' && runs(pid)).map(Number);
}

const create = (width: number, height: number, background: string) =>
  ({ create: { width, height, channels: 3, background } }) as const;

/** Of one colour. */
export const plain = (width: number, height: number, background: string) => sharp(create(width, height, background));

/** Left half red, right half blue. */
export const halves = (width = 400, height = 200) =>
  plain(width, height, '#b04030').composite([{ input: create(width / 2, height, '#305080'), left: width / 2, top: 0 }]);
