import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { byHand } from '../by-hand.js';
import { type Context, type Measurement, median, milliseconds, type Row, short } from '../harness.js';
import { Load, type LoadResult } from '../load.js';
import { served } from '../served.js';

const pages = 10_000;
const pageBytes = 4096;
const connections = [1, 4, 16] as const;

/** As large as the files that a write of one such page makes. */
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

async function run(context: Context): Promise<Measurement[]> {
  const { api, headers } = await served(context, await context.data(pages, pageBytes));
  const load = new Load(context);
  const hand = await stepsByHand(context);
  const results = connections.map((): LoadResult[] => []);
  const steps: (readonly number[])[] = [];
  for (let round = -1; round < context.rounds; round += 1) {
    const times = await hand();
    if (round >= 0) steps.push(times);
    for (const [at, count] of connections.entries()) {
      const result = await load.measure(`${api}/pages`, headers, { connections: count, patchPages: pages });
      if (round >= 0) results[at]?.push(result);
    }
    const rates = results.map((found) => short(found.at(-1)?.perSecond ?? 0));
    context.progress(
      `by hand ${short(median(times))} ms, the longest ${short(Math.max(...times))} ms; ${connections.join(', ')} writers: ${rates.join(', ')}/s`,
    );
  }
  const maintained = await whileMaintained(context);
  const rates = results.map((found) => median(found.map(({ perSecond }) => perSecond)));
  const bare = 1000 / median(steps.map(median));
  const bareMost = median(steps.map((times) => Math.max(...times)));
  const targets = [{ atLeast: 0.7 }, { atLeast: 1.4 }, { atLeast: 3.6 }];
  const parts = connections.flatMap((count, at): Measurement[] => {
    const ms = (kind: keyof LoadResult['ms']): number => median((results[at] ?? []).map((result) => result.ms[kind]));
    const of = (kind: keyof LoadResult['ms']): string => `${short(ms(kind))} ms`;
    const ours = rates[at] ?? 0;
    return [
      { part: `${count} at a time`, measured: ours / bare, ours, theirs: bare, target: targets[at] ?? null },
      {
        part: `${count} at a time, 99th percentile`,
        measured: ms('p99') / ms('p50'),
        target: { atMost: 4 },
        note: `its median, ${of('p50')}; the longest of a round ${of('most')}, by hand ${short(bareMost)} ms`,
      },
    ];
  });
  return [...parts, maintained];
}

/** The longest of all writes by 16, in rounds in each of which packs are merged. */
async function whileMaintained(context: Context): Promise<Measurement> {
  const config = { maintenance_schedule: '* * * * * *', maintenance_min_packs: 20 };
  const { api, headers } = await served(context, await context.data(pages, pageBytes), { config });
  const load = new Load(context);
  const waits: LoadResult['ms'][] = [];
  for (let round = -1; round < context.rounds; round += 1) {
    const { ms } = await load.measure(`${api}/pages`, headers, { connections: 16, patchPages: pages });
    if (round >= 0) waits.push(ms);
  }
  const most = median(waits.map(({ most }) => most));
  return {
    part: '16 at a time while packs are merged every second: the longest of a round',
    measured: most,
    measuredUnit: 'ms',
    target: { atMost: 50 },
    note: `the median of a write ${short(median(waits.map(({ p50 }) => p50)))} ms`,
  };
}

export const row: Row = {
  id: 20,
  work: 'HTTP: PATCH of a page of 4 KB, a brand of 10,000 pages',
  comparedWith: 'the steps of one write on the disk by hand, one after another',
  target: { atLeast: 1 },
  unit: 'a second',
  run,
};
