import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gitdirOf, slug } from './data.js';
import { type Context, median } from './harness.js';
import { Client } from './load.js';
import { issueKey, projectFolder, residentMemory, serve } from './processes.js';
import { firstAnswer } from './start.js';
import { type Curve, drawCurves } from './svg.js';
import { commitsPerSecond, openRepository, pageBytes, writePage, writers } from './writers.js';

const sizes = [1000, 10_000, 100_000];

interface Costs {
  readonly pages: number;
  readonly writes: number;
  readonly memory: number;
  readonly start: number;
  readonly coldStart: number;
}

async function repeated(context: Context, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < context.rounds; round += 1) values.push(await measure());
  return median(values);
}

/** Resident memory once the list of pages was given, so that the whole catalog is there. Leaves it for the next start. */
async function memoryOf(context: Context, data: string, key: string): Promise<number> {
  const server = await serve(context, data);
  const client = new Client(server.url, key);
  await client.get('/pages');
  client.close();
  const resident = await residentMemory(server.pid);
  await server.stop();
  return resident / 1_000_000;
}

async function costsAt(context: Context, pages: number): Promise<Costs> {
  const data = await context.data(pages, pageBytes);
  const key = await issueKey(data, slug);
  context.progress(`${pages} pages`);
  const first = (): Promise<number> => firstAnswer(context, data, key, `/pages/${pages / 2}`);
  const coldStart = await repeated(context, async () => {
    await rm(join(data, 'cache'), { recursive: true, force: true });
    return first();
  });
  const memory = await memoryOf(context, data, key);
  const start = await repeated(context, first);
  const repository = await openRepository(gitdirOf(data));
  const load = { seconds: context.seconds, concurrency: writers };
  const writes = await repeated(context, () => commitsPerSecond((id) => writePage(repository, pages, id), pages, load));
  await repository.close();
  return { pages, writes, memory, start, coldStart };
}

/** Measures what each size of a brand costs and draws it. @returns where the drawing is */
export async function makeCurves(context: Context): Promise<string> {
  const costs: Costs[] = [];
  for (const pages of sizes) costs.push(await costsAt(context, pages));
  const line = (name: string, value: (at: Costs) => number) => ({
    name,
    points: costs.map((at) => ({ x: at.pages, y: value(at) })),
  });
  const curves: Curve[] = [
    { title: 'Commits a second, 64 writers', unit: '/s', lines: [line('', (at) => at.writes)] },
    { title: 'Resident memory, catalog loaded', unit: 'MB', lines: [line('', (at) => at.memory)] },
    {
      title: 'Start until the first page',
      unit: 'ms',
      lines: [line('catalog kept', (at) => at.start), line('catalog lost', (at) => at.coldStart)],
    },
  ];
  const path = join(projectFolder, 'test', 'bench', 'curves.svg');
  await writeFile(path, drawCurves(curves, 'pages of 2 KB in a brand'));
  return path;
}
