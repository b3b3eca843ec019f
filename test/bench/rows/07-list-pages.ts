import { slug } from '../data.js';
import { type Context, type Measurement, median, type Row, sideBySide } from '../harness.js';
import { bareServer, Client, Load } from '../load.js';
import { issueKey, serve } from '../processes.js';

async function portalOf(context: Context, pages: number): Promise<{ url: string; key: string; client: Client }> {
  const data = await context.data(pages, 2048);
  const key = await issueKey(data, slug);
  const { url } = await serve(context, data);
  const client = new Client(url, key);
  context.atEnd(() => client.close());
  return { url, key, client };
}

async function throughput(context: Context, pages: number, atLeast: number): Promise<Measurement> {
  const { url, key, client } = await portalOf(context, pages);
  const bare = await bareServer(context, (await client.get('/pages')).body);
  const load = new Load(context);
  const ourSide = (): Promise<number> => load.perSecond(`${url}/api/v1/pages`, { authorization: `Bearer ${key}` });
  const { ours, theirs } = await sideBySide(context, ourSide, () => load.perSecond(bare));
  return { part: `${pages} pages`, measured: ours / theirs, ours, theirs, target: { atLeast } };
}

/** How much longer the first answer after a write takes than one that is repeated. */
async function afterWrite(context: Context, pages: number): Promise<Measurement> {
  const { client } = await portalOf(context, pages);
  const [first, again]: [number[], number[]] = [[], []];
  const count = context.size(100, 40);
  for (let at = -5; at < count; at += 1) {
    await client.send('PATCH', `/pages/${1 + (((at + 5) * 97) % pages)}`, {
      title: `Title ${at} ${performance.now()}`,
    });
    const fresh = (await client.get('/pages')).ms;
    const repeated = (await client.get('/pages')).ms;
    if (at < 0) continue;
    first.push(fresh);
    again.push(repeated);
  }
  const [ours, theirs] = [median(first), median(again)];
  const target = { atMost: 15 };
  return {
    part: 'the first after a write',
    measured: ours - theirs,
    measuredUnit: 'ms',
    ours,
    theirs,
    unit: 'ms',
    target,
  };
}

export const row: Row = {
  id: 7,
  work: 'HTTP: GET /pages',
  comparedWith: 'a bare server with the same bytes; a repeated answer',
  target: { atLeast: 0.6 },
  unit: 'requests/s',
  run: async (context) => [
    await throughput(context, 1000, 0.85),
    await throughput(context, 10_000, 0.6),
    await afterWrite(context, 10_000),
  ],
};
