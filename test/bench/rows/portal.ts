import type { Browser } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../support/browser.js';
import { openService, slug } from '../data.js';
import { type Context, compare, figure, inRounds, type Measurement, median, type Row } from '../harness.js';
import { bareServer, Client, Load } from '../load.js';
import { portal, serve } from '../processes.js';
import { exampleData, served } from '../served.js';

const connections = 32;

/** Fills a page with as many notes as it may have. */
async function addNotes(data: string, page: number): Promise<void> {
  const service = await openService(data);
  const question = { page, block: null, quote: '', by: null, kind: 'question', text: 'CSS pixels?' } as const;
  for (let number = 0; number < 100; number += 1) await service.notes.of(slug).add({ ...question, mentions: [] });
  await service.close();
}

async function publicPage(context: Context): Promise<Measurement[]> {
  const data = await context.data(1000, 4096);
  await portal('brand', 'set', slug, '--portal', 'public', '--notes', 'everyone', '--data', data);
  await addNotes(data, 7);
  const { server, client } = await served(context, data);
  const guest = new Client(context, `${server.url}/brands/${slug}`);
  const { body, headers } = await guest.get('/page-7');
  if (!headers['cache-control']?.startsWith('public')) throw new Error('The page is not public');
  const page = `${server.url}/brands/${slug}/page-7`;
  const load = new Load(context);
  const bare = await bareServer(context, body);
  const part = `from the cache, ${(body.length / 1000).toFixed(0)} KB of HTML, ${connections} connections`;
  const named = { part, unit: 'requests/s', target: { atLeast: 0.35 } };
  const cached = await compare(context, load.side(page, { connections }), load.side(bare, { connections }), named);
  // An address with a query is not in the cache.
  const uncached = await load.measure(`${page}?uncached`, { connections: 1 });
  const other = load.side(`${page.replace('page-7', 'page-8')}?uncached`, { connections });
  const withNotes = await compare(context, load.side(`${page}?uncached`, { connections }), other, {
    ...{ part: 'uncached, with 100 notes, vs without', unit: 'requests/s', target: { atLeast: 0.91 } },
  });
  const afterWrite = await inRounds(context.size(100, 40), async (round) => {
    await client.send('PATCH', '/pages/7', { title: `Title ${round}` });
    return (await guest.get('/page-7')).ms;
  });
  return [
    cached,
    figure('uncached, one at a time, median', uncached.ms.p50, 'ms', { atMost: 15 }),
    withNotes,
    figure('the first after a write, median', median(afterWrite), 'ms'),
  ];
}

const visits = [
  { part: 'a page of text', path: 'logo-versions', width: 1280, ms: 1300 },
  { part: 'the palette', path: 'the-palette', width: 1280, ms: 1300 },
  { part: 'home with a cover', path: '', width: 1280, ms: 1800 },
  { part: 'home, 390 px wide', path: '', width: 390, ms: 1800 },
] as const;

/** A mobile network and processor, as Lighthouse has them: 150 ms, 1.6 Mbit/s, a quarter of the speed. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** Records the largest paint, and how much moved. */
const recorder = `
  window.largestPaint = 0;
  window.moved = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) largestPaint = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });`;

interface Visit {
  /** Milliseconds to the largest paint. */
  readonly painted: number;
  /** Layout shift. */
  readonly moved: number;
}

/** The first visit of a browser to an address. */
async function visit(browser: Browser, url: string, width: number): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 850 } });
  const page = await context.newPage();
  await page.addInitScript(recorder);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'networkidle' });
  // A paint is reported after its frame.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  const [painted, moved] = await page.evaluate<[number, number]>('[largestPaint, moved]');
  await context.close();
  return { painted, moved };
}

interface Visited {
  readonly part: string;
  readonly path: string;
  readonly width: number;
  /** Upper bound. */
  readonly ms: number;
}

/** First visits to pages of the portal of a server. */
export async function firstVisits(context: Context, home: string, visits: readonly Visited[]): Promise<Measurement[]> {
  if (chromiumPath === undefined) return [];
  const browser = await launchChromium();
  context.atEnd(() => browser.close());
  const found: Measurement[] = [];
  let moved = 0;
  for (const { part, path, width, ms } of visits) {
    // The first makes pictures, which the server keeps.
    const all = await inRounds(5, () => visit(browser, home + path, width));
    const painted = all.map((one) => one.painted);
    moved = Math.max(moved, ...all.map((one) => one.moved));
    context.progress(`${part}: ${painted.map((one) => one.toFixed(0)).join(', ')}`);
    found.push(figure(`${part}, largest contentful paint`, median(painted), 'ms', { atMost: ms }));
  }
  return [...found, figure('most layout shift of a visit', moved, '', { atMost: 0 })];
}

async function firstVisit(context: Context): Promise<Measurement[]> {
  const data = await exampleData(context);
  await portal('brand', 'set', 'northlight', '--portal', 'public', '--data', data);
  const { url } = await serve(context, data);
  return firstVisits(context, `${url}/brands/northlight/`, visits);
}

export const rows: readonly Row[] = [
  {
    id: 43,
    work: 'portal: a public page as HTML, of 1,000 pages of 4 KB',
    comparedWith: 'a bare server with the same bytes',
    run: publicPage,
  },
  {
    id: 44,
    work: 'portal: the first visit, in Chromium: 150 ms, 1.6 Mbit/s, 4× throttled',
    run: firstVisit,
  },
];
