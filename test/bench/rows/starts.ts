import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { maintain } from '../../../src/store/native/native-git.js';
import { gitdirOf, openService, slug } from '../data.js';
import { type Context, compare, type Measurement, type Row } from '../harness.js';
import { issueKey, processorTime } from '../processes.js';
import { served } from '../served.js';
import { pageBytes, writePage } from '../writers.js';

const pages = 1000;
const writesOfPack = 8;

/** A brand with this many packs that wait to be merged. Its catalog is cached, as after any orderly end. */
async function waitingPacks(context: Context, packs: number): Promise<string> {
  const data = await context.data(pages, pageBytes);
  const service = await openService(data);
  const repository = await service.brands.get(slug);
  for (let pack = 0; pack < packs; pack += 1) {
    const ids = Array.from({ length: writesOfPack }, (_, at) => 1 + ((pack * writesOfPack + at) % pages));
    await Promise.all(ids.map((id) => writePage(repository, pages, id)));
  }
  await service.close();
  return data;
}

/** Milliseconds of processor time until the first read of the brand is answered. A copy, because a start may merge packs. */
function start(context: Context, data: string, key: string): () => Promise<number> {
  return async () => {
    const copy = join(await context.folder(), 'data');
    await cp(data, copy, { recursive: true });
    const { server } = await served(context, copy, { key });
    const time = processorTime(server.pid);
    await server.end('SIGTERM');
    return time;
  };
}

async function starts(context: Context): Promise<Measurement> {
  const data = await waitingPacks(context, context.size(1600, 400));
  const key = await issueKey(data);
  const merged = join(await context.folder(), 'data');
  await cp(data, merged, { recursive: true });
  await maintain(gitdirOf(merged));
  const named = { target: { atMost: 1.2 }, unit: 'ms of processor time' };
  return compare(context, start(context, data, key), start(context, merged, key), named);
}

export const rows: readonly Row[] = [
  {
    id: 53,
    work: 'start of a brand with 1,600 packs of 8 writes that wait to be merged, until its first read',
    comparedWith: 'the same brand, merged',
    run: starts,
  },
];
