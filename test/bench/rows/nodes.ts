import { join } from 'node:path';
import { cephRoot } from '../../nodes/ceph/programs.js';
import { brandFiles, openService } from '../data.js';
import { type Context, compare, inRounds, type Measurement, median, type Row, ratio, short } from '../harness.js';
import { Load } from '../load.js';
import { publish, type Store, startProxy, startStore } from '../object-store.js';
import { issueKey, processorTime } from '../processes.js';
import { type Served, served } from '../served.js';
import { pageBytes } from '../writers.js';

const pages = 1000;

/** How often something is done in a row. */
function perSecond({ seconds }: Context, work: () => Promise<unknown>): () => Promise<number> {
  return async () => {
    const start = performance.now();
    let count = 0;
    for (; performance.now() < start + seconds * 1000; count += 1) await work();
    return (count * 1000) / (performance.now() - start);
  };
}

/** One node against one machine, and against the store itself. */
async function oneNode(context: Context, store: Store): Promise<Measurement[]> {
  const data = await context.data(pages, pageBytes);
  const key = await issueKey(data);
  const newNode = await publish(context, store, 'one-node', data);
  const node = await newNode(key);
  const machine = await served(context, data, { key });
  const load = new Load(context);
  const writes = ({ api, headers }: Served, connections: number) =>
    load.side(`${api}/pages`, { headers, patchPages: pages, connections });
  const reads = ({ api, headers }: Served, connections: number) =>
    load.side(`${api}/pages/7`, { headers, connections });
  const head = perSecond(context, () => store.bare.has('none'));
  const named = (part: string, atLeast: number) => ({ part, target: { atLeast }, unit: 'a second' });
  const heads = named('GET by one at staleness 0, against bare HEADs of what is not there', 0.4);
  const parts = [
    ...(await inTurn([1, 64], (count) => {
      const part = named(`PATCH by ${count}, against one machine`, count === 1 ? 0.33 : 0.5);
      return compare(context, writes(node, count), writes(machine, count), part);
    })),
    await compare(context, reads(node, 1), head, heads),
  ];
  for (const { server } of [node, machine]) await server.end('SIGTERM');
  const relaxed = await newNode(key, { shared_read_staleness_ms: 1000 });
  const fresh = await served(context, data, { key });
  return [...parts, await staleReads(context, [fresh, reads(fresh, 64)], [relaxed, reads(relaxed, 64)])];
}

async function inTurn<Item, Found>(items: readonly Item[], work: (item: Item) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = [];
  for (const item of items) found.push(await work(item));
  return found;
}

type Reader = readonly [Served, () => Promise<number>];

/** By processor time: by the clock, the client and the store have a part in it. Both servers have served nothing before. */
async function staleReads(context: Context, machine: Reader, node: Reader): Promise<Measurement> {
  const part = 'GET by 64 at staleness 1 s, processor time of the server: one machine, against it';
  context.progress(part);
  const cost = async ([{ server }, work]: Reader): Promise<number> => {
    const [before, beganMs] = [processorTime(server.pid), performance.now()];
    const rate = await work();
    const requests = rate * ((performance.now() - beganMs) / 1000);
    return ((processorTime(server.pid) - before) * 1000) / requests;
  };
  // Until the compiler has made machine code of it, a server takes half as much again.
  const work = async () => [await cost(machine), await cost(node)] as const;
  return ratio(await inRounds(context.rounds * 2, work, 4), { part, unit: 'µs', target: { atLeast: 0.95 } });
}

const sizes = [1, 2, 4];
const brandPages = 200;

/** Several nodes that write: one brand, and each its own. */
async function severalNodes(context: Context, store: Store): Promise<Measurement[]> {
  const data = join(await context.folder(), 'data');
  const keys = await makeBrands(data);
  const newNode = await publish(context, store, 'several-nodes', data);
  const one = await inTurn(keys, () => newNode(keys[0] ?? '', {}, { brand: 'brand-1' }));
  const part = '64 writers, one brand';
  const onOne = await severalAgainstOne(context, part, one, (count) => 64 / count, [0.3, 0.1]);
  for (const { server } of one) await server.end('SIGTERM');
  const shared_endpoint = await startProxy(context, store, 20);
  const own = await inTurn(keys, (key) => newNode(key, { shared_endpoint }));
  const ownPart = 'each its own brand, 16 writers a node, 20 ms more a request';
  const onOwn = await severalAgainstOne(context, ownPart, own, () => 16, [1.7, 2.7]);
  for (const { server } of own) await server.end('SIGTERM');
  return [...onOne, ...onOwn];
}

/** @returns a key to each */
async function makeBrands(data: string): Promise<string[]> {
  const service = await openService(data);
  const files = brandFiles(brandPages, pageBytes);
  const keys = await inTurn(['brand-1', 'brand-2', 'brand-3', 'brand-4'], async (slug) => {
    await service.provisioning.create({ slug, modules: [], apiEnabled: true, files, subject: 'Create a brand' });
    const key = { brand: slug, name: 'Bench', rights: ['read', 'write'], expiresAt: null } as const;
    return (await service.keys.issue(key)).key;
  });
  await service.close();
  return keys;
}

/** Two and four nodes, and one, in turn. */
async function severalAgainstOne(
  context: Context,
  part: string,
  nodes: readonly Served[],
  writersOf: (count: number) => number,
  atLeast: readonly number[],
): Promise<Measurement[]> {
  const loads = nodes.map(() => new Load(context));
  const oneRound = async (count: number) => {
    // A node first reads what others have written.
    for (const { client } of nodes.slice(0, count)) await client.get('/pages');
    const results = await Promise.all(
      loads.slice(0, count).map((load, at) => {
        const { api = '', headers = {} } = nodes[at] ?? {};
        const seconds = context.seconds * 4;
        const options = { headers, patchPages: brandPages, connections: writersOf(count), seconds };
        return load.measure(`${api}/pages`, options);
      }),
    );
    const rates = results.map(({ perSecond }) => perSecond);
    const [rate, p99] = [rates.reduce((sum, one) => sum + one, 0), Math.max(...results.map(({ ms }) => ms.p99))];
    context.progress(`${part}, ${count} of them: ${short(rate)}/s, p99 ${short(p99)} ms`);
    return { rate, p99 };
  };
  const rounds = await inRounds(context.size(7, 2), () => inTurn(sizes, oneRound));
  return sizes.slice(1).map((count, at) => {
    const of = (size: number, what: 'rate' | 'p99') => rounds.map((round) => round[sizes.indexOf(size)]?.[what] ?? 0);
    const [p99, onOne] = [of(count, 'p99'), of(1, 'p99')].map((all) => short(median(all)));
    const note = `p99 ${p99} against ${onOne} ms`;
    const rates = of(count, 'rate').map((rate, round) => [rate, of(1, 'rate')[round] ?? 0] as const);
    const named = { part: `${part}: ${count} nodes, against one`, note, unit: 'a second' };
    return ratio(rates, { ...named, target: { atLeast: atLeast[at] ?? 0 } });
  });
}

async function run(context: Context): Promise<Measurement[]> {
  const root = cephRoot();
  if (root === null) {
    context.progress('left out: Ceph is not on this machine');
    return [];
  }
  const store = await startStore(context, root);
  return (await inTurn([oneNode, severalNodes], (part) => part(context, store))).flat();
}

export const rows: readonly Row[] = [{ id: 34, work: 'many machines, over Ceph with one OSD', run }];
