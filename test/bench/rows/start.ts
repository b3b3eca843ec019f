import * as fs from 'node:fs';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as git from 'isomorphic-git';
import { stringify } from 'yaml';
import { applyOwn, emptyCatalog } from '../../../src/content/catalog/catalog.js';
import { paths } from '../../../src/content/catalog/paths.js';
import { encodeJson } from '../../../src/lib/json.js';
import { gitdirOf, makePage, paragraph, positionsFor, randomNumbers, slug } from '../data.js';
import {
  type Context,
  figure,
  type Measurement,
  median,
  milliseconds,
  type Row,
  short,
  sideBySide,
} from '../harness.js';
import { Client } from '../load.js';
import {
  ask,
  command,
  issueKey,
  portal,
  projectFolder,
  residentMemory,
  type ServeChild,
  serve,
  startChild,
} from '../processes.js';
import { firstAnswer, served } from '../served.js';
import { openRepository, pageBytes } from '../writers.js';

const sample = 2000;

/** Reads a sample of the pages; what does not depend on their number (the pack's index) is counted once. */
async function readFiles(gitdir: string, oids: readonly string[]): Promise<number> {
  const cache = {};
  const random = randomNumbers(8);
  const read = (oid: string): Promise<unknown> => git.readBlob({ fs, gitdir, oid, cache });
  const first = await milliseconds(() => read(oids[0] as string));
  const rest = await milliseconds(async () => {
    for (let at = 0; at < sample; at += 1) await read(oids[random(oids.length)] as string);
  });
  return first + (rest / sample) * oids.length;
}

async function starts(context: Context): Promise<Measurement[]> {
  const pages = context.size(100_000, 20_000);
  const { data, key, server } = await served(context, pages, pageBytes);
  const cache = join(data, 'cache');
  const kept = join(await context.folder(), 'cache');
  // What a clean shutdown leaves.
  await server.stop();
  await cp(cache, kept, { recursive: true });

  const repository = await openRepository(gitdirOf(data));
  const oids = [...(await repository.read()).catalog.pages.values()].map(({ version }) => version);
  const [warm, cold, theirs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < context.rounds; round += 1) {
    await rm(cache, { recursive: true, force: true });
    cold.push(await firstAnswer(context, data, key, `/pages/${pages / 2}`));
    await cp(kept, cache, { recursive: true });
    warm.push(await firstAnswer(context, data, key, `/pages/${pages / 2}`));
    theirs.push(await readFiles(gitdirOf(data), oids));
    context.progress(`round ${round + 1}: ${[warm, cold, theirs].map((list) => short(list.at(-1) ?? 0)).join(' / ')}`);
  }
  const size = context.quick ? '20,000 pages in a quick run; ' : '';
  const compare = (part: string, ours: number, atLeast: number): Measurement => ({
    part,
    measured: median(theirs) / ours,
    ours,
    theirs: median(theirs),
    target: { atLeast },
    note: `${size}theirs from ${sample} pages`,
  });
  return [compare('with the catalog kept', median(warm), 50), compare('without it', median(cold), 8)];
}

const bytes = 4096;
const connections = 8;
/** What src/cli/README.md recommends where memory is dear: V8 keeps less in reserve. */
const saving = ['--optimize-for-size', '--max-semi-space-size=4'];

const mebibyte = 1024 * 1024;

/** GETs every page once. @returns the bytes of all bodies */
async function readPages({ url }: ServeChild, key: string, pages: number): Promise<number> {
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
  const catalog = applyOwn(
    emptyCatalog,
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

async function memory(context: Context): Promise<Measurement[]> {
  const pages = context.size(100_000, 20_000);
  const data = await context.data(pages, bytes);
  const key = await issueKey(data, slug);
  const grows = async (config: Record<string, number>, flags: string[] = []) => {
    const nobody = await serve(context, await context.folder(), {}, flags);
    const empty = await residentMemory(nobody.pid);
    await nobody.stop();
    const server = await serve(context, data, config, flags);
    const json = (await readPages(server, key, pages)) / mebibyte;
    const grown = ((await residentMemory(server.pid)) - empty) / mebibyte;
    await server.stop('SIGKILL');
    context.progress(`${short(grown)} MiB more than an empty server`);
    return { grown, json };
  };
  const all = { cache_bytes: 4096 * mebibyte };
  const sparing = await grows(all, saving);
  const usual = await grows(all);
  const bounded = await grows({}, saving);
  const bound = 64 + catalogBytes(pages) / mebibyte;
  const ratio = ({ grown, json }: { grown: number; json: number }) => {
    return { measured: grown / json, ours: grown, theirs: json, ...context.less('20,000 pages') };
  };
  return [
    { part: `all answers kept, node ${saving.join(' ')}`, ...ratio(sparing) },
    { part: 'all answers kept, node as it is', ...ratio(usual), target: null },
    {
      part: 'the default cache with these flags, against 64 MiB and the catalog',
      ...ratio({ ...bounded, json: bound }),
    },
  ];
}

const chapterSize = 100;

/** A brand folder of chapters with 99 pages of 2 KB each. */
async function makeFolder(folder: string, pages: number): Promise<void> {
  await mkdir(join(folder, 'pages'), { recursive: true });
  const theme = {
    colors: { primary: '#1a1a1a', accent: '#0057b8', background: '#fff', text: '#1a1a1a', link: '#0057b8' },
    font: 'sans-serif',
  };
  await writeFile(join(folder, 'brand.yaml'), stringify({ name: 'Imported', theme }));
  for (let id = 0; id < pages; id += 1) {
    const chapter = join(folder, 'pages', String(Math.floor(id / chapterSize)).padStart(4, '0'));
    if (id % chapterSize === 0) {
      await mkdir(chapter);
      await writeFile(`${chapter}.yaml`, stringify({ title: `Chapter ${id}`, type: 'container' }));
      continue;
    }
    const blocks = [
      { type: 'heading', data: { text: `About ${id}`, level: 2 } },
      { type: 'rich_text', data: { html: paragraph(900, id * 2) } },
      { type: 'rich_text', data: { html: paragraph(900, id * 2 + 1) } },
    ];
    const name = String(id % chapterSize).padStart(3, '0');
    await writeFile(join(chapter, `${name}.yaml`), stringify({ title: `Page ${id}`, visibility: 'public', blocks }));
  }
}

async function imports(context: Context): Promise<Measurement> {
  const pages = context.size(10_000, 2000);
  const base = await context.folder();
  const folder = join(base, 'imported');
  context.progress('writing the folder');
  await makeFolder(folder, pages);
  const ourSide = async (): Promise<number> => {
    const data = join(base, 'data');
    const ms = await milliseconds(() => portal('brand', 'import', folder, '--data', data));
    await rm(data, { recursive: true });
    return ms;
  };
  const theirSide = (): Promise<number> =>
    milliseconds(async () => {
      const child = startChild(context, 'parse-yaml', folder);
      await ask<number>(child);
      await child.stop();
    });
  const both = await sideBySide(context, ourSide, theirSide, { warmUp: false });
  return { measured: both.ours / both.theirs, ...both, ...context.less('2,000 pages') };
}

const example = 'northlight';
const megabyte = 1_000_000;

/** The bytes of a package's files; packages inside of it are packages of their own. */
async function packageSize(folder: string): Promise<number> {
  let total = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') total += await packageSize(path);
    else if (entry.isFile()) total += (await stat(path)).size;
  }
  return total;
}

async function dependencies(): Promise<number> {
  const listed = await command('npm', ['ls', '--omit=dev', '--parseable', '--all'], projectFolder);
  const folders = listed.split('\n').filter((line) => line.includes('node_modules'));
  let total = 0;
  for (const folder of new Set(folders)) total += await packageSize(folder);
  return total;
}

async function figures(context: Context): Promise<Measurement[]> {
  const data = join(await context.folder(), 'data');
  await portal('brand', 'import', join(projectFolder, 'content-fixtures', example), '--data', data);
  const key = await issueKey(data, example);
  const starts: number[] = [];
  for (let round = 0; round < context.rounds; round += 1) {
    starts.push(await firstAnswer(context, data, key, '/brand'));
  }
  const server = await serve(context, data);
  const client = new Client(server.url, key);
  await client.get('/brand');
  client.close();
  await sleep(2000);
  const resident = await residentMemory(server.pid);
  return [
    figure('start until the first answer', median(starts), 'ms', 1500),
    figure('resident memory, idle after that', resident / megabyte, 'MB', 200),
    figure('size of the production dependencies', (await dependencies()) / megabyte, 'MB', 50),
  ];
}

export const rows: readonly Row[] = [
  {
    id: 8,
    work: 'start on 100,000 pages of 2 KB until the first page is answered',
    comparedWith: 'readBlob of isomorphic-git for every page with one cache',
    target: { atLeast: 50 },
    unit: 'ms',
    run: starts,
  },
  {
    id: 9,
    work: 'memory after a GET of each of 100,000 pages of 4 KB, above an empty server',
    comparedWith: 'the bytes of their JSON',
    target: { atMost: 1.5 },
    unit: 'MiB',
    run: memory,
  },
  {
    id: 13,
    work: 'import of 10,000 pages of 2 KB from a folder of YAML',
    comparedWith: 'parsing the same files with yaml alone',
    target: { atMost: 4 },
    unit: 'ms',
    run: imports,
  },
  {
    id: 15,
    work: 'the example brand',
    comparedWith: 'nothing: plain figures',
    target: {},
    unit: '',
    run: figures,
  },
];
