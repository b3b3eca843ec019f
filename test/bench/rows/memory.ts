import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, figure, inRounds, type Measurement, median, type Row, ratio, short } from '../harness.js';
import { issueKey, serve } from '../processes.js';
import { served } from '../served.js';

const connections = 16;

/** Calls `work` with 1 to `count`, by all connections at once. */
async function all(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 1;
  const some = async (): Promise<void> => {
    for (let at = next++; at <= count; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: connections }, some));
}

/** What src/cli/README.md recommends to save memory. */
const saving = ['--optimize-for-size', '--max-semi-space-size=4'];

async function hotPages(context: Context): Promise<Measurement> {
  const pages = context.size(100_000, 20_000);
  const data = await context.data(pages, 4096);
  const empty = await serve(context, await context.folder(), {}, saving);
  const before = empty.residentMemory;
  await empty.end('SIGTERM');
  const settings = { cache_bytes: 4 * 1024 ** 3 };
  const { server, client } = await served(context, data, { settings, flags: saving, connections });
  let bytes = 0;
  await all(pages, async (id) => {
    const { body } = await client.get(`/pages/${id}`);
    bytes += body.length;
  });
  const grown = server.residentMemory - before;
  return ratio([[grown, bytes / 1024 ** 2]], { unit: 'MiB', target: { atMost: 1.5 } });
}

/** One round: a start, a pause, reads and writes. The history grows with each. */
async function history(context: Context): Promise<Measurement[]> {
  const pages = 1000;
  const data = await context.data(pages, 4096);
  const key = await issueKey(data);
  const page = (at: number): string => `/pages/${1 + (at % pages)}`;
  const work = async (round: number) => {
    const began = performance.now();
    const { server, client } = await served(context, data, { key, connections });
    const ms = performance.now() - began;
    await sleep(5000);
    const idle = server.residentMemory;
    await all(5000, (at) => client.get(page(at)));
    await all(context.size(8000, 1000), (at) => client.send('PATCH', page(at), { title: `Round ${round}, ${at}` }));
    const loaded = server.residentMemory;
    context.progress(`${short(ms)} ms, ${short(idle)} and ${short(loaded)} MiB`);
    await server.end('SIGTERM');
    return { ms, idle, loaded };
  };
  const rounds = await inRounds(3, work, 0);
  const last = [[rounds.at(-1)?.ms ?? 0, rounds[0]?.ms ?? 0]] as const;
  return [
    figure('resident memory, idle, median of three starts', median(rounds.map(({ idle }) => idle)), 'MiB'),
    figure('the same after reads and writes', median(rounds.map(({ loaded }) => loaded)), 'MiB', { atMost: 250 }),
    ratio(last, { part: 'the last start, against the first', unit: 'ms', target: { atMost: 1.5 } }),
  ];
}

export const rows: readonly Row[] = [
  {
    id: 9,
    work: 'memory after a GET of each of 100,000 pages of 4 KB, all cached, above an empty server',
    comparedWith: 'the bytes of their JSON',
    run: hotPages,
  },
  { id: 41, work: 'memory and start of a brand of 1,000 pages, while its history grows', run: history },
];
