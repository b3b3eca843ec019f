import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { chromiumPath, launchChromium } from '../../support/browser.js';
import { type Context, figure, type Measurement, median, type Row } from '../harness.js';
import { portal, projectFolder, serve } from '../processes.js';

const brand = 'northlight';

const pages = [
  { part: 'a page of text', path: 'logo-versions', width: 1280, ms: 1300 },
  { part: 'the palette', path: 'the-palette', width: 1280, ms: 1300 },
  { part: 'home with a cover', path: '', width: 1280, ms: 1800 },
  { part: 'home, 390 px wide', path: '', width: 390, ms: 1800 },
] as const;

/** A mobile network and processor, as Lighthouse has them: 150 ms, 1.6 Mbit/s, a quarter of the speed. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** Records the largest paint and the shifts of the layout. */
const recorder = `
  window.seen = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.lcp = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) seen.cls += value; })
    .observe({ type: 'layout-shift', buffered: true });`;

interface Visit {
  readonly lcp: number;
  readonly cls: number;
  /** Bytes of files by address, as they were sent. */
  readonly bytes: ReadonlyMap<string, number>;
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
  const bytes = new Map<string, number>();
  page.on('response', async (response) => {
    const { responseBodySize } = await response.request().sizes();
    bytes.set(response.url(), responseBodySize);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  // Paints are told after the frame in which they happen.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  const { lcp, cls } = (await page.evaluate('seen')) as { lcp: number; cls: number };
  await context.close();
  return { lcp, cls, bytes };
}

async function run(context: Context): Promise<Measurement[]> {
  if (chromiumPath === undefined) return [];
  const data = join(await context.folder(), 'data');
  await portal('brand', 'import', join(projectFolder, 'content-fixtures', brand), '--data', data);
  await portal('brand', 'set', brand, '--portal', 'public', '--data', data);
  const { url } = await serve(context, data, { guest_requests_per_minute: 0 });
  const browser = await launchChromium();
  context.atEnd(() => browser.close());
  const home = `${url}/brands/${brand}/`;
  const found: Measurement[] = [];
  let shifts = 0;
  for (const { part, path, width, ms } of pages) {
    const visits: Visit[] = [];
    // The first makes pictures, which the server keeps.
    for (let round = -1; round < 5; round += 1) visits.push(await visit(browser, home + path, width));
    const counted = visits.slice(1);
    context.progress(`${part}: ${counted.map(({ lcp }) => lcp.toFixed(0)).join(', ')}`);
    found.push(
      figure(`${part}, largest contentful paint`, median(counted.map(({ lcp }) => lcp)), 'ms', { atMost: ms }),
    );
    shifts = Math.max(shifts, ...counted.map(({ cls }) => cls));
    const cover = [...(counted[0]?.bytes ?? [])].filter(([address]) => /width=\d+&format=webp/.test(address));
    if (width < 500)
      found.push(figure('cover, 390 px wide', Math.max(...cover.map(([, size]) => size)) / 1000, 'KB', { atMost: 60 }));
  }
  const get = async (address: string): Promise<string> => (await fetch(new URL(address, home))).text();
  const html = await get('the-palette');
  const files = async (pattern: RegExp): Promise<number> => {
    const addresses = [...html.matchAll(pattern)].map(([, address = '']) => address);
    const sizes = await Promise.all(addresses.map(async (address) => gzipSync(await get(address)).length));
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  const styled = gzipSync(html).length / 1000 + (await files(/<link rel="stylesheet" href="([^"]+)"/g));
  return [
    ...found,
    figure('layout shift, the largest', shifts, '', { atMost: 0.02 }),
    figure('HTML and style sheets of the palette, gzip', styled, 'KB', { atMost: 30 }),
    figure('its scripts, gzip', await files(/<script[^>]* src="([^"]+)"/g), 'KB', { atMost: 15 }),
  ];
}

export const row: Row = {
  id: 44,
  work: 'portal: the first visit, in Chromium: 150 ms, 1.6 Mbit/s, 4× throttled',
  comparedWith: 'as named',
  target: {},
  unit: 'ms',
  run,
};
