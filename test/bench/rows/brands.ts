import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { maintain } from '../../../src/store/native/native-git.js';
import { program } from '../../support/child-server.js';
import { brandFiles, openService } from '../data.js';
import { type Context, figure, type Measurement, milliseconds, type Row } from '../harness.js';
import { serve } from '../processes.js';

const pages = 9;

/** A data directory with brands of a few pages. */
async function brandsIn(context: Context, count: number): Promise<string> {
  const data = join(await context.folder(), 'data');
  const service = await openService(data);
  for (let at = 1; at <= count; at += 1) {
    const files = brandFiles(pages, 4096);
    await service.provisioning.create({ slug: `brand-${at}`, modules: [], apiEnabled: true, files, subject: 'Create' });
    if (at % 100 === 0) context.progress(`made ${at} brands`);
  }
  await service.close();
  return data;
}

/** Seconds of a command. */
async function seconds(...args: string[]): Promise<number> {
  const options = { maxBuffer: 256 * 1024 * 1024 };
  return (await milliseconds(() => promisify(execFile)(process.execPath, [program, ...args], options))) / 1000;
}

async function copies(context: Context): Promise<Measurement[]> {
  const data = await brandsIn(context, context.size(300, 50));
  const folder = await context.folder();
  const [backup, restored] = [join(folder, 'backup'), join(folder, 'restored')];
  const measured: Measurement[] = [];
  const add = async (part: string, atMost: number, ...args: string[]): Promise<void> => {
    measured.push(figure(part, await seconds(...args), 's', { atMost }));
    context.progress(part);
  };
  await add('first backup', 40, 'backup', '--all', backup, '--data', data);
  await add('backup without change', 3, 'backup', '--all', backup, '--data', data);
  await add('restore', 60, 'restore', backup, '--data', restored);
  await add('check', 40, 'check', '--data', restored);
  await add('check --files', 40, 'check', '--files', '--data', restored);
  await rm(restored, { recursive: true });
  return measured;
}

/** Idle time after which a brand is closed, in seconds. The server looks once a minute. */
const idleSeconds = 10;

/** Start and memory of a server of many brands. Its first start makes the search indexes, which the measured one has. */
async function opened(context: Context): Promise<Measurement[]> {
  const count = context.size(1000, 100);
  const data = await brandsIn(context, count);
  const service = await openService(data);
  const keys: string[] = [];
  for (const slug of (await service.registered()).keys()) {
    const issued = { brand: slug, name: 'Bench', rights: ['read'] as const, expiresAt: null, budgets: {} };
    keys.push((await service.keys.issue(issued)).key);
  }
  await service.close();
  await maintain(join(data, 'registry.git'));

  const settings = { brand_idle_seconds: idleSeconds };
  const first = await serve(context, data, settings);
  const indexes = async (): Promise<number> => {
    const names = await readdir(join(data, 'cache')).catch(() => []);
    return names.filter((name) => name.endsWith('.search')).length;
  };
  while ((await indexes()) < count) await sleep(1000);
  await first.end('SIGTERM');

  const began = performance.now();
  const server = await serve(context, data, settings);
  const start = (performance.now() - began) / 1000;
  for (const key of keys) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${server.url}/api/v1/pages/1`, { headers });
    if (response.status !== 200) throw new Error(`A GET was answered with ${response.status}`);
    await response.arrayBuffer();
  }
  const all = server.residentMemory;
  await sleep((idleSeconds + 125) * 1000);
  return [
    figure('start', start, 's', { atMost: 3 }),
    figure('memory after a GET in each', all, 'MiB', { atMost: 450 }),
    figure('memory after all are closed', server.residentMemory, 'MiB', { atMost: 300 }),
  ];
}

export const rows: readonly Row[] = [
  { id: 47, work: '300 brands of 9 pages', run: copies },
  { id: 50, work: 'a server of 1,000 brands of 9 pages', run: opened },
];
