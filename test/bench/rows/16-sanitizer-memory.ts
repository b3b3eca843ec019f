import type { Context, Measurement, Row } from '../harness.js';
import { ask, startChild } from '../processes.js';

const mebibyte = 1024 * 1024;

async function run(context: Context): Promise<Measurement[]> {
  const [first, all] = [context.size(10_000, 2000), context.size(100_000, 10_000)];
  const child = startChild(context, 'sanitize');
  await ask(child);
  const after = (count: number) => ask<{ heapUsed: number; rss: number }>(child, count);
  const early = await after(first);
  context.progress(`${first} calls: heap ${Math.round(early.heapUsed / mebibyte)} MiB`);
  const late = await after(all - first);
  const note = `${first.toLocaleString('en')} and ${all.toLocaleString('en')} calls`;
  const part = (name: 'heapUsed' | 'rss') => {
    return { measured: late[name] / early[name], ours: late[name] / mebibyte, theirs: early[name] / mebibyte, note };
  };
  return [
    { part: 'JavaScript heap', ...part('heapUsed') },
    { part: 'resident', ...part('rss'), target: { atMost: 1.5 } },
  ];
}

export const row: Row = {
  id: 16,
  work: 'memory of the sanitiser after 100,000 hostile texts',
  comparedWith: 'after the first 10,000',
  target: { atMost: 1.1 },
  unit: 'MiB',
  run,
};
