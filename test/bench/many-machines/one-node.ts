import { slug } from '../data.js';
import { type Context, type Measurement, median, ratio, sideBySide, type Target } from '../harness.js';
import { Client, Load } from '../load.js';
import { issueKey, processorTime, type ServeChild, serve } from '../processes.js';
import { pageBytes } from '../writers.js';
import { BenchPortal, type BenchStore, perSecond, startProxy } from './store.js';

const pages = 1000;

/** One node against one machine, and against the store itself. */
export async function oneNode(context: Context, store: BenchStore): Promise<readonly Measurement[]> {
  const { bare } = store;
  const data = await context.data(pages, pageBytes);
  const key = await issueKey(data, slug);
  const portal = await BenchPortal.publish(context, store, 'one-node', data);
  const proxy = await startProxy(context, store);
  const strict = await portal.node();
  const counted = await portal.node({ shared_endpoint: proxy.endpoint });
  const embedded = await serve(context, data);
  // The first request reads the catalog, and of a node what others have written.
  const warm = async ({ url }: ServeChild): Promise<void> => {
    const client = new Client(url, key);
    await client.get('/pages');
    client.close();
  };
  for (const server of [strict, counted, embedded]) await warm(server);
  const [reader, writer] = [new Load(context), new Load(context)];
  const authorization = `Bearer ${key}`;
  const writes =
    ({ url }: ServeChild, connections: number) =>
    (): Promise<number> =>
      writer.perSecond(`${url}/api/v1/pages`, { authorization }, { patchPages: pages, connections });
  const reads =
    ({ url }: ServeChild, connections: number) =>
    (): Promise<number> =>
      reader.perSecond(`${url}/api/v1/pages/7`, { authorization }, { connections });
  const bytes = Buffer.alloc(8 * 1024);
  let created = 0;
  const create = perSecond(context, async () => {
    created += 1;
    await bare.create(`bare/${created}`, bytes);
  });
  const head = perSecond(context, () => bare.has('none'));
  const measured = async (
    part: string,
    [ours, theirs]: readonly [() => Promise<number>, () => Promise<number>],
    target: Target,
  ): Promise<Measurement> => {
    context.progress(part);
    return ratio(await sideBySide(context, ours, theirs), { part, target });
  };
  const parts = [
    await measured('PATCH by one, against bare creates of 8 KB one after another', [writes(strict, 1), create], {
      atLeast: 1 / 1.5,
    }),
    await measured('PATCH by one, against one machine', [writes(strict, 1), writes(embedded, 1)], { atLeast: 1 / 3 }),
    await measured('PATCH by 64, against one machine', [writes(strict, 64), writes(embedded, 64)], { atLeast: 0.5 }),
    await measured('GET by one at staleness 0, against bare HEADs of what is not there', [reads(strict, 1), head], {
      atLeast: 1 / 2.5,
    }),
  ];
  await warm(counted);
  const checks = await checksOf(context, reads(counted, 64), head, () => proxy.requests());
  for (const server of [strict, counted, embedded]) await server.stop();
  const relaxed = await portal.node({ shared_read_staleness_ms: 1000 });
  const alone = await serve(context, data);
  for (const server of [relaxed, alone]) await warm(server);
  return [...parts, checks, await staleReads(context, [relaxed, reads(relaxed, 64)], [alone, reads(alone, 64)])];
}

/** Requests share checks: of each log one is under way at a time, of the registry's and of the brand's. */
async function checksOf(
  context: Context,
  reads: () => Promise<number>,
  head: () => Promise<number>,
  requests: () => number,
): Promise<Measurement> {
  const part = 'GET by 64 at staleness 0: checks of each log in the time of a bare HEAD';
  context.progress(part);
  const [inFlight, each, rates]: number[][] = [[], [], []];
  for (let round = -1; round < context.rounds; round += 1) {
    const headMs = 1000 / (await head());
    const [before, beganMs] = [requests(), performance.now()];
    const rate = await reads();
    const [counted, ms] = [requests() - before, performance.now() - beganMs];
    if (round < 0) continue;
    inFlight?.push(((counted / ms) * headMs) / 2);
    each?.push((rate * (ms / 1000)) / counted);
    rates?.push(rate);
  }
  const note = `${median(each ?? []).toFixed(1)} reads a check, ${median(rates ?? []).toFixed(0)} reads/s`;
  return { part, measured: median(inFlight ?? []), target: { atMost: 1 }, note };
}

type Reader = readonly [ServeChild, () => Promise<number>];

/** By processor time: by the clock, the client and the store have a part in it. Both servers have served nothing before. */
async function staleReads(context: Context, ours: Reader, theirs: Reader): Promise<Measurement> {
  const part = 'GET by 64 at staleness 1 s, processor time of the server: one machine, against it';
  context.progress(part);
  const costs: [number[], number[]] = [[], []];
  const rates: [number[], number[]] = [[], []];
  // Until the compiler has made machine code of it, a server takes half as much again.
  for (let round = -4; round < context.rounds * 2; round += 1) {
    for (const [at, [server, work]] of [ours, theirs].entries()) {
      const [before, beganMs] = [await processorTime(server.pid), performance.now()];
      const rate = await work();
      const requests = rate * ((performance.now() - beganMs) / 1000);
      if (round < 0) continue;
      costs[at === 0 ? 0 : 1].push((((await processorTime(server.pid)) - before) * 1000) / requests);
      rates[at === 0 ? 0 : 1].push(rate);
    }
  }
  const [our, their] = [median(costs[0]), median(costs[1])];
  const note = `${(median(rates[0]) / median(rates[1])).toFixed(2)}× the requests a second`;
  return { part, measured: their / our, ours: our, theirs: their, unit: 'µs', target: { atLeast: 0.95 }, note };
}
