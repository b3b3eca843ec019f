import { join } from 'node:path';
import { brandFiles, gitdirOf, openService } from '../data.js';
import { type Context, type Measurement, type Row, sideBySide } from '../harness.js';
import { Client } from '../load.js';
import { residentMemory, serve } from '../processes.js';
import { commitsPerSecond, openRepository, pageBytes, writePage, writers } from '../writers.js';

const pages = 20;
const spread = 100;

/** Brands of 20 pages. @returns a key to each */
async function makeBrands(context: Context, data: string, count: number): Promise<Map<string, string>> {
  const service = await openService(data);
  const files = brandFiles(pages, pageBytes);
  const keys = new Map<string, string>();
  const make = async (slug: string): Promise<void> => {
    await service.provisioning.create({ slug, modules: [], apiEnabled: true, files, subject: 'Create a brand' });
    const { key } = await service.keys.issue({ brand: slug, name: 'Bench', rights: ['read'], expiresAt: null });
    keys.set(slug, key);
  };
  for (let at = 0; at < count; at += 20) {
    context.progress(`making brands: ${at} of ${count}`);
    await Promise.all(Array.from({ length: 20 }, (_, offset) => make(`brand-${at + offset}`)));
  }
  await service.close();
  return keys;
}

async function memory(context: Context, data: string, keys: ReadonlyMap<string, string>): Promise<Measurement> {
  const server = await serve(context, data);
  const before = await residentMemory(server.pid);
  for (const key of keys.values()) {
    const client = new Client(server.url, key);
    await client.get('/pages');
    client.close();
  }
  const grown = (await residentMemory(server.pid)) - before;
  await server.stop();
  const note = `${keys.size} brands${context.quick ? ' in a quick run' : ''}`;
  return {
    part: 'memory of each once opened',
    measured: grown / keys.size / 1024,
    measuredUnit: 'KiB',
    target: null,
    note,
  };
}

/**
 * Twice: with as many writers on each brand as on the one, and with those writers spread over all. In the second, no two
 * of them ever meet in a batch: each commit pays its brand's own syncs.
 */
async function writes(context: Context, data: string): Promise<Measurement[]> {
  const open = (at: number) => openRepository(gitdirOf(data, `brand-${at}`));
  const repositories = await Promise.all(Array.from({ length: spread }, (_, at) => open(at)));
  const [one] = repositories;
  if (one === undefined) throw new Error('No brands');
  let turn = 0;
  const anywhere = (id: number): Promise<void> => {
    turn += 1;
    return writePage(repositories[turn % spread] ?? one, pages, id);
  };
  const { seconds } = context;
  const compare = async (concurrency: number) =>
    sideBySide(
      context,
      () => commitsPerSecond(anywhere, pages, { seconds, concurrency }),
      () => commitsPerSecond((id) => writePage(one, pages, id), pages, { seconds, concurrency: writers }),
    );
  const each = await compare(writers * spread);
  const all = await compare(writers);
  await Promise.all(repositories.map((repository) => repository.close()));
  return [
    { part: `writes over ${spread} of them, ${writers} writers each`, measured: each.ours / each.theirs, ...each },
    {
      part: `the same ${writers} writers over all of them`,
      measured: all.ours / all.theirs,
      ...all,
      target: null,
      note: 'a commit each: five syncs of its own repository',
    },
  ];
}

export const row: Row = {
  id: 14,
  work: '1,000 brands on one node',
  comparedWith: 'all writes on one brand',
  target: { atLeast: 1 },
  unit: 'commits/s',
  run: async (context) => {
    const data = join(await context.folder(), 'data');
    const keys = await makeBrands(context, data, context.size(1000, 200));
    return [await memory(context, data, keys), ...(await writes(context, data))];
  },
};
