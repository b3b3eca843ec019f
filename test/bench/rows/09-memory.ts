import { catalogOf } from '../catalog.js';
import { slug } from '../data.js';
import { type Context, type Measurement, type Row, short } from '../harness.js';
import { Client } from '../load.js';
import { issueKey, residentMemory, type ServeChild, serve } from '../processes.js';

const bytes = 4096;
const connections = 8;
/** What src/cli/README.md recommends where memory is dear: V8 keeps less in reserve. */
const saving = ['--optimize-for-size', '--max-semi-space-size=4'];

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

async function run(context: Context): Promise<Measurement[]> {
  const pages = context.size(100_000, 20_000);
  const data = await context.data(pages, bytes);
  const key = await issueKey(data, slug);
  const grows = async (
    config: Record<string, number>,
    flags: string[] = [],
  ): Promise<{ grown: number; json: number }> => {
    const nobody = await serve(context, await context.folder(), {}, flags);
    const empty = await residentMemory(nobody.pid);
    await nobody.stop();
    const server = await serve(context, data, config, flags);
    const json = (await readAll(server, key, pages)) / mebibyte;
    const grown = ((await residentMemory(server.pid)) - empty) / mebibyte;
    await server.stop('SIGKILL');
    context.progress(`${short(grown)} MiB more than an empty server`);
    return { grown, json };
  };
  const all = { cache_bytes: 4096 * mebibyte };
  const sparing = await grows(all, saving);
  const usual = await grows(all);
  const bounded = await grows({}, saving);
  const bound = 64 + catalogOf(pages, bytes).bytes / mebibyte;
  const ratio = ({ grown, json }: { grown: number; json: number }) => ({
    measured: grown / json,
    ours: grown,
    theirs: json,
    ...(context.quick ? { note: '20,000 pages in a quick run' } : {}),
  });
  return [
    { part: `all answers kept, node ${saving.join(' ')}`, ...ratio(sparing) },
    { part: 'all answers kept, node as it is', ...ratio(usual), target: null },
    {
      part: 'the default cache with these flags, against 64 MiB and the catalog',
      ...ratio({ ...bounded, json: bound }),
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
