import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogProjection } from '../../../src/content/catalog/catalog.js';
import { createSanitizer } from '../../../src/content/html/sanitizer.js';
import { machineFileSystem } from '../../../src/store/local/machine-file-system.js';
import { S3Store } from '../../../src/store/log/s3-store.js';
import { SharedPortal } from '../../../src/store/log/shared-portal.js';
import { gitdirOf, slug } from '../data.js';
import { type Context, type Measurement, median, milliseconds, ratio, short, type Target } from '../harness.js';
import { Client } from '../load.js';
import { command, issueKey, type ServeChild, serve } from '../processes.js';
import { pageBytes } from '../writers.js';
import { BenchPortal, type BenchStore } from './store.js';

const name = 'new-node';
const log = `brands/${slug}`;
const partBytes = 8 * 1024 * 1024;

/** A node without a cache opens a large brand with many slots, before it has a checkpoint and after. */
export async function newNode(context: Context, store: BenchStore): Promise<readonly Measurement[]> {
  const pages = context.size(10_000, 3000);
  const slots = context.size(2000, 200);
  const data = await context.data(pages, pageBytes);
  const key = await issueKey(data, slug);
  const portal = await BenchPortal.publish(context, store, name, data);
  await write(context, await portal.node(), { key, pages, slots });
  const parts = await upload(store, data);
  const download = async (): Promise<void> => {
    for (let part = 0; part < parts; part += 1) await store.bare.get(`history/${part}`);
  };
  const local = async (): Promise<number> => {
    await rm(join(data, 'cache'), { recursive: true, force: true });
    return (await firstList(await serve(context, data), key)) + (await milliseconds(download));
  };
  const rounds = context.quick ? 2 : 5;
  const compared = async (part: string, target: Target | null): Promise<Measurement> => {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await firstList(await portal.node(), key));
      theirs.push(await local());
      context.progress(`${part}: ${short(ours.at(-1) ?? 0)} / ${short(theirs.at(-1) ?? 0)} ms`);
    }
    const note = `${pages} pages, ${slots} slots`;
    return ratio({ ours: median(ours), theirs: median(theirs) }, { part, unit: 'ms', note, target });
  };
  const open = 'a new node lists all pages, against a local open without catalog and a download of the same bytes';
  const without = await compared(`${open}: no checkpoint`, null);
  await makeCheckpoint(context, store);
  return [without, await compared(`${open}: with a checkpoint`, { atMost: 2 })];
}

/** A slot for each, as by one writer. */
async function write(
  context: Context,
  node: ServeChild,
  { key, pages, slots }: { readonly key: string; readonly pages: number; readonly slots: number },
): Promise<void> {
  context.progress(`writing ${slots} slots`);
  const client = new Client(node.url, key);
  for (let at = 0; at < slots; at += 1)
    await client.send('PATCH', `/pages/${1 + (at % pages)}`, { title: `Slot ${at}` });
  client.close();
  await node.stop();
}

/** The brand's packs as plain objects. @returns how many */
async function upload({ bare }: BenchStore, data: string): Promise<number> {
  const packs = join(gitdirOf(data), 'objects', 'pack');
  const bytes = Number((await command('du', ['-sb', packs], data)).split('\t')[0]);
  const parts = Math.ceil(bytes / partBytes);
  for (let part = 0; part < parts; part += 1) {
    await bare.put(`history/${part}`, Buffer.alloc(Math.min(partBytes, bytes - part * partBytes)));
  }
  return parts;
}

/** As the node does it that is elected. */
async function makeCheckpoint(context: Context, { portal }: BenchStore): Promise<void> {
  const store = new S3Store(portal(name));
  const options = { store, fs: machineFileSystem, stalenessMs: 0, timeoutMs: 60_000, checkpointEntries: 10 };
  const shared = await SharedPortal.connect(options);
  const gitdir = join(await context.folder(), `${slug}.git`);
  const sanitizer = createSanitizer();
  const repository = await shared.open(log, gitdir, catalogProjection(sanitizer));
  const slot = await shared.checkpoint(log, gitdir, AbortSignal.timeout(60_000));
  await repository.close();
  await sanitizer.close();
  shared.close();
  if (slot === null) throw new Error('No checkpoint was made');
}

/** @returns milliseconds */
async function firstList(server: ServeChild, key: string): Promise<number> {
  const client = new Client(server.url, key);
  const ms = await milliseconds(() => client.get('/pages'));
  client.close();
  await server.stop('SIGKILL');
  return ms;
}
