import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PictureFormat } from '../../src/content/files/types.js';
import { temporaryDirectory } from '../support/git.js';
import { fileOf, halves, pictureProcesses, script, startPictures } from './pictures.js';
import { svgOf } from './svgs.js';

/** The built worker where no library is found. */
function withoutSharp(): URL {
  const folder = temporaryDirectory();
  const built = new URL('.', script);
  for (const name of readdirSync(built).filter((one) => one.endsWith('.js')))
    copyFileSync(new URL(name, built), join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return pathToFileURL(join(folder, 'picture-worker.js'));
}

/** The built worker, to which something happens when it is asked for the widest picture. */
function whenWidest(happens: string): URL {
  const path = join(temporaryDirectory(), 'worker.mjs');
  const before = `process.prependListener('message', ({ size }) => { if (size === 2560) { ${happens}; } });`;
  writeFileSync(path, `import { existsSync, rmSync } from 'node:fs';\nimport '${script.href}';\n${before}\n`);
  return pathToFileURL(path);
}

describe('the picture process', () => {
  test('is started by the first file, has nothing of the environment, and ends with the server', async () => {
    const pictures = startPictures();
    const before = pictureProcesses();
    await pictures.look(fileOf('x', '%PDF-1.7\n').path, 'x');
    const [pid] = pictureProcesses().filter((one) => !before.includes(one));
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((text) => !/^(?:|PWD=.*|NODE_CHANNEL_.*)$/.test(text));
    expect(environment).toEqual([]);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])).toBeGreaterThanOrEqual(10);
    pictures.close();
    await expect.poll(() => pictureProcesses().includes(pid as number)).toBe(false);
    await expect(pictures.look(fileOf('x', '%PDF-1.7\n').path, 'x')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('that breaks costs one job: that one fails, the next is done', async () => {
    const pictures = startPictures({ script: whenWidest('process.abort()') });
    const photo = fileOf('p.png', await halves().png().toBuffer());
    const broken = expect(pictures.rendition(photo, 2560, 'avif')).rejects.toMatchObject({ code: 'not_found' });
    const next = pictures.rendition(fileOf('q.png', await halves(40, 20).png().toBuffer()), 160, 'webp');
    await broken;
    expect((await next).bytes).toBeGreaterThan(0);
    expect(pictures.figures()).toMatchObject({ made: 1, failed: 1 });
  });

  test('that breaks takes nothing away that is there: neither the pictures of the file nor its verdict', async () => {
    const folder = join(temporaryDirectory(), 'pictures');
    const logo = fileOf('a.svg', svgOf('<rect width="9" height="9"/>'));
    const unseen = fileOf('b.svg', svgOf('<rect width="8" height="8"/>'));
    const before = startPictures({ folder });
    const made = await before.rendition(logo, 160, 'webp');
    const clean = await before.svgVerdict(logo);
    const pictures = startPictures({ folder, script: whenWidest('process.exit(1)') });
    for (const file of [logo, unseen]) {
      await expect(pictures.rendition(file, 2560, 'avif')).rejects.toMatchObject({ code: 'not_found' });
      await expect(pictures.rendition(file, 320, 'webp')).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await pictures.rendition(logo, 160, 'webp')).toEqual(made);
    expect(await pictures.svgVerdict(logo)).toEqual(clean);
    // It may yet be found.
    await expect(pictures.svgVerdict(unseen)).rejects.toMatchObject({ code: 'unavailable' });
    expect(pictures.figures().failed).toBe(2);
  });

  test('that the disk refuses a picture says nothing about the file: it is made when the disk takes it', async () => {
    const folder = join(temporaryDirectory(), 'pictures');
    const photo = fileOf('p.png', await halves().png().toBuffer());
    const refused = startPictures({ folder, script: whenWidest(`rmSync('${folder}', { recursive: true })`) });
    await expect(refused.rendition(photo, 2560, 'webp')).rejects.toMatchObject({ code: 'unavailable' });
    expect(refused.figures().failed).toBe(0);
    expect((await refused.rendition(photo, 160, 'webp')).bytes).toBeGreaterThan(0);
    const noFolder = startPictures({ folder: photo.path });
    await expect(noFolder.rendition(photo, 160, 'webp')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('ends after 200 jobs, and after a minute without any', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const pictures = startPictures();
    const before = pictureProcesses();
    const started = () => pictureProcesses().filter((one) => !before.includes(one));
    const { path } = fileOf('x', '%PDF-1.7\n');
    await pictures.look(path, 'x');
    const [first] = started();
    for (let left = 198; left > 0; left -= 1) await pictures.look(path, 'x');
    expect(started()).toEqual([first]);
    await pictures.look(path, 'x');
    await expect.poll(started).toEqual([]);
    await pictures.look(path, 'x');
    expect(started()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(started()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    await expect.poll(started).toEqual([]);
    expect(await pictures.look(path, 'x')).toMatchObject({ extension: 'pdf' });
  });

  test('holds up no upload while it is slow, nor does the process of another upload', async () => {
    const path = join(temporaryDirectory(), 'worker.mjs');
    const isStuck = "kind === 'render' || (kind === 'inspect' && path === process.stuck)";
    const slow = fileOf('s.svg', svgOf('<rect width="9" height="9"/>'));
    const before = `process.stuck = ${JSON.stringify(slow.path)};
      process.prependListener('message', ({ kind, path }) => { while (${isStuck}); });`;
    writeFileSync(path, `import '${script.href}';\n${before}\n`);
    const pictures = startPictures({ script: pathToFileURL(path) });
    const stuck = [
      pictures.rendition(fileOf('p.png', await halves().png().toBuffer()), 160, 'webp'),
      pictures.look(slow.path, 's.svg'),
    ].map((job) => job.catch((error) => error));
    for (let uploads = 0; uploads < 3; uploads += 1) {
      const { path } = fileOf('x', await halves().png().toBuffer());
      expect(await Promise.race([pictures.look(path, 'x.png'), ...stuck])).toMatchObject({ width: 400 });
    }
    pictures.close();
    await Promise.all(stuck);
  });

  test('does one job at a time; 100 wait, further ones are refused, and uploads go first', async () => {
    const released = join(temporaryDirectory(), 'released');
    const pictures = startPictures({ script: whenWidest(`while (!existsSync('${released}'))`) });
    const order: string[] = [];
    const photo = await halves(16, 8).png().toBuffer();
    const ask = (at: number, format: PictureFormat = 'webp') =>
      pictures.rendition(fileOf('p.png', Buffer.concat([photo, Buffer.from([at])])), 160, format);
    // All others wait for it.
    const first = pictures.rendition(fileOf('l.png', photo), 2560, 'webp');
    const small = Array.from({ length: 100 }, (_, at) => ask(at));
    const asked = [first, ...small].map((one) => one.then(() => void order.push('picture')));
    await expect.poll(() => pictures.figures().waiting).toBe(100);
    await expect(ask(101)).rejects.toMatchObject({ code: 'busy' });
    await pictures.look(fileOf('x', '%PDF-1.7\n').path, 'x');
    expect(order).toEqual([]);
    writeFileSync(released, '');
    await Promise.all(asked);
    expect(pictures.figures()).toMatchObject({ made: 101, failed: 0, waiting: 0 });
  });

  test.each([
    ['the configuration turns pictures off', () => startPictures({ processes: 0 })],
    ['sharp is not installed', () => startPictures({ script: withoutSharp() })],
  ])('makes none where %s, and looks at files anyway', async (_, start) => {
    const pictures = start();
    const photo = fileOf('p.png', await halves().png().toBuffer());
    expect(await pictures.look(photo.path, 'x')).toMatchObject({
      extension: 'png',
      hasPicture: false,
      problem: null,
      note: 'No preview: this server makes none.',
    });
    await expect(pictures.rendition(photo, 160, 'webp')).rejects.toMatchObject({ code: 'not_found' });
    const { path } = fileOf('a.svg', svgOf('<script/>'));
    expect((await pictures.look(path, 'x')).svg).toEqual({ isClean: false, reason: 'line 1: <script>' });
    await expect(pictures.look(fileOf('x', 'hello').path, 'x.png')).rejects.toMatchObject({ code: 'invalid' });
  });
});
