import { slug } from '../data.js';
import { type Context, figure, type Measurement, median, type Row, ratio, sideBySide } from '../harness.js';
import { bareServer, Load, Requests } from '../load.js';
import { portal } from '../processes.js';
import { served } from '../served.js';

const connections = 32;

async function run(context: Context): Promise<Measurement[]> {
  const data = await context.data(1000, 4096);
  await portal('brand', 'set', slug, '--portal', 'public', '--data', data);
  const { server, client } = await served(context, data, { config: { guest_requests_per_minute: 0 } });
  const guest = new Requests(`${server.url}/brands/${slug}`, {});
  context.atEnd(() => guest.close());
  const get = async () => {
    const answer = await guest.ask('GET', '/page-7');
    if (answer.status === 200 && answer.headers['cache-control']?.startsWith('public')) return answer;
    throw new Error(`No public page: ${answer.status} ${answer.headers['cache-control']}`);
  };
  const page = `${server.url}/brands/${slug}/page-7`;
  const { body } = await get();
  const bare = await bareServer(context, body);
  const load = new Load(context);
  const ourSide = (): Promise<number> => load.perSecond(page, {}, { connections });
  const both = await sideBySide(context, ourSide, () => load.perSecond(bare, {}, { connections }));
  // An address with a query is not in the cache.
  const uncached = await load.measure(`${page}?uncached`, {}, { connections: 1 });
  const afterWrite: number[] = [];
  for (let at = 0; at < context.size(100, 40); at += 1) {
    await client.send('PATCH', '/pages/7', { title: `Title ${at}` });
    afterWrite.push((await get()).ms);
  }
  const large = await ofLarge(context);
  const note = `${(body.length / 1000).toFixed(0)} KB of HTML, ${connections} connections`;
  return [
    ratio(both, { part: 'from the cache, against a bare server with the same bytes', note }),
    figure('uncached, one at a time, median', uncached.ms.p50, 'ms', { atMost: 15 }),
    figure('the first after a write, median', median(afterWrite), 'ms'),
    ...large,
  ];
}

const largePages = 60_000;

/** Pages of a large brand, each made for each request: an address with a query is not in the cache. */
async function ofLarge(context: Context): Promise<Measurement[]> {
  const pages = context.size(largePages, 6000);
  const data = await context.data(pages, 1024);
  await portal('brand', 'set', slug, '--portal', 'public', '--data', data);
  const { server } = await served(context, data, { config: { guest_requests_per_minute: 0 } });
  const guest = new Requests(`${server.url}/brands/${slug}`, {});
  context.atEnd(() => guest.close());
  const found: Measurement[] = [];
  for (const [name, path, atMost] of [
    ['home', '/?uncached', 15],
    ['page', '/page-700?uncached', 15],
    ['search without words', '/-/search', 15],
    ['sitemap.xml', '/sitemap.xml', undefined],
    ['llms.txt', '/llms.txt', undefined],
  ] as const) {
    const times: number[] = [];
    let bytes = 0;
    // The first request reads the catalog.
    for (let at = 0; at <= context.size(20, 5); at += 1) {
      const { status, ms, body } = await guest.ask('GET', path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      if (at > 0) times.push(ms);
      bytes = body.length;
    }
    const target = atMost === undefined ? null : { atMost };
    found.push(figure(`${pages} pages: ${name}, ${(bytes / 1000).toFixed(0)} KB, median`, median(times), 'ms', target));
  }
  return found;
}

export const row: Row = {
  id: 43,
  work: 'portal: a public page as HTML, of 1,000 pages of 4 KB',
  comparedWith: 'as named',
  target: { atLeast: 0.35 },
  unit: 'requests/s',
  run,
};
