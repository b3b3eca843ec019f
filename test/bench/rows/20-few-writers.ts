import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { byHand } from '../by-hand.js';
import { slug } from '../data.js';
import { type Context, type Measurement, median, milliseconds, type Row, short } from '../harness.js';
import { Client, Load, type LoadResult } from '../load.js';
import { issueKey, serve } from '../processes.js';

const pages = 10_000;
const pageBytes = 4096;
const connections = [1, 4, 16] as const;

/** As large as the files that a write of one such page makes. */
const files = [Buffer.alloc(1800), Buffer.alloc(1300)] as const;

/** @returns how long the steps of one write take, in milliseconds, each time under another name */
async function stepsByHand(context: Context): Promise<(count: number) => Promise<number>> {
  const folder = await context.folder();
  for (const name of ['pack', 'heads']) await mkdir(join(folder, name));
  let made = 0;
  return async (count) => {
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      made += 1;
      times.push(await milliseconds(() => byHand(folder, `write-${made}`, files)));
    }
    return median(times);
  };
}

async function run(context: Context): Promise<Measurement[]> {
  const data = await context.data(pages, pageBytes);
  const headers = { authorization: `Bearer ${await issueKey(data, slug)}` };
  const { url } = await serve(context, data);
  const client = new Client(url, headers.authorization.slice('Bearer '.length));
  await client.get('/pages');
  client.close();
  const load = new Load(context);
  const hand = await stepsByHand(context);
  const results = connections.map((): LoadResult[] => []);
  const steps: number[] = [];
  for (let round = -1; round < context.rounds; round += 1) {
    const stepMs = await hand(context.size(100, 50));
    if (round >= 0) steps.push(stepMs);
    for (const [at, count] of connections.entries()) {
      const result = await load.result(`${url}/api/v1/pages`, headers, { connections: count, patchPages: pages });
      if (round >= 0) results[at]?.push(result);
    }
    const rates = results.map((found) => short(found.at(-1)?.perSecond ?? 0));
    context.progress(`by hand ${short(stepMs)} ms; ${connections.join(', ')} writers: ${rates.join(', ')}/s`);
  }
  const rates = results.map((found) => median(found.map(({ perSecond }) => perSecond)));
  const bare = 1000 / median(steps);
  const targets = [{ atLeast: 0.7 }, { atLeast: 1.4 }, { atLeast: 3.6 }];
  return connections.flatMap((count, at) => {
    const ms = (kind: keyof LoadResult['ms']): number => median((results[at] ?? []).map((result) => result.ms[kind]));
    const of = (kind: keyof LoadResult['ms']): string => `${short(ms(kind))} ms`;
    const ours = rates[at] ?? 0;
    return [
      { part: `${count} at a time`, measured: ours / bare, ours, theirs: bare, target: targets[at] ?? null },
      {
        part: `${count} at a time, 99th percentile`,
        measured: ms('p99') / ms('p50'),
        target: { atMost: 4 },
        note: `its median, ${of('p50')}; the longest of a round ${of('most')}`,
      },
    ];
  });
}

export const row: Row = {
  id: 20,
  work: 'HTTP: PATCH of a page of 4 KB, a brand of 10,000 pages',
  comparedWith: 'the steps of one write on the disk by hand, one after another',
  target: { atLeast: 1 },
  unit: 'a second',
  run,
};
