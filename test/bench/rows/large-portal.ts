import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { projectFolder } from '../../support/child-server.js';
import { randomNumbers } from '../../support/random.js';
import { type Context, compare, figure, inRounds, type Measurement, median, type Row } from '../harness.js';
import { Client, Load } from '../load.js';
import { portal, serve } from '../processes.js';
import { firstVisits } from './portal.js';

const brand = 'northlight';
const firstMedium = 1000;
/** Pages of pictures, added to the 58 pages of the example. */
const galleries = ['photographs-1', 'photographs-2'];
const picturesOfPage = 40;

/** A photo of soft colours, another for another number. */
function photo(number: number): Promise<Buffer> {
  const random = randomNumbers(number + 1);
  const [width, height] = [8, 5];
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, () => random(256)));
  const raw = { raw: { width, height, channels: 3 } } as const;
  return sharp(pixels, raw).resize(1440, 900, { kernel: 'cubic' }).jpeg({ quality: 85 }).toBuffer();
}

/** The example with 60 pages and so many media. YAML may hold JSON. */
async function largeBrand(context: Context, media: number): Promise<string> {
  const folder = join(await context.folder(), brand);
  await cp(join(projectFolder, 'content-fixtures', brand), folder, { recursive: true });
  await mkdir(join(folder, 'media'), { recursive: true });
  const ids = Array.from({ length: media - 24 }, (_, at) => firstMedium + at);
  for (const id of ids) await writeFile(join(folder, `media/${id}.jpg`), await photo(id));
  const entry = (id: number) => ({ id, type: 'image', title: `Photo ${id}`, released: true, file: `media/${id}.jpg` });
  await appendFile(join(folder, 'media.yaml'), ids.map((id) => `- ${JSON.stringify(entry(id))}\n`).join(''));
  for (const [at, slug] of galleries.entries()) {
    const shown = ids.slice(at * picturesOfPage, (at + 1) * picturesOfPage);
    const items = shown.map((media_id) => ({ media_id, alt: `Photo ${media_id}`, caption: '' }));
    const blocks = [
      { type: 'rich_text', data: { html: '<p>All photographs that partners may use.</p>' } },
      { type: 'gallery', data: { layout: 'grid', items } },
    ];
    const page = { title: `Photographs ${at + 1}`, slug, visibility: 'public', blocks };
    await writeFile(join(folder, `pages/20${at}-${slug}.yaml`), JSON.stringify(page));
  }
  return folder;
}

async function largeData(context: Context): Promise<string> {
  const data = join(await context.folder(), 'data');
  const media = context.size(2000, 200);
  context.progress(`making ${media} media`);
  await portal('brand', 'import', await largeBrand(context, media), '--data', data);
  await portal('brand', 'set', brand, '--portal', 'public', '--data', data);
  return data;
}

const phone = { width: 390, ms: 1500 } as const;
const visits = [
  { part: 'home, 390 px wide', path: '', ...phone },
  { part: 'home', path: '', width: 1360, ms: 1500 },
  { part: 'a page of text, 390 px wide', path: 'logo-versions', ...phone },
  { part: 'the palette, 390 px wide', path: 'the-palette', ...phone },
  { part: `a page of ${picturesOfPage} pictures, 390 px wide`, path: galleries[0] ?? '', ...phone },
];

async function largePortal(context: Context): Promise<Measurement[]> {
  const data = await largeData(context);
  const { url } = await serve(context, data);
  const home = `${url}/brands/${brand}/`;
  const guest = new Client(context, home.slice(0, -1));
  // An address with a query is not in the cache.
  const timeOf = async (path: string): Promise<number> =>
    median(await inRounds(context.size(50, 10), async () => (await guest.get(`/${path}?uncached`)).ms, 5));
  return [
    figure('home, uncached, one at a time, median', await timeOf(''), 'ms', { atMost: 50 }),
    figure('a chapter', await timeOf('logo'), 'ms', { atMost: 50 }),
    figure('all 60 pages to print', await timeOf('-/print'), 'ms', { atMost: 3000 }),
    ...(await firstVisits(context, home, visits)),
  ];
}

/** Requests a second for a page in the cache, of which each answer is counted, and of the same in a brand without numbers. */
async function counting(context: Context): Promise<Measurement> {
  const urls: string[] = [];
  for (const counts of ['on', 'off']) {
    const data = await context.data(100, 4096);
    await portal('brand', 'set', 'bench', '--portal', 'public', '--counts', counts, '--data', data);
    urls.push(`${(await serve(context, data)).url}/brands/bench/page-7`);
  }
  const load = new Load(context);
  const [counted = '', uncounted = ''] = urls;
  const sideOf = (url: string) => load.side(url, { connections: 32 });
  return compare(context, sideOf(counted), sideOf(uncounted), { unit: 'requests/s', target: { atLeast: 0.97 } });
}

export const rows: readonly Row[] = [
  {
    id: 57,
    work: 'portal: 60 pages and 2,000 media; the first visit as in row 44',
    run: largePortal,
  },
  {
    id: 58,
    work: 'portal: a public page from the cache, with numbers',
    comparedWith: 'without numbers',
    run: counting,
  },
];
