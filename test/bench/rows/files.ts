import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { defaultConfig, pictureLimits } from '../../../src/config.js';
import type { PictureWidth } from '../../../src/content/files/picture-widths.js';
import type { PictureFormat } from '../../../src/content/files/types.js';
import { createLog } from '../../../src/log.js';
import { Pictures } from '../../../src/pictures/pictures.js';
import { wav } from '../../support/files.js';
import { freePort } from '../../support/free-port.js';
import { slug } from '../data.js';
import { type Context, compare, type Measurement, milliseconds, type Row } from '../harness.js';
import { bareServer, Load } from '../load.js';
import { Child, command, portal } from '../processes.js';
import { served } from '../served.js';

/** A photograph of 24 megapixels, as noisy as one at dusk. @returns its path */
async function takePhoto(context: Context): Promise<string> {
  const path = join(await context.folder(), 'photo.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  await sharp({ create: { width: 6000, height: 4000, channels: 3, noise, background: '#888' } })
    .jpeg()
    .toFile(path);
  return path;
}

const pictures: readonly (readonly [PictureWidth, PictureFormat])[] = [
  [320, 'webp'],
  [1280, 'webp'],
  [1280, 'avif'],
  [1920, 'jpeg'],
];
const encoding = { webp: { quality: 82 }, avif: { quality: 60, effort: 2 }, jpeg: { quality: 82 }, png: {} };

/** What a process of its own may cost, in milliseconds: two messages, a synced file, and its lower priority. */
const allowanceMs = 100;

async function firstPictures(context: Context): Promise<Measurement[]> {
  const path = await takePhoto(context);
  sharp.concurrency(1);
  sharp.cache(false);
  const folder = join(dirname(path), 'pictures');
  const made = new Pictures({ ...pictureLimits(defaultConfig), folder, log: createLog('warn') });
  context.atEnd(() => made.close());
  const measurements: Measurement[] = [];
  for (const [width, format] of pictures) {
    const alone = (): Promise<number> =>
      milliseconds(() => {
        const picture = sharp(path).autoOrient().resize({ width }).toColourspace('srgb');
        return picture.toFormat(format, encoding[format]).toBuffer();
      });
    const first = async (round: number): Promise<number> => {
      const photo = { sha256: `${format}${round}`, path, name: 'photo.jpg' };
      return Math.max(0, (await milliseconds(() => made.rendition(photo, width, format))) - allowanceMs);
    };
    const named = { part: `${format}, ${width} px`, unit: 'ms', target: { atMost: 1.5 } };
    measurements.push(await compare(context, first, alone, named));
  }
  return measurements;
}

/** Networks ask as often as they like, and keys send as much. */
const settings = { file_requests_per_minute: 0, file_bytes_per_key_and_day: 2 ** 40 };

/** nginx with one process, serving the folder of a file with `sendfile`. @returns the URL of the file; `null` without nginx */
async function nginx(context: Context, path: string): Promise<string | null> {
  if ((await command('nginx', ['-v']).catch(() => null)) === null) return null;
  const [folder, port] = [await context.folder(), await freePort()];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const server = `listen 127.0.0.1:${port}; root ${dirname(path)};`;
  const http = `access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; ${temporary.join(' ')}`;
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; user root; worker_processes 1; pid ${folder}/pid; events { worker_connections 1024; }
     http { ${http} server { ${server} } }`,
  );
  const child = spawn('nginx', ['-c', config, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  context.atEnd(() => {
    child.kill('SIGTERM');
    return ended;
  });
  const url = `http://127.0.0.1:${port}${path.slice(dirname(path).length)}`;
  const isListening = () => fetch(url, { method: 'HEAD' }).catch(() => null);
  while ((await Promise.race([isListening(), ended])) === null) await sleep(50);
  return url;
}

/** A file of 100 KB at its public address, whole and as 304. */
async function publicFile(context: Context): Promise<Measurement[]> {
  const data = await context.data(10, 4096);
  const path = join(await context.folder(), 'sound.wav');
  const content = wav(100_000);
  await writeFile(path, content);
  const { id } = JSON.parse(await portal('media', 'add', slug, path, '--json', '--data', data)) as { id: number };
  await portal('media', 'release', slug, String(id), '--data', data);
  const { server, client } = await served(context, data, { settings });
  const [medium] = await client.json<{ file: { address: string } }[]>('GET', '/media?include=file');
  const file = server.url + medium?.file.address;
  const etag = (await fetch(file, { method: 'HEAD' })).headers.get('etag') ?? '';
  const load = new Load(context);
  const against = (part: string, theirs: string, atLeast: number, options = {}): Promise<Measurement> => {
    const [ours, other] = [load.side(file, { connections: 32, ...options }), load.side(theirs, { connections: 32 })];
    return compare(context, ours, other, { part, target: { atLeast }, unit: 'requests/s' });
  };
  const pipe = await new Child(context, 'bare', path, 'audio/wav').ask<string>();
  const bare = await bareServer(context, content.subarray(0, 2048));
  const other = await nginx(context, path);
  if (other === null) context.progress('not compared with nginx, which is not on this machine');
  const unmodified = { headers: { 'if-none-match': etag }, expect: '3xx' };
  return [
    ...(other === null ? [] : [await against('100 KB, against nginx with sendfile', other, 0.5)]),
    await against('100 KB, against createReadStream().pipe()', pipe, 1.5),
    await against('304, against the 200 of a bare server with 2 KB', bare, 0.4, unmodified),
  ];
}

const widths = [320, 480, 640, 960, 1280, 1920, 2560];
const formats = ['webp', 'jpeg', 'avif', 'png'];

/** Reads and writes of others while pictures of large photographs are made, one after another. */
async function whilePicturesAreMade(context: Context): Promise<Measurement[]> {
  const pages = 1000;
  const data = await context.data(pages, 4096);
  const first = await takePhoto(context);
  const photos = context.size(12, 4);
  for (let at = 0; at < photos; at += 1) {
    const path = `${first.slice(0, -4)}-${at}.jpg`;
    await cp(first, path);
    // Bytes behind the end of a JPEG are no part of it.
    await appendFile(path, String(at));
    await portal('media', 'add', slug, path, '--data', data);
  }
  const { api, headers, client } = await served(context, data, { settings, connections: 2 });
  for (let id = 1; id <= pages; id += 1) await client.get(`/pages/${id}`);
  const wanted = Array.from({ length: photos }, (_, at) => at + 1).flatMap((id) =>
    formats.flatMap((format) => widths.map((width) => `/media/${id}/file?width=${width}&format=${format}`)),
  );
  const makePictures = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const next = wanted.pop();
      if (next === undefined) throw new Error('There are no more pictures to make');
      await client.get(next);
    }
  };
  const load = new Load(context);
  const measurements: Measurement[] = [];
  for (const [part, sent] of [
    ['GET of 1,000 pages', { readPages: pages }],
    ['PATCH', { patchPages: pages }],
  ] as const) {
    const idle = async (): Promise<number> =>
      (await load.measure(`${api}/pages`, { headers, connections: 4, ...sent })).ms.p99;
    const busy = async (): Promise<number> => {
      let isOver = false;
      const making = Promise.all([1, 2].map(() => makePictures(() => isOver)));
      const measured = await idle();
      isOver = true;
      await making;
      return measured;
    };
    const name = `${part} by 4 while pictures are made, 99th percentile, against idle`;
    measurements.push(await compare(context, busy, idle, { part: name, unit: 'ms', target: { atMost: 1.5 } }));
  }
  return measurements;
}

export const rows: readonly Row[] = [
  {
    id: 37,
    work: 'first picture of a new photograph of 24 megapixels, less 100 ms',
    comparedWith: 'sharp only, in the same process',
    run: firstPictures,
  },
  {
    id: 40,
    work: 'files of media',
    run: async (context) => [...(await publicFile(context)), ...(await whilePicturesAreMade(context))],
  },
];
