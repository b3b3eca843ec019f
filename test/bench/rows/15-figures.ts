import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, figure, type Measurement, median, type Row } from '../harness.js';
import { Client } from '../load.js';
import { command, issueKey, portal, projectFolder, residentMemory, serve } from '../processes.js';
import { firstAnswer } from '../start.js';

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

async function run(context: Context): Promise<Measurement[]> {
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
    figure('start until the first answer', median(starts), 'ms', { atMost: 1500 }),
    figure('resident memory, idle after that', resident / megabyte, 'MB', { atMost: 200 }),
    figure('size of the production dependencies', (await dependencies()) / megabyte, 'MB', { atMost: 50 }),
  ];
}

export const row: Row = {
  id: 15,
  work: 'the example brand',
  comparedWith: 'nothing: plain figures',
  target: {},
  unit: '',
  run,
};
