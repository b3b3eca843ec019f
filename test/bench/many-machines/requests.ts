import { setTimeout as sleep } from 'node:timers/promises';
import { slug } from '../data.js';
import type { Context, Measurement } from '../harness.js';
import { Client } from '../load.js';
import { issueKey } from '../processes.js';
import { pageBytes } from '../writers.js';
import { BenchPortal, type BenchStore, startProxy } from './store.js';

const pages = 100;
const readsPerSecond = 50;

/** What three nodes ask of the store: at rest, and with 50 reads and one write a second, evenly over them. */
export async function storeRequests(context: Context, store: BenchStore): Promise<readonly Measurement[]> {
  const data = await context.data(pages, pageBytes);
  const key = await issueKey(data, slug);
  const portal = await BenchPortal.publish(context, store, 'requests', data);
  const proxy = await startProxy(context, store);
  const nodes = await Promise.all([1, 2, 3].map(() => portal.node({ shared_endpoint: proxy.endpoint })));
  const clients = nodes.map(({ url }) => new Client(url, key, { connections: 4 }));
  for (const client of clients) await client.get('/pages');
  const seconds = context.quick ? 10 : 60;
  const during = async (part: string, target: number, work: () => Promise<unknown>): Promise<Measurement> => {
    context.progress(part);
    const before = proxy.requests();
    await work();
    const a = (count: number): number => Math.round((count * 60) / seconds);
    const measured = a(proxy.requests() - before);
    return { part, measured, measuredUnit: '/min', target: { atMost: target } };
  };
  const atRest = await during('requests of three nodes at rest', 60, () => sleep(seconds * 1000));
  const part = 'requests of three nodes with 50 reads and one write a second at staleness 0';
  const busy = await during(part, 3300, async () => {
    const sent: Promise<unknown>[] = [];
    for (let at = 0, startMs = performance.now(); at < seconds * readsPerSecond; at += 1) {
      await sleep(startMs + (at * 1000) / readsPerSecond - performance.now());
      const client = clients[at % clients.length];
      sent.push(client?.get(`/pages/${(at % pages) + 1}`) ?? Promise.resolve());
      if (at % readsPerSecond === 0)
        sent.push(clients[at % 2]?.send('PATCH', '/pages/1', { title: `T${at}` }) ?? Promise.resolve());
    }
    await Promise.all(sent);
  });
  for (const client of clients) client.close();
  for (const node of nodes) await node.stop();
  return [atRest, busy];
}
