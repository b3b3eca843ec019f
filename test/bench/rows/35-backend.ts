import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { brandWithHistory } from '../commits.js';
import { paragraph, slug } from '../data.js';
import { type Context, figure, type Measurement, median, milliseconds, type Row, ratio } from '../harness.js';
import { residentMemory } from '../processes.js';
import { served, waitsDuring } from '../served.js';
import { SignedIn } from '../signed-in.js';

const brand = `/brands/${slug}`;

/** A portal, and an operator in its backend. */
async function serveTo(context: Context, data: string) {
  const api = await served(context, data);
  const browser = await SignedIn.at(api.server.url, data);
  context.atEnd(() => browser.close());
  return { ...api, browser };
}

async function timed(
  context: Context,
  work: (round: number) => Promise<number>,
  rounds = context.rounds * 3,
): Promise<number> {
  await work(-1);
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await work(round));
  return median(found);
}

/**
 * The changes of a brand with a long history: what is sent first, and the page of 50 rows, seen for the first time after a change,
 * next to `git log` for the same rows.
 */
async function changes(context: Context): Promise<Measurement[]> {
  const gitdir = await brandWithHistory(context, context.size(10_000, 2000));
  const data = dirname(dirname(gitdir));
  // What is in memory for the API, too, is no cost of the backend.
  const { server, client } = await served(context, data);
  const residentMiB = async (): Promise<number> => (await residentMemory(server.pid)) / 1024 ** 2;
  const unused = await residentMiB();
  const browser = await SignedIn.at(server.url, data);
  context.atEnd(() => browser.close());
  const first = await browser.get(brand);
  const used = await residentMiB();
  const assets = [...first.body.matchAll(/(?:href|src)="(\/assets\/[^"]*)"/g)].map(([, path = '']) => path);
  const sizes = await Promise.all(assets.map(async (path) => Buffer.byteLength((await browser.get(path)).body)));
  const [css = 0, script = 0] = sizes;
  const kb = (bytes: number): number => bytes / 1000;
  const trailers = ['Operation', 'Key', 'Person', 'Via'].map((name) => `%(trailers:key=${name},valueonly)`);
  const format = ['%H', '%ct', '%an', '%ae', ...trailers, '%s'].join('%x00');
  const args = ['--git-dir', gitdir, 'log', '-z', '--max-count=51', `--format=${format}`, 'main', '--'];
  const change = (round: number) => client.send('PATCH', '/pages/1', { title: `Change of round ${round}` });
  const ours = await timed(context, async (round) => {
    await change(round);
    return (await browser.get(`${brand}/changes`)).ms;
  });
  const same = await timed(context, async () => (await browser.get(`${brand}/changes`)).ms);
  const theirs = await timed(context, () => milliseconds(() => promisify(execFile)('git', args)));
  const tag = String((await browser.get(`${brand}/changes`)).headers.etag);
  const get304 = async () => (await browser.get(`${brand}/changes`, { 'if-none-match': tag })).ms;
  const again = await timed(context, get304, 200);
  const note = context.quick ? { note: '2,000 commits in a quick run' } : {};
  return [
    figure('first view, HTML', kb(Buffer.byteLength(first.body)), 'KB', { atMost: 40 }),
    figure('its style', kb(css), 'KB', { atMost: 12 }),
    figure('its script', kb(script), 'KB', { atMost: 6 }),
    figure('its requests', 1 + assets.length, '', { atMost: 4 }),
    { ...figure('first view with 90 days counted', first.ms, 'ms'), ...note },
    ratio({ ours, theirs }, { part: 'changes, 50 rows, after a change; git log', target: { atMost: 2 }, ...note }),
    figure('the same, in all', ours, 'ms', { atMost: 50 }),
    figure('the same, without a change', same, 'ms'),
    figure('seen before (304)', again, 'ms', { atMost: 1 }),
    figure('memory before the first request to it', unused, 'MiB'),
    figure('memory after it', used, 'MiB'),
  ];
}

async function tree(context: Context): Promise<Measurement[]> {
  const { browser } = await serveTo(context, await context.data(10_000, 1024));
  let bytes = 0;
  const get = async (path: string): Promise<number> => {
    const { body, ms } = await browser.get(brand + path);
    bytes = Math.max(bytes, Buffer.byteLength(body));
    return ms;
  };
  const all = await timed(context, () => get('/pages'));
  const filtered = await timed(context, (round) => get(`/pages?q=${encodeURIComponent(`Page ${100 + round}`)}`));
  return [
    figure('tree of 10,000 pages', all, 'ms', { atMost: 15 }),
    figure('the same, filtered', filtered, 'ms', { atMost: 15 }),
    figure('the larger of both', bytes / 1000, 'KB', { atMost: 60 }),
  ];
}

/** A page of 100 blocks with 10 edited, and how long a `GET` of the API waits meanwhile, next to how long it does without. */
async function difference(context: Context): Promise<Measurement[]> {
  const { browser, client } = await serveTo(context, await context.data(100, 1024));
  const blocks = Array.from({ length: 100 }, (_, at) => ({ type: 'rich_text', data: { html: paragraph(600, at) } }));
  const made = JSON.parse((await client.send('POST', '/pages', { title: 'Long', blocks })).body.toString());
  const edited = made.blocks.map((block: { id: string; type: string; data: { html: string } }, at: number) =>
    at % 10 === 0 ? { ...block, data: { html: block.data.html.replace(/ \w+ \w+ /, ' another word ') } } : block,
  );
  await client.send('PUT', `/pages/${made.id}/content`, { blocks: edited });
  const longest = async (work: () => Promise<unknown>): Promise<number> => {
    const { waits } = await waitsDuring(client, work(), { path: () => '/pages/1', pauseMs: 0 });
    return Math.max(0, ...waits);
  };
  const path = `${brand}/pages/${made.id}/compare`;
  const ms = await timed(context, async () => (await browser.get(path)).ms);
  const wait = await timed(context, () => longest(() => browser.get(path)));
  const idle = await timed(context, () => longest(() => new Promise((resolve) => setTimeout(resolve, ms))));
  return [
    figure('comparison of 100 blocks, 10 edited', ms, 'ms', { atMost: 60 }),
    figure('the longest wait of another request meanwhile', wait, 'ms', { atMost: 20 }),
    figure('the same without a comparison', idle, 'ms'),
  ];
}

export const row: Row = {
  id: 35,
  work: 'the backend in a browser',
  comparedWith: 'as named',
  target: {},
  unit: 'ms',
  run: async (context) => [...(await changes(context)), ...(await tree(context)), ...(await difference(context))],
};
