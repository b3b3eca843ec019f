import * as fs from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as git from 'isomorphic-git';
import { gitdirOf, randomNumbers, slug } from '../data.js';
import { type Context, type Measurement, median, milliseconds, type Row, short } from '../harness.js';
import { Client } from '../load.js';
import { issueKey, serve } from '../processes.js';
import { firstAnswer } from '../start.js';
import { openRepository, pageBytes } from '../writers.js';

const sample = 2000;

/** Reads a sample of the pages; what does not depend on their number (the pack's index) is counted once. */
async function readAll(gitdir: string, oids: readonly string[]): Promise<number> {
  const cache = {};
  const random = randomNumbers(8);
  const read = (oid: string): Promise<unknown> => git.readBlob({ fs, gitdir, oid, cache });
  const first = await milliseconds(() => read(oids[0] as string));
  const rest = await milliseconds(async () => {
    for (let at = 0; at < sample; at += 1) await read(oids[random(oids.length)] as string);
  });
  return first + (rest / sample) * oids.length;
}

async function run(context: Context): Promise<Measurement[]> {
  const pages = context.size(100_000, 20_000);
  const data = await context.data(pages, pageBytes);
  const key = await issueKey(data, slug);
  const cache = join(data, 'cache');
  const kept = join(await context.folder(), 'cache');
  await makeSnapshot(context, data, key);
  await cp(cache, kept, { recursive: true });

  const repository = await openRepository(gitdirOf(data));
  const oids = [...(await repository.read()).catalog.pages.values()].map(({ version }) => version);
  const [warm, cold, theirs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < context.rounds; round += 1) {
    await rm(cache, { recursive: true, force: true });
    cold.push(await firstAnswer(context, data, key, `/pages/${pages / 2}`));
    await cp(kept, cache, { recursive: true });
    warm.push(await firstAnswer(context, data, key, `/pages/${pages / 2}`));
    theirs.push(await readAll(gitdirOf(data), oids));
    context.progress(`round ${round + 1}: ${[warm, cold, theirs].map((list) => short(list.at(-1) ?? 0)).join(' / ')}`);
  }
  const size = context.quick ? '20,000 pages in a quick run; ' : '';
  const compare = (part: string, ours: number, atLeast: number): Measurement => ({
    part,
    measured: median(theirs) / ours,
    ours,
    theirs: median(theirs),
    target: { atLeast },
    note: `${size}theirs from ${sample} pages`,
  });
  return [compare('with the catalog kept', median(warm), 50), compare('without it', median(cold), 8)];
}

/** What a clean shutdown leaves. */
async function makeSnapshot(context: Context, data: string, key: string): Promise<void> {
  const server = await serve(context, data);
  const client = new Client(server.url, key);
  await client.get('/pages');
  client.close();
  await server.stop();
}

export const row: Row = {
  id: 8,
  work: 'start on 100,000 pages of 2 KB until the first page is answered',
  comparedWith: 'readBlob of isomorphic-git for every page with one cache',
  target: { atLeast: 50 },
  unit: 'ms',
  run,
};
