import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { program } from '../../support/child-server.js';
import { brandFiles, openService } from '../data.js';
import { type Context, figure, type Measurement, milliseconds, type Row } from '../harness.js';

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

export const rows: readonly Row[] = [{ id: 47, work: '300 brands of 9 pages', run: copies }];
