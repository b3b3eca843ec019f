import { catalogProjection } from '../../../src/content/catalog.js';
import { encodeJson, paths } from '../../../src/content/files.js';
import { makePage, positionsFor, slug } from '../data.js';
import { type Context, type Measurement, type Row, short } from '../harness.js';
import { Client } from '../load.js';
import { issueKey, residentMemory, type ServeChild, serve } from '../processes.js';

const bytes = 4096;
const connections = 8;
const mebibyte = 1024 * 1024;

/** GETs every page once. @returns the bytes of all bodies */
async function readAll({ url }: ServeChild, key: string, pages: number): Promise<number> {
  const client = new Client(url, key, { connections });
  let [next, total] = [1, 0];
  const reader = async (): Promise<void> => {
    while (next <= pages) {
      const id = next;
      next += 1;
      const { body } = await client.get(`/pages/${id}`);
      total += body.length;
    }
  };
  await Promise.all(Array.from({ length: connections }, reader));
  client.close();
  return total;
}

/** What the catalog takes alone. */
function catalogBytes(pages: number): number {
  const positions = positionsFor(pages);
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('The catalog is measured with --expose-gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  const catalog = catalogProjection.apply(
    catalogProjection.empty,
    (function* () {
      for (let id = 1; id <= pages; id += 1) {
        const content = encodeJson(makePage(id, positions[id - 1] as string, bytes));
        yield { path: paths.page(id), content: { version: String(id).padStart(40, '0'), bytes: content } };
      }
    })(),
  );
  collect();
  const used = process.memoryUsage().heapUsed - before;
  if (catalog.pages.size !== pages) throw new Error('The catalog misses pages');
  return used;
}

async function run(context: Context): Promise<Measurement[]> {
  const pages = context.size(100_000, 20_000);
  const data = await context.data(pages, bytes);
  const key = await issueKey(data, slug);
  const nobody = await serve(context, await context.folder());
  const empty = await residentMemory(nobody.pid);
  await nobody.stop();

  const after = async (config: Record<string, number>): Promise<{ grown: number; json: number }> => {
    const server = await serve(context, data, config);
    const json = await readAll(server, key, pages);
    const grown = (await residentMemory(server.pid)) - empty;
    await server.stop('SIGKILL');
    return { grown, json };
  };
  const large = await after({ cache_bytes: 4096 * mebibyte });
  context.progress(`all in memory: ${short(large.grown / mebibyte)} MiB more than an empty server`);
  const small = await after({});
  const bound = (64 * mebibyte + catalogBytes(pages)) / mebibyte;
  const note = context.quick ? { note: '20,000 pages in a quick run' } : {};
  const [grown, json] = [large.grown / mebibyte, large.json / mebibyte];
  return [
    { part: 'all answers kept', measured: grown / json, ours: grown, theirs: json, ...note },
    {
      part: 'the default cache, against 64 MiB and the catalog',
      measured: small.grown / mebibyte / bound,
      ours: small.grown / mebibyte,
      theirs: bound,
      target: { atMost: 1 },
      ...note,
    },
  ];
}

export const row: Row = {
  id: 9,
  work: 'memory after a GET of each of 100,000 pages of 4 KB, above an empty server',
  comparedWith: 'the bytes of their JSON',
  target: { atMost: 1.5 },
  unit: 'MiB',
  run,
};
