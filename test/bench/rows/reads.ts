import * as fs from 'node:fs';
import * as git from 'isomorphic-git';
import { paths } from '../../../src/content/catalog/paths.js';
import { gitdirOf, randomNumbers } from '../data.js';
import { type Context, compared, type Measurement, median, milliseconds, type Row, ratio } from '../harness.js';
import { bareServer, Load } from '../load.js';
import { type Served, served, serveTo } from '../served.js';
import { openRepository, pageBytes, writePage } from '../writers.js';

/** 1,000 pages of 4 KB in the response cache, and one of them at a bare server. */
async function pageReads(context: Context): Promise<Served & { readonly bare: string; readonly etag: string }> {
  const portal = await served(context, 1000, 4096);
  for (let id = 1; id <= 1000; id += 1) await portal.client.get(`/pages/${id}`);
  const { body, headers } = await portal.client.get('/pages/7');
  return { ...portal, bare: await bareServer(context, body), etag: headers.etag ?? '' };
}

async function pages(context: Context): Promise<Measurement> {
  const { url, headers, bare } = await pageReads(context);
  const [load, connections] = [new Load(context), 32];
  const ours = (): Promise<number> => load.perSecond(`${url}/pages`, headers, { connections, readPages: 1000 });
  return compared(context, ours, () => load.perSecond(bare, {}, { connections }));
}

async function notModified(context: Context): Promise<Measurement> {
  const { url, headers, bare, etag } = await pageReads(context);
  const load = new Load(context);
  const sent = { ...headers, 'if-none-match': etag };
  const ours = (): Promise<number> => load.perSecond(`${url}/pages/7`, sent, { expect: '3xx' });
  return compared(context, ours, () => load.perSecond(bare));
}

/** An answer that is repeated, and a bare server with the same bytes. */
async function repeated(context: Context, path: string, count: number, bytes: number, options = {}) {
  const { url, headers, client } = await served(context, count, bytes);
  const bare = await bareServer(context, (await client.get(path)).body);
  const load = new Load(context);
  const ours = (): Promise<number> => load.perSecond(url + path, headers, options);
  return compared(context, ours, () => load.perSecond(bare, {}, options));
}

/** How much longer the first answer after a write takes than one that is repeated. */
async function afterWrite(context: Context, count: number): Promise<Measurement> {
  const { client } = await served(context, count, 2048);
  const [first, again]: [number[], number[]] = [[], []];
  for (let at = -5; at < context.size(100, 40); at += 1) {
    const title = `Title ${at} ${performance.now()}`;
    await client.send('PATCH', `/pages/${1 + (((at + 5) * 97) % count)}`, { title });
    const [fresh, kept] = [(await client.get('/pages')).ms, (await client.get('/pages')).ms];
    if (at < 0) continue;
    first.push(fresh);
    again.push(kept);
  }
  const measured = median(first) - median(again);
  const more = { part: 'the first after a write', unit: 'ms', measuredUnit: 'ms', target: { atMost: 15 } };
  return { ...ratio(first, again, more), measured };
}

/** Of a brand of 10,000 pages the commit that each change was made on, the oldest first. */
async function makeHistory(gitdir: string, commits: number, id: (at: number) => number): Promise<string[]> {
  const repository = await openRepository(gitdir);
  const made: string[] = [];
  while (made.length < commits) {
    made.push(repository.latest.commit ?? '');
    await writePage(repository, 10_000, id(made.length));
  }
  await repository.close();
  return made;
}

async function asOf(context: Context): Promise<Measurement[]> {
  const data = await context.data(10_000, pageBytes);
  const gitdir = gitdirOf(data);
  const rounds = context.size(40, 15);
  const random = randomNumbers(32);
  context.progress('making commits');
  const commits = await makeHistory(gitdir, 100 + rounds, () => 1 + random(10_000));
  const { client } = await serveTo(context, data);
  const get = async (path: string): Promise<number> => (await client.get(path)).ms;
  const times: number[][] = [[], [], [], [], []];
  for (let round = -2; round < rounds; round += 1) {
    // Another one each time: what was asked for before is known.
    const commit = commits[(round + rounds) % rounds] as string;
    const id = 2 * rounds + round;
    const file = { fs, gitdir, oid: commit, filepath: paths.page(id), cache: {} };
    const took = [
      await get(`/pages/${id}?at=${commit}`),
      await milliseconds(() => git.readBlob(file)),
      await get(`/pages?at=${commit}`),
      await get(`/pages?at=${commit}`),
      await get('/pages'),
    ];
    if (round >= 0) for (const [at, ms] of took.entries()) times[at]?.push(ms);
  }
  const [page, others, list, again, now] = times as [number[], number[], number[], number[], number[]];
  return [
    ratio(page, others, { part: 'a page; isomorphic-git reading its file', target: null }),
    ratio(list, now, { part: 'the list; the list now', target: null }),
    ratio(again, now, { part: 'the list again; the list now', target: null }),
  ];
}

/** What has changed, against reading the list that would be compared without it. */
async function changes(context: Context): Promise<Measurement[]> {
  const data = await context.data(10_000, 4096);
  const counts = [1, 100, context.size(10_000, 2000)];
  const commits = await makeHistory(gitdirOf(data), counts.at(-1) ?? 0, (at) => 1 + (at % 10_000));
  const { client } = await serveTo(context, data);
  const measured: Measurement[] = [];
  for (const count of counts) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < context.rounds; round += 1) {
      // A write between makes each answer one that is not kept yet.
      await client.send('PATCH', '/pages/1', { title: `Title ${count} ${round}` });
      ours.push((await client.get(`/changes?since=${commits.at(-count)}`)).ms);
      theirs.push((await client.get('/pages')).ms);
    }
    const part = `/changes after ${count} of them, 10,000 pages; GET /pages`;
    measured.push(ratio(ours, theirs, { part, target: null }));
  }
  return measured;
}

/** The whole site in one call, as it is repeated. */
async function site(context: Context): Promise<Measurement> {
  const { ours = 1, theirs = 1 } = await repeated(context, '/pages?include=blocks', 1000, 4096, { connections: 8 });
  const part = 'the list of 1,000 pages with their blocks; a bare server with the same bytes';
  return { part, measured: theirs / ours, ours, theirs, unit: 'requests/s', target: { atMost: 1.5 } };
}

export const rows: readonly Row[] = [
  {
    id: 5,
    work: 'HTTP: GET of 1,000 pages of 4 KB with a key, 32 connections',
    comparedWith: 'a bare node:http server that answers the bytes of one of them from one buffer',
    target: { atLeast: 0.6 },
    unit: 'requests/s',
    run: pages,
  },
  {
    id: 6,
    work: 'HTTP: one of these pages answered as 304 to If-None-Match, 64 connections',
    comparedWith: 'the bare server of row 5 with its 200',
    target: { atLeast: 0.75 },
    unit: 'requests/s',
    run: notModified,
  },
  {
    id: 7,
    work: 'HTTP: GET /pages',
    comparedWith: 'a bare server with the same bytes; a repeated answer',
    target: { atLeast: 0.6 },
    unit: 'requests/s',
    run: async (context) => [
      { ...(await repeated(context, '/pages', 1000, 2048)), part: '1000 pages', target: { atLeast: 0.85 } },
      { ...(await repeated(context, '/pages', 10_000, 2048)), part: '10000 pages' },
      await afterWrite(context, 10_000),
    ],
  },
  {
    id: 32,
    work: 'GET as of 100 commits ago, 10,000 pages',
    comparedWith: 'as named',
    target: { atMost: 1 },
    unit: 'ms',
    run: asOf,
  },
  {
    id: 33,
    work: 'a copy of a site',
    comparedWith: 'as named',
    target: {},
    unit: 'ms',
    run: async (context) => [await site(context), ...(await changes(context))],
  },
];
