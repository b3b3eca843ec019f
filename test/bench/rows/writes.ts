import * as fs from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gitdirOf } from '../data.js';
import {
  type Context,
  compare,
  inRounds,
  type Measurement,
  median,
  milliseconds,
  type Row,
  ratio,
  short,
} from '../harness.js';
import { Load } from '../load.js';
import { served } from '../served.js';
import { commitsPerSecond, openRepository, pageBytes, plumbingSide, writePage } from '../writers.js';

const pages = 10_000;

async function storeWrites(context: Context): Promise<Measurement> {
  const repository = await openRepository(gitdirOf(await context.data(pages, pageBytes)));
  context.atEnd(() => repository.close());
  const write = (id: number): Promise<void> => writePage(repository, pages, id);
  const ours = (): Promise<number> => commitsPerSecond(context, write, pages, 64);
  return compare(context, ours, await plumbingSide(context, pages), { target: { atLeast: 30 }, unit: 'commits/s' });
}

async function patches(context: Context): Promise<Measurement> {
  const { api, headers } = await served(context, await context.data(pages, pageBytes));
  const ours = new Load(context).side(`${api}/pages`, { headers, patchPages: pages });
  return compare(context, ours, await plumbingSide(context, pages), { target: { atLeast: 12 }, unit: 'commits/s' });
}

/** As large as the files that a write of a page of 4 KB makes. */
const [pack, index] = [Buffer.alloc(1800), Buffer.alloc(1300)];

/** What a write does to the disk, and nothing else: each step waits for the one before. `folder` has `pack` and `heads` in it. */
function byHand(folder: string, name: string): void {
  const sync = (path: string, flags: string, bytes?: Buffer): void => {
    const file = fs.openSync(path, flags);
    if (bytes !== undefined) fs.writeSync(file, bytes);
    fs.fsyncSync(file);
    fs.closeSync(file);
  };
  const [packs, heads] = [join(folder, 'pack'), join(folder, 'heads')];
  const [owner, keep, lock] = [join(folder, name), join(packs, `${name}.keep`), join(heads, 'main.lock')];
  sync(owner, 'wx', Buffer.alloc(41, name));
  sync(join(packs, `${name}.1.tmp`), 'wx', pack);
  sync(join(packs, `${name}.2.tmp`), 'wx', index);
  fs.linkSync(owner, keep);
  fs.renameSync(join(packs, `${name}.1.tmp`), join(packs, `${name}.pack`));
  fs.renameSync(join(packs, `${name}.2.tmp`), join(packs, `${name}.idx`));
  sync(packs, 'r');
  fs.linkSync(owner, lock);
  fs.renameSync(lock, join(heads, 'main'));
  sync(heads, 'r');
  fs.unlinkSync(keep);
  fs.unlinkSync(owner);
}

/** The steps of one write for as long as a round, each time under another name. @returns how many a second, by the median */
async function stepsByHand(context: Context): Promise<() => Promise<number>> {
  const folder = await context.folder();
  for (const name of ['pack', 'heads']) await mkdir(join(folder, name));
  let made = 0;
  return async () => {
    const times: number[] = [];
    for (const end = performance.now() + context.seconds * 1000; performance.now() < end; made += 1) {
      times.push(await milliseconds(() => byHand(folder, `write-${made}`)));
    }
    return 1000 / median(times);
  };
}

const writers = [
  { connections: 1, atLeast: 0.7 },
  { connections: 4, atLeast: 1.4 },
  { connections: 16, atLeast: 3.6 },
];

async function fewWriters(context: Context): Promise<Measurement[]> {
  const { api, headers } = await served(context, await context.data(pages, 4096));
  const load = new Load(context);
  const hand = await stepsByHand(context);
  const measurements: Measurement[] = [];
  for (const { connections, atLeast } of writers) {
    const ours = load.side(`${api}/pages`, { headers, connections, patchPages: pages });
    const named = { part: `${connections} at a time`, target: { atLeast }, unit: 'a second' };
    measurements.push(await compare(context, ours, hand, named));
  }
  return measurements;
}

/** One writer without pauses. */
async function tail(context: Context): Promise<Measurement> {
  const { api, headers } = await served(context, await context.data(pages, 4096));
  const load = new Load(context);
  const work = async (): Promise<readonly [number, number]> => {
    const { ms } = await load.measure(`${api}/pages`, { headers, connections: 1, patchPages: pages });
    context.progress(`${short(ms.p99)} / ${short(ms.p50)}`);
    return [ms.p99, ms.p50];
  };
  return ratio(await inRounds(context.rounds, work), { target: { atMost: 4 }, unit: 'ms' });
}

export const rows: readonly Row[] = [
  {
    id: 1,
    work: 'store: commits of one changed 2 KB page, 64 writers, a brand of 10,000 pages',
    comparedWith: 'isomorphic-git plumbing on the durable file system, trees in memory, one at a time',
    run: storeWrites,
  },
  {
    id: 2,
    work: 'HTTP: PATCH of titles of 2 KB pages, 64 connections, a brand of 10,000 pages',
    comparedWith: 'isomorphic-git plumbing as in row 1',
    run: patches,
  },
  {
    id: 20,
    work: 'HTTP: PATCH of a page of 4 KB, a brand of 10,000 pages',
    comparedWith: 'the steps of one write on the disk by hand, one after another',
    run: fewWriters,
  },
  {
    id: 52,
    work: 'HTTP: PATCH of a page of 4 KB by one writer, 99th percentile, a brand of 10,000 pages',
    comparedWith: 'its median',
    run: tail,
  },
];
