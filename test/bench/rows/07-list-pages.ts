import { type Context, figure, type Measurement, median, type Row, ratio, sideBySide } from '../harness.js';
import { bareServer, Load } from '../load.js';
import { type Served, served } from '../served.js';

const portalOf = async (context: Context, pages: number): Promise<Served> =>
  served(context, await context.data(pages, 2048));

async function throughput(context: Context, pages: number, atLeast: number): Promise<Measurement> {
  const { api, headers, client } = await portalOf(context, pages);
  const bare = await bareServer(context, (await client.get('/pages')).body);
  const load = new Load(context);
  const ourSide = (): Promise<number> => load.perSecond(`${api}/pages`, headers);
  const both = await sideBySide(context, ourSide, () => load.perSecond(bare));
  return ratio(both, { part: `${pages} pages`, target: { atLeast } });
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
  return { ...figure('the first after a write', ours - theirs, 'ms', { atMost: 15 }), ours, theirs, unit: 'ms' };
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
