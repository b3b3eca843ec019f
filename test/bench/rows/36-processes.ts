import { slug } from '../data.js';
import { type Context, type Measurement, median, type Row, short } from '../harness.js';
import { Client, Load } from '../load.js';
import { issueKey, processorTime, residentMemory, type ServeChild, serve } from '../processes.js';
import { pageBytes } from '../writers.js';

const pages = 1000;

interface Cost {
  /** Milliseconds of processor time a request, the client's included. */
  readonly ms: number;
  readonly perSecond: number;
}

type Work = (url: string) => Promise<number>;

async function run(context: Context): Promise<readonly Measurement[]> {
  const data = [await context.data(pages, pageBytes), await context.data(pages, pageBytes)] as const;
  const [reader, writer] = [new Load(context), new Load(context)];
  const start = async (processes: number, at: 0 | 1, budgets: object) => {
    const server = await serve(context, data[at], { processes, ...budgets });
    const client = new Client(server.url, await issueKey(data[at], slug));
    await client.get('/pages');
    client.close();
    return server;
  };
  const cost = async (server: ServeChild, load: Load, work: Work): Promise<Cost> => {
    const time = async (): Promise<number> => (await processorTime(server.pid)) + (await processorTime(load.pid));
    const [before, beganMs] = [await time(), performance.now()];
    const perSecond = await work(server.url);
    const requests = perSecond * ((performance.now() - beganMs) / 1000);
    return { ms: ((await time()) - before) / requests, perSecond };
  };
  const compared = async (part: string, load: Load, budgets: object, work: (at: 0 | 1) => Promise<Work>) => {
    const [two, one] = [await start(2, 0, budgets), await start(1, 1, budgets)];
    const [ofTwo, ofOne] = [await work(0), await work(1)];
    const costs: [Cost[], Cost[]] = [[], []];
    for (let round = -1; round < context.rounds; round += 1) {
      const [a, b] = [await cost(two, load, ofTwo), await cost(one, load, ofOne)];
      context.progress(`${part}: ${short(a.ms * 1000)} / ${short(b.ms * 1000)} µs`);
      if (round < 0) continue;
      costs[0].push(a);
      costs[1].push(b);
    }
    const [ours = 0, theirs = 0] = costs.map((all) => median(all.map(({ ms }) => ms * 1000)));
    const [fast = 0, slow = 1] = costs.map((all) => median(all.map(({ perSecond }) => perSecond)));
    const note = `${short(fast / slow)}× the requests a second; the client has a part of the cores`;
    await Promise.all([two.stop(), one.stop()]);
    return { part, measured: ours / theirs, ours, theirs, unit: 'µs of processor time', note };
  };
  const reads = async (at: 0 | 1): Promise<Work> => {
    const authorization = `Bearer ${await issueKey(data[at], slug)}`;
    return (url) => reader.perSecond(`${url}/api/v1/pages`, { authorization }, { connections: 32, readPages: pages });
  };
  const writes = async (at: 0 | 1): Promise<Work> => {
    const authorization = `Bearer ${await issueKey(data[at], slug)}`;
    return (url) => writer.perSecond(`${url}/api/v1/pages`, { authorization }, { patchPages: pages });
  };
  const none = { requests_per_minute: 0, writes_per_minute: 0 };
  const measured = [
    await compared('GET without budgets', reader, none, reads),
    await compared('GET with budgets', reader, {}, reads),
    // Batches of two processes get in one another's way: reported, and no reason to use it.
    { ...(await compared('PATCH by 64', writer, none, writes)), target: null },
  ];
  return [...measured, await memory(context, data[0])];
}

/** What the second process costs. */
async function memory(context: Context, data: string): Promise<Measurement> {
  const held = async (pid: number): Promise<number> => (await residentMemory(pid)) / 1024 / 1024;
  const [two, one] = [await serve(context, data, { processes: 2 }), await serve(context, data)];
  const { readFile } = await import('node:fs/promises');
  const children = (await readFile(`/proc/${two.pid}/task/${two.pid}/children`, 'utf8')).trim().split(' ').map(Number);
  const all = await Promise.all([two.pid, ...children].map(held));
  const ours = all.reduce((sum, each) => sum + each, 0);
  const theirs = await held(one.pid);
  const note = `the primary and each process: ${all.map(short).join(', ')} MiB`;
  return { part: 'memory at the start', measured: ours / theirs, ours, theirs, unit: 'MiB', note, target: null };
}

export const row: Row = {
  id: 36,
  work: 'two processes on one data directory: processor time of a request, server and client',
  comparedWith: 'the same of one process',
  target: { atMost: 1.5 },
  unit: 'µs of processor time',
  run,
};
