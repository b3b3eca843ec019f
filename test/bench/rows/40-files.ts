import { appendFile, cp, open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wav } from '../../support/files.js';
import { slug } from '../data.js';
import { addReleased, nginx, takePhoto } from '../files.js';
import {
  type Context,
  type Measurement,
  median,
  milliseconds,
  type Row,
  ratio,
  short,
  sideBySide,
} from '../harness.js';
import { bareServer, Load, type MeasureOptions } from '../load.js';
import { ask, command, issueKey, portal, serve, startChild } from '../processes.js';
import { served } from '../served.js';

/** Networks ask as often as they like, and keys send as much. */
const config = { file_requests_per_minute: 0, file_bytes_per_key_and_day: 2 ** 40 };

const connections = 32;

interface Medium {
  readonly id: number;
  readonly file: { readonly address: string };
}

/** A file of 100 KB at its public address, whole and as 304. */
async function whole(context: Context): Promise<Measurement[]> {
  const data = await context.data(10, 4096);
  const path = join(await context.folder(), 'sound.wav');
  const content = wav(100_000);
  await writeFile(path, content);
  await addReleased(data, path);
  const { server, client } = await served(context, data, { config });
  const [medium] = JSON.parse((await client.get('/media?include=file')).body.toString()) as Medium[];
  const file = server.url + medium?.file.address;
  const etag = (await fetch(file, { method: 'HEAD' })).headers.get('etag') ?? '';
  const load = new Load(context);
  const compare = async (
    part: string,
    theirs: string,
    atLeast: number,
    headers = {},
    expect: MeasureOptions['expect'] = '2xx',
  ): Promise<Measurement> => {
    const ourSide = (): Promise<number> => load.perSecond(file, headers, { connections, expect });
    const both = await sideBySide(context, ourSide, () => load.perSecond(theirs, {}, { connections }));
    return ratio(both, { part, target: { atLeast } });
  };
  const pipe = await ask<string>(startChild(context, 'bare', path, 'audio/wav'));
  return [
    await compare('100 KB, against nginx with sendfile', await nginx(context, path), 0.5),
    await compare('100 KB, against createReadStream().pipe()', pipe, 1.5),
    await compare(
      '304, against the 200 of a bare server with 2 KB',
      await bareServer(context, content.subarray(0, 2048)),
      0.4,
      { 'if-none-match': etag },
      '3xx',
    ),
  ];
}

const photos = 12;
const widths = [320, 480, 640, 960, 1280, 1920, 2560];
const formats = ['webp', 'jpeg', 'avif', 'png'];

/** Reads and writes of others while pictures of large photographs are made, one after another. */
async function meanwhile(context: Context): Promise<Measurement[]> {
  const pages = 1000;
  const data = await context.data(pages, 4096);
  const first = join(await context.folder(), 'photo.jpg');
  await takePhoto(first);
  for (let at = 0; at < context.size(photos, 4); at += 1) {
    const path = `${first.slice(0, -4)}-${at}.jpg`;
    await cp(first, path);
    // Bytes behind the end of a JPEG are no part of it.
    await appendFile(path, String(at));
    await portal('media', 'add', slug, path, '--data', data);
  }
  const { api, headers, client } = await served(context, data, { config, connections: 2 });
  for (let id = 1; id <= pages; id += 1) await client.get(`/pages/${id}`);
  const wanted = Array.from({ length: context.size(photos, 4) }, (_, at) => at + 1).flatMap((id) =>
    formats.flatMap((format) => widths.map((width) => `/media/${id}/file?width=${width}&format=${format}`)),
  );
  let made = 0;
  const makePictures = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const next = wanted.pop();
      if (next === undefined) throw new Error('There are no more pictures to make');
      await client.get(next);
      made += 1;
    }
  };
  const load = new Load(context);
  const measurements: Measurement[] = [];
  for (const [part, sent] of [
    ['GET of 1,000 pages', { readPages: pages }],
    ['PATCH', { patchPages: pages }],
  ] as const) {
    const p99 = async (): Promise<number> =>
      (await load.measure(`${api}/pages`, headers, { connections: 4, ...sent })).ms.p99;
    const busy = async (): Promise<number> => {
      let isOver = false;
      const making = Promise.all([1, 2].map(() => makePictures(() => isOver)));
      const measured = await p99();
      isOver = true;
      await making;
      return measured;
    };
    made = 0;
    const both = await sideBySide(context, busy, p99);
    const note = `99th percentile, 4 at a time; ${made} pictures were made`;
    const name = `${part} while pictures are made, against idle`;
    measurements.push(ratio(both, { part: name, unit: 'ms', target: { atMost: 1.5 }, note }));
  }
  return measurements;
}

/** Of a new file each time, by curl. */
async function uploaded(context: Context): Promise<Measurement> {
  const data = await context.data(10, 4096);
  const folder = await context.folder();
  const path = join(folder, 'large.wav');
  const bytes = context.size(256, 32) * 1024 ** 2;
  await writeFile(path, wav(bytes));
  await portal('brand', 'modules', slug, 'media_upload', '--data', data);
  const key = await issueKey(data, slug);
  const { url } = await serve(context, data, config);
  const hash = (): Promise<number> => milliseconds(() => command('sha256sum', [path], folder));
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = -1; round < 5; round += 1) {
    const file = await open(path, 'r+');
    await file.write(Buffer.from(`round ${round}`), 0, null, 64);
    await file.close();
    const theirMs = await hash();
    const args = ['-sSf', '-T', path, '-X', 'POST', '-H', `Authorization: Bearer ${key}`, '-o', '/dev/null'];
    const ourMs = await milliseconds(() => command('curl', [...args, `${url}/api/v1/media?name=large.wav`], folder));
    context.progress(`upload ${short(ourMs)} ms, sha256sum ${short(theirMs)} ms`);
    if (round < 0) continue;
    ours.push(ourMs);
    theirs.push(theirMs);
  }
  const { size } = await stat(path);
  const part = `upload of ${size / 1024 ** 2} MiB by curl, against sha256sum of it`;
  return ratio({ ours: median(ours), theirs: median(theirs) }, { part, unit: 'ms', target: { atMost: 1.5 } });
}

export const row: Row = {
  id: 40,
  work: 'files of media',
  comparedWith: 'each part says it',
  target: {},
  unit: 'requests/s',
  run: async (context) => [...(await whole(context)), ...(await meanwhile(context)), await uploaded(context)],
};
