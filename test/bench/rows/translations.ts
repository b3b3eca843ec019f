import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newBrandFile } from '../../../src/content/brand.js';
import { paths } from '../../../src/content/catalog/paths.js';
import type { PageFile } from '../../../src/content/page.js';
import { fingerprintOf } from '../../../src/content/translations/fingerprint.js';
import type { PageOverlay, Translation } from '../../../src/content/translations/overlay.js';
import { makePage, openService, paragraph, positionsFor, slug } from '../data.js';
import { type Context, compare, figure, type Measurement, median, milliseconds, type Row, ratio } from '../harness.js';
import { Client, Load } from '../load.js';
import { issueKey } from '../processes.js';
import { served } from '../served.js';

const bytes = 4096;
const tags = ['de', 'fr', 'es', 'it', 'nl'] as const;

/** Translation of a page: none of a third of the pages, half of another third, which has an earlier source. */
function overlayOf(page: PageFile, at: number, isWhole: boolean): PageOverlay | null {
  if (!isWhole && page.id % 3 === 0) return null;
  const translation = (text: string, kind: 'text' | 'html'): Translation => {
    const { of } = fingerprintOf(text, kind === 'html');
    return {
      [kind]: kind === 'html' ? paragraph(text.length, page.id * 64 + at + 7) : `Seite ${page.id}`,
      of,
      by: 'person',
    };
  };
  const texts = page.blocks.flatMap((block, place) => {
    if (!isWhole && page.id % 3 === 1 && place % 2 === 0) return [];
    const html = String(block.data.html);
    const source = !isWhole && page.id % 3 === 1 ? `${html}<p>Earlier.</p>` : html;
    return [[block.id ?? '', { html: translation(source, 'html') }] as const];
  });
  return { title: translation(page.title, 'text'), blocks: Object.fromEntries(texts) };
}

async function makeBrand(data: string, pages: number, languages: readonly string[], isWhole: boolean): Promise<void> {
  const shown = languages.map((tag) => ({ tag, shown: true, fallback: null }));
  const files = new Map<string, unknown>([[paths.brand, { ...newBrandFile('Bench'), languages: shown }]]);
  positionsFor(pages).forEach((position, index) => {
    const page = makePage(index + 1, position, bytes);
    files.set(paths.page(page.id), page);
    languages.forEach((tag, at) => {
      const overlay = overlayOf(page, at, isWhole);
      if (overlay !== null) files.set(paths.translation(tag, { of: 'page', id: page.id }), overlay);
    });
  });
  const service = await openService(data);
  await service.provisioning.create({ slug, modules: [], apiEnabled: true, files, subject: `Create ${pages} pages` });
  await service.close();
}

async function counts(context: Context): Promise<Measurement[]> {
  const data = join(await context.folder(), 'data');
  await makeBrand(data, 1000, tags, false);
  const key = await issueKey(data, slug);
  const first: number[] = [];
  for (let round = 0; round < context.rounds; round += 1) {
    const { server, client } = await served(context, data, { key });
    first.push((await client.get('/languages')).ms);
    await server.end('SIGTERM');
  }
  const { client, server } = await served(context, data, { key });
  const [written, again]: [number[], number[]] = [[], []];
  for (let round = 0; round < 50; round += 1) {
    await client.send('PATCH', `/pages/${1 + round}`, { title: `Round ${round}` });
    written.push((await client.get('/languages')).ms);
    again.push((await client.get('/languages')).ms);
  }
  await server.end('SIGTERM');
  return [
    figure('the first after a start', median(first), 'ms'),
    figure('after a write', median(written), 'ms', { atMost: 20 }),
    figure('again', median(again), 'ms'),
  ];
}

/** MiB of all search indexes of a brand, each language of which was searched. */
async function indexSize(context: Context, pages: number, languages: readonly string[]): Promise<number> {
  const data = join(await context.folder(), 'data');
  await makeBrand(data, pages, languages, true);
  const { client, server } = await served(context, data);
  for (const tag of [null, ...languages]) {
    const path = `/search?q=brand${tag === null ? '' : `&lang=${tag}`}`;
    while ((await client.ask('GET', path)).status === 503) await sleep(250);
  }
  await server.end('SIGTERM');
  const cache = join(data, 'cache');
  const files = (await readdir(cache)).filter((name) => name.startsWith(`${slug}.search`));
  const sizes = await Promise.all(files.map((name) => stat(join(cache, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1024 ** 2;
}

async function index(context: Context): Promise<Measurement> {
  const pages = context.size(10_000, 2000);
  const [three, one] = [await indexSize(context, pages, tags.slice(0, 2)), await indexSize(context, pages, [])];
  return ratio([[three, one]], { unit: 'MiB', target: { atMost: 3.2 } });
}

async function exchange(context: Context): Promise<Measurement[]> {
  const data = join(await context.folder(), 'data');
  const pages = context.size(12_000, 3000);
  await makeBrand(data, pages, tags.slice(0, 1), true);
  const { client, server, api, headers } = await served(context, data);
  const { body } = await client.get('/languages/de/texts.xlf?pages=1,2,3&state=all');
  context.progress(`${body.length} bytes of three pages`);
  const load = new Load(context);
  const reads = async (): Promise<number> =>
    (await load.measure(`${api}/pages`, { headers, connections: 4, readPages: 1000 })).ms.p99;
  const other = new Client(context, api, headers);
  let took = 0;
  const busy = async (): Promise<number> => {
    let isOver = false;
    const exporting = (async () => {
      while (!isOver) took = await milliseconds(() => other.ask('GET', '/languages/de/texts.xlf?state=all'));
    })();
    const measured = await reads();
    isOver = true;
    await exporting;
    return measured;
  };
  const measured = await compare(context, busy, reads, {
    part: 'GET by 4 while texts are exported, 99th percentile, vs idle',
    unit: 'ms',
  });
  await server.end('SIGTERM');
  return [measured, figure('an export', took, 'ms')];
}

export const rows: readonly Row[] = [
  { id: 54, work: '`GET /languages`: counts of 1,000 pages in 5 languages', run: counts },
  { id: 55, work: 'search index of a brand in 3 languages', comparedWith: 'in one', run: index },
  { id: 56, work: 'texts of a language as XLIFF', run: exchange },
];
