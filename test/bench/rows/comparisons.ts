import { type Context, compare, type Measurement, type Row } from '../harness.js';
import { Client, Load } from '../load.js';
import { served } from '../served.js';

const pages = 1000;

/** Content above 64 KiB that takes long to compare: equal cells, and a text of which every word is another. */
const blocks = (word: string, width: number) => [
  { type: 'table', data: { rows: Array(Math.ceil(36_000 / width)).fill(Array(width).fill('')) } },
  ...Array.from({ length: 20 }, (_, block) => {
    const html = Array.from({ length: 2000 }, (_, at) => `${word}${(at * (block + 7)) % 1999}`).join(' ');
    return { type: 'rich_text', data: { html: `<p>${html}</p>` } };
  }),
];

/** Reads and writes of others while large versions of a page are compared, one comparison after another, for two callers. */
async function run(context: Context): Promise<Measurement[]> {
  const { server, api, headers, client } = await served(context, await context.data(pages, 4096));
  const page = await client.json<{ id: number }>('POST', '/pages', { title: 'Large', blocks: blocks('a', 180) });
  const since = new Date().toISOString();
  // A version is named by its second.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await client.send('PUT', `/pages/${page.id}/content`, { blocks: blocks('b', 179) });
  const agent = new Client(context, server.url, { ...headers, accept: 'application/json, text/event-stream' }, 2);
  const params = { name: 'compare_page', arguments: { page: page.id, from: since } };
  const comparison = async (): Promise<void> => {
    const { body } = await agent.send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    if (!body.includes('"edited"')) throw new Error(`No comparison: ${body.toString().slice(0, 300)}`);
  };
  await comparison();
  const load = new Load(context);
  const measurements: Measurement[] = [];
  for (const [part, sent] of [
    ['GET of 1,000 pages', { readPages: pages }],
    ['PATCH', { patchPages: pages }],
  ] as const) {
    const idle = async (): Promise<number> =>
      (await load.measure(`${api}/pages`, { headers, connections: 4, ...sent })).ms.p99;
    const busy = async (): Promise<number> => {
      let isOver = false;
      const compareOn = async (): Promise<void> => {
        while (!isOver) await comparison();
      };
      const comparing = Promise.all([compareOn(), compareOn()]);
      const measured = await idle();
      isOver = true;
      await comparing;
      return measured;
    };
    measurements.push(
      await compare(context, busy, idle, { part: `${part} by 4, 99th percentile, against idle`, unit: 'ms' }),
    );
  }
  return measurements;
}

export const rows: readonly Row[] = [{ id: 46, work: 'others, while large versions of a page are compared', run }];
