import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, figure, type Measurement, median, type Row, ratio } from '../harness.js';
import { Client } from '../load.js';
import { issueKey, residentMemory, serve } from '../processes.js';

const megabyte = 1024 * 1024;
const pages = 1000;
const connections = 16;

/** Calls `work` with 0 to `count` - 1, by all connections at once. */
async function all(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const some = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: connections }, some));
}

/** One round: a start, a pause, reads and writes. The history grows with each. */
async function run(context: Context): Promise<Measurement[]> {
  const data = await context.data(pages, 4096);
  const key = await issueKey(data, 'bench');
  const writes = context.size(8000, 1000);
  const rounds: { startMs: number; idle: number; loaded: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    const server = await serve(context, data);
    const client = new Client(server.url, key, { connections });
    await client.get('/pages');
    const startMs = performance.now() - start;
    await sleep(5000);
    const idle = (await residentMemory(server.pid)) / megabyte;
    await all(5000, (at) => client.get(`/pages/${1 + (at % pages)}`));
    await all(writes, (at) => client.send('PATCH', `/pages/${1 + (at % pages)}`, { title: `Round ${round}, ${at}` }));
    const loaded = (await residentMemory(server.pid)) / megabyte;
    rounds.push({ startMs, idle, loaded });
    context.progress(`round ${round + 1} of 3: ${JSON.stringify(rounds.at(-1))}`);
    client.close();
    await server.stop();
  }
  const [first, last] = [rounds[0], rounds.at(-1)];
  if (first === undefined || last === undefined) throw new Error('No round');
  return [
    figure('resident memory, idle, median of three starts', median(rounds.map(({ idle }) => idle)), 'MiB'),
    figure('the same after reads and writes', median(rounds.map(({ loaded }) => loaded)), 'MiB'),
    figure('start until the first answer', median(rounds.map(({ startMs }) => startMs)), 'ms'),
    ratio(
      { ours: last.startMs, theirs: first.startMs },
      {
        part: 'last start, with the history of all writes before, against the first',
        unit: 'ms',
        target: { atMost: 1.5 },
      },
    ),
  ];
}

export const row: Row = {
  id: 41,
  work: 'memory and start of a brand of 1,000 pages, while its history grows',
  comparedWith: 'nothing: plain figures',
  target: {},
  unit: '',
  run,
};
