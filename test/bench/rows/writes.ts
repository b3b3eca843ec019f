import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { byHand } from '../by-hand.js';
import { gitdirOf, richText } from '../data.js';
import {
  type Context,
  compared,
  figure,
  type Measurement,
  median,
  milliseconds,
  type Row,
  ratio,
  short,
} from '../harness.js';
import { Client, Load, type LoadResult } from '../load.js';
import { ask, startChild } from '../processes.js';
import { asking, served } from '../served.js';
import { commitsPerSecond, openRepository, pageBytes, plumbingSide, writePage, writers } from '../writers.js';

const many = 10_000;

/** Commits a second by 64 writers on a brand of so many pages. */
async function commits(context: Context, pages: number): Promise<() => Promise<number>> {
  const repository = await openRepository(gitdirOf(await context.data(pages, pageBytes)));
  context.atEnd(() => repository.close());
  const load = { seconds: context.seconds, concurrency: writers };
  return () => commitsPerSecond((id) => writePage(repository, pages, id), pages, load);
}

async function patches(context: Context): Promise<Measurement> {
  const { url, headers } = await served(context, many, pageBytes);
  const load = new Load(context);
  const ours = (): Promise<number> => load.perSecond(`${url}/pages`, headers, { patchPages: many });
  return compared(context, ours, await plumbingSide(context, many));
}

async function costAtSize(context: Context): Promise<Measurement> {
  const [large, small] = [await commits(context, context.size(100_000, 30_000)), await commits(context, 1000)];
  const cost = (perSecond: () => Promise<number>) => async () => 1000 / (await perSecond());
  return compared(context, cost(large), cost(small), context.less('30,000 pages'));
}

async function posts(context: Context): Promise<Measurement> {
  const { url, headers } = await served(context, 1000, 4096);
  const load = new Load(context);
  const perSecond = (sent: object) => () => load.perSecond(`${url}/pages`, headers, { connections: 16, ...sent });
  return compared(context, perSecond({ postBytes: 4096 }), perSecond({ patchPages: 1000 }));
}

/** 200 new blocks of a kilobyte, then one of them changed; DOMPurify on the same texts in a row. */
async function blocks(context: Context): Promise<Measurement[]> {
  const { client, key, server } = await served(context, 1000, 2048);
  const other = new Client(server.url, key);
  context.atEnd(() => other.close());
  const purify = startChild(context, 'purify');
  await ask(purify);
  const put = async (texts: readonly string[]): Promise<number> => {
    const sent = texts.map((html) => ({ type: 'rich_text', data: { html } }));
    return (await client.send('PUT', '/pages/1/content', { blocks: sent })).ms;
  };
  const [whole, alone, one, waits]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = -2; round < context.size(15, 7); round += 1) {
    const texts = Array.from({ length: 200 }, (_, at) => richText(1_000_000 + (round + 2) * 200 + at));
    const stop = asking(other, () => '/pages/2', 5);
    const all = await put(texts);
    const waited = await stop();
    const purified = await ask<number>(purify, texts);
    const changed = await put(texts.with(round + 2, richText(9_000_000 + round)));
    context.progress(`round ${round + 1}: ${[all, purified, changed].map(short).join(' / ')}`);
    if (round < 0) continue;
    whole.push(all);
    alone.push(purified);
    one.push(changed);
    waits.push(Math.max(...waited));
  }
  const note = `median of the rounds ${short(median(waits))} ms`;
  return [
    ratio(whole, alone, { part: 'all new' }),
    { ...figure('longest wait of other requests meanwhile', Math.max(...waits), 'ms', 50), note },
    ratio(whole, one, { part: 'all new against one changed', target: { atLeast: 50 } }),
  ];
}

const connections = [1, 4, 16] as const;
/** As large as the files that a write of one page of 4 KB makes. */
const files = [Buffer.alloc(1800), Buffer.alloc(1300)] as const;

/** The steps of one write for as long as a round, each time under another name. @returns how long each took, in milliseconds */
async function stepsByHand(context: Context): Promise<() => Promise<readonly number[]>> {
  const folder = await context.folder();
  for (const name of ['pack', 'heads']) await mkdir(join(folder, name));
  let made = 0;
  return async () => {
    const times: number[] = [];
    const endMs = performance.now() + context.seconds * 1000;
    while (performance.now() < endMs) {
      made += 1;
      times.push(await milliseconds(() => byHand(folder, `write-${made}`, files)));
    }
    return times;
  };
}

async function fewWriters(context: Context): Promise<Measurement[]> {
  const { url, headers } = await served(context, many, 4096);
  const load = new Load(context);
  const hand = await stepsByHand(context);
  const results = connections.map((): LoadResult[] => []);
  const steps: (readonly number[])[] = [];
  for (let round = -1; round < context.rounds; round += 1) {
    const times = await hand();
    if (round >= 0) steps.push(times);
    for (const [at, count] of connections.entries()) {
      const result = await load.measure(`${url}/pages`, headers, { connections: count, patchPages: many });
      if (round >= 0) results[at]?.push(result);
    }
    const rates = results.map((found) => short(found.at(-1)?.perSecond ?? 0));
    context.progress(
      `by hand ${short(median(times))} ms, the longest ${short(Math.max(...times))} ms; ${connections.join(', ')} writers: ${rates.join(', ')}/s`,
    );
  }
  const bare = 1000 / median(steps.map(median));
  const bareMost = median(steps.map((times) => Math.max(...times)));
  const targets = [{ atLeast: 0.7 }, { atLeast: 1.4 }, { atLeast: 3.6 }];
  const parts = connections.flatMap((count, at): Measurement[] => {
    const found = results[at] ?? [];
    const ms = (kind: keyof LoadResult['ms']): number => median(found.map((result) => result.ms[kind]));
    const of = (kind: keyof LoadResult['ms']): string => `${short(ms(kind))} ms`;
    const rates = found.map(({ perSecond }) => perSecond);
    return [
      ratio(rates, [bare], { part: `${count} at a time`, target: targets[at] ?? null }),
      {
        part: `${count} at a time, 99th percentile`,
        measured: ms('p99') / ms('p50'),
        target: { atMost: 4 },
        note: `its median, ${of('p50')}; the longest of a round ${of('most')}, by hand ${short(bareMost)} ms`,
      },
    ];
  });
  return [...parts, await whileMaintained(context)];
}

/** The longest of all writes by 16, in rounds in each of which packs are merged. */
async function whileMaintained(context: Context): Promise<Measurement> {
  const config = { maintenance_schedule: '* * * * * *', maintenance_min_packs: 20 };
  const { url, headers } = await served(context, many, 4096, config);
  const load = new Load(context);
  const waits: LoadResult['ms'][] = [];
  for (let round = -1; round < context.rounds; round += 1) {
    const { ms } = await load.measure(`${url}/pages`, headers, { connections: 16, patchPages: many });
    if (round >= 0) waits.push(ms);
  }
  const part = '16 at a time while packs are merged every second: the longest of a round';
  const note = `the median of a write ${short(median(waits.map(({ p50 }) => p50)))} ms`;
  return { ...figure(part, median(waits.map(({ most }) => most)), 'ms', 50), note };
}

export const rows: readonly Row[] = [
  {
    id: 1,
    work: 'store: commits of one changed 2 KB page, 64 writers, a brand of 10,000 pages',
    comparedWith: 'isomorphic-git plumbing on the durable file system, trees in memory, one at a time',
    target: { atLeast: 30 },
    unit: 'commits/s',
    run: async (context) => compared(context, await commits(context, many), await plumbingSide(context, many)),
  },
  {
    id: 2,
    work: 'HTTP: PATCH of titles of 2 KB pages, 64 connections, a brand of 10,000 pages',
    comparedWith: 'isomorphic-git plumbing as in row 1',
    target: { atLeast: 12 },
    unit: 'commits/s',
    run: patches,
  },
  {
    id: 4,
    work: 'store: cost of a commit at 100,000 pages, 64 writers',
    comparedWith: 'the same at 1,000 pages',
    target: { atMost: 2 },
    unit: 'ms',
    run: costAtSize,
  },
  {
    id: 12,
    work: 'HTTP: PUT of 200 rich-text blocks of 1 KB',
    comparedWith: 'DOMPurify on jsdom on the same texts in a row',
    target: { atMost: 1.1 },
    unit: 'ms',
    run: blocks,
  },
  {
    id: 18,
    work: 'HTTP: POST of pages of 4 KB in 10 blocks, 16 connections',
    comparedWith: 'PATCH of titles of such pages',
    target: { atLeast: 0.9 },
    unit: 'commits/s',
    run: posts,
  },
  {
    id: 20,
    work: 'HTTP: PATCH of a page of 4 KB, a brand of 10,000 pages',
    comparedWith: 'the steps of one write on the disk by hand, one after another',
    target: { atLeast: 1 },
    unit: 'a second',
    run: fewWriters,
  },
];
