import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { brandWithHistory } from '../commits.js';
import { paragraph, slug } from '../data.js';
import { type Context, type Measurement, median, milliseconds, type Row } from '../harness.js';
import { Client } from '../load.js';
import { issueKey, type ServeChild, serve } from '../processes.js';
import { SignedIn } from '../signed-in.js';

const brand = `/brands/${slug}`;

interface Side {
  readonly server: ServeChild;
  readonly browser: SignedIn;
  readonly client: Client;
}

async function serveTo(context: Context, data: string): Promise<Side> {
  const key = await issueKey(data, slug);
  const server = await serve(context, data);
  const browser = await SignedIn.at(server.url, data);
  const client = new Client(server.url, key);
  context.atEnd(() => {
    browser.close();
    client.close();
  });
  await client.get('/pages/1');
  return { server, browser, client };
}

/** MiB that a process keeps in memory. */
async function residentMiB({ pid }: ServeChild): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
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
  const key = await issueKey(data, slug);
  const server = await serve(context, data);
  const client = new Client(server.url, key);
  context.atEnd(() => client.close());
  // What is in memory for the API, too, is no cost of the backend.
  await client.get('/pages');
  const unused = await residentMiB(server);
  const browser = await SignedIn.at(server.url, data);
  context.atEnd(() => browser.close());
  const first = await browser.get(brand);
  const used = await residentMiB(server);
  const assets = [...first.body.matchAll(/(?:href|src)="\/backend(\/assets\/[^"]*)"/g)].map(([, path = '']) => path);
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
    {
      part: 'first view, HTML',
      measured: kb(Buffer.byteLength(first.body)),
      measuredUnit: 'KB',
      target: { atMost: 40 },
    },
    { part: 'its style', measured: kb(css), measuredUnit: 'KB', target: { atMost: 12 } },
    { part: 'its script', measured: kb(script), measuredUnit: 'KB', target: { atMost: 6 } },
    { part: 'its requests', measured: 1 + assets.length, measuredUnit: '', target: { atMost: 4 } },
    { part: 'first view with 90 days counted', measured: first.ms, measuredUnit: 'ms', target: null, ...note },
    {
      part: 'changes, 50 rows, after a change; git log',
      measured: ours / theirs,
      ours,
      theirs,
      target: { atMost: 2 },
      ...note,
    },
    { part: 'the same, in all', measured: ours, measuredUnit: 'ms', target: { atMost: 50 } },
    { part: 'the same, without a change', measured: same, measuredUnit: 'ms', target: null },
    { part: 'seen before (304)', measured: again, measuredUnit: 'ms', target: { atMost: 1 } },
    { part: 'memory before the first request to it', measured: unused, measuredUnit: 'MiB', target: null },
    { part: 'memory after it', measured: used, measuredUnit: 'MiB', target: null },
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
    { part: 'tree of 10,000 pages', measured: all, measuredUnit: 'ms', target: { atMost: 15 } },
    { part: 'the same, filtered', measured: filtered, measuredUnit: 'ms', target: { atMost: 15 } },
    { part: 'the larger of both', measured: bytes / 1000, measuredUnit: 'KB', target: { atMost: 60 } },
  ];
}

/** A page of 100 blocks with 10 edited, and how long a `GET` of the API waits meanwhile, beside how long it does without. */
async function difference(context: Context): Promise<Measurement[]> {
  const { browser, client } = await serveTo(context, await context.data(100, 1024));
  const blocks = Array.from({ length: 100 }, (_, at) => ({ type: 'rich_text', data: { html: paragraph(600, at) } }));
  const made = JSON.parse((await client.send('POST', '/pages', { title: 'Long', blocks })).body.toString());
  const edited = made.blocks.map((block: { id: string; type: string; data: { html: string } }, at: number) =>
    at % 10 === 0 ? { ...block, data: { html: block.data.html.replace(/ \w+ \w+ /, ' another word ') } } : block,
  );
  await client.send('PUT', `/pages/${made.id}/content`, { blocks: edited });
  const longest = async (work: () => Promise<unknown>): Promise<number> => {
    let [isDone, most] = [false, 0];
    const over = work().finally(() => {
      isDone = true;
    });
    while (!isDone) most = Math.max(most, (await client.get('/pages/1')).ms);
    await over;
    return most;
  };
  const path = `${brand}/pages/${made.id}/compare`;
  const ms = await timed(context, async () => (await browser.get(path)).ms);
  const wait = await timed(context, () => longest(() => browser.get(path)));
  const idle = await timed(context, () => longest(() => new Promise((resolve) => setTimeout(resolve, ms))));
  return [
    { part: 'comparison of 100 blocks, 10 edited', measured: ms, measuredUnit: 'ms', target: { atMost: 60 } },
    {
      part: 'the longest wait of another request meanwhile',
      measured: wait,
      measuredUnit: 'ms',
      target: { atMost: 20 },
    },
    { part: 'the same without a comparison', measured: idle, measuredUnit: 'ms', target: null },
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
