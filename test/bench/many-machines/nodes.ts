import { join } from 'node:path';
import { brandFiles, openService } from '../data.js';
import { type Context, type Measurement, median, ratio, short } from '../harness.js';
import { Client, Load } from '../load.js';
import type { ServeChild } from '../processes.js';
import { pageBytes } from '../writers.js';
import { BenchPortal, type BenchStore, startProxy } from './store.js';

const pages = 200;
const most = 4;
const sizes = [1, 2, most] as const;
const writersOfBrand = 64;
const writersOfNode = 16;
const delayMs = 20;

interface Writing {
  readonly node: ServeChild;
  readonly key: string;
  readonly load: Load;
}

/** What so many nodes do in one round. */
interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** The most served node against the least. */
  readonly apart: number;
}

/** Several nodes that write: one brand, and each its own. */
export async function severalNodes(context: Context, store: BenchStore): Promise<readonly Measurement[]> {
  const data = join(await context.folder(), 'data');
  const keys = await makeBrands(data);
  const portal = await BenchPortal.publish(context, store, 'several-nodes', data);
  const loads = Array.from({ length: most }, () => new Load(context));
  const writing = async (key: (at: number) => string, more: Readonly<Record<string, string>>): Promise<Writing[]> => {
    const nodes = await Promise.all(loads.map(() => portal.node(more)));
    return nodes.flatMap((node, at) => {
      const load = loads[at];
      return load === undefined ? [] : [{ node, key: key(at), load }];
    });
  };
  const one = await writing(() => keys[0] ?? '', {});
  const onOne = await compared(context, `${writersOfBrand} writers, one brand`, one, (count) => writersOfBrand / count);
  for (const { node } of one) await node.stop();
  const { endpoint } = await startProxy(context, store, delayMs);
  const own = await writing((at) => keys[at] ?? '', { shared_endpoint: endpoint });
  const part = `each its own brand, ${writersOfNode} writers a node, ${delayMs} ms more a request`;
  const onOwn = await compared(context, part, own, () => writersOfNode);
  for (const { node } of own) await node.stop();
  return [
    ...onOne.map((measurement, at) => ({ ...measurement, target: { atLeast: [0.3, 0.1][at] ?? 0 } })),
    ...onOwn.map((measurement, at) => ({ ...measurement, target: { atLeast: [1.7, 2.7][at] ?? 0 } })),
  ];
}

/** @returns a key to each */
async function makeBrands(data: string): Promise<string[]> {
  const service = await openService(data);
  const files = brandFiles(pages, pageBytes);
  const keys: string[] = [];
  for (let at = 1; at <= most; at += 1) {
    const slug = `brand-${at}`;
    await service.provisioning.create({ slug, modules: [], apiEnabled: true, files, subject: 'Create a brand' });
    keys.push(
      (await service.keys.issue({ brand: slug, name: 'Bench', rights: ['read', 'write'], expiresAt: null })).key,
    );
  }
  await service.close();
  return keys;
}

/** Two nodes against one, and four, in turn. */
async function compared(
  context: Context,
  part: string,
  writing: readonly Writing[],
  writersOf: (count: number) => number,
): Promise<Measurement[]> {
  const all = new Map<number, Round[]>(sizes.map((size) => [size, []]));
  const rounds = context.quick ? 2 : context.rounds;
  for (let round = -1; round < rounds; round += 1) {
    for (const size of sizes) {
      const made = await oneRound(context, writing.slice(0, size), writersOf(size));
      context.progress(`${part}, ${size} of them: ${short(made.perSecond)}/s, p99 ${short(made.p99Ms)} ms`);
      if (round >= 0) all.get(size)?.push(made);
    }
  }
  const of = (size: number, what: keyof Round): number => median((all.get(size) ?? []).map((round) => round[what]));
  return sizes.slice(1).map((size) => {
    const [ours, theirs] = [of(size, 'perSecond'), of(1, 'perSecond')];
    const note = `p99 ${short(of(size, 'p99Ms'))} against ${short(of(1, 'p99Ms'))} ms, nodes ${short(of(size, 'apart'))}× apart`;
    return ratio({ ours, theirs }, { part: `${part}: ${size} nodes, against one`, note });
  });
}

async function oneRound(context: Context, writing: readonly Writing[], connections: number): Promise<Round> {
  // What others wrote meanwhile is caught up with before.
  for (const { node, key } of writing) {
    const client = new Client(node.url, key);
    await client.get('/pages');
    client.close();
  }
  const results = await Promise.all(
    writing.map(({ node, key, load }) => {
      const authorization = `Bearer ${key}`;
      const options = { patchPages: pages, connections, seconds: context.seconds * 4 };
      return load.measure(`${node.url}/api/v1/pages`, { authorization }, options);
    }),
  );
  const rates = results.map(({ perSecond }) => perSecond);
  return {
    perSecond: rates.reduce((sum, rate) => sum + rate, 0),
    p99Ms: Math.max(...results.map(({ ms }) => ms.p99)),
    // One that got no slot counts as if it had got one a second.
    apart: Math.max(...rates) / Math.max(1, Math.min(...rates)),
  };
}
