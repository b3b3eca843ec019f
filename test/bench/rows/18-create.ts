import { slug } from '../data.js';
import { type Context, type Measurement, type Row, sideBySide } from '../harness.js';
import { Client, Load } from '../load.js';
import { issueKey, serve } from '../processes.js';

const pages = 1000;
const pageBytes = 4096;

async function run(context: Context): Promise<Measurement> {
  const data = await context.data(pages, pageBytes);
  const key = await issueKey(data, slug);
  const { url } = await serve(context, data);
  const client = new Client(url, key);
  await client.get('/pages');
  client.close();
  const load = new Load(context);
  const writes = (kind: { patchPages: number } | { postBytes: number }): Promise<number> =>
    load.perSecond(`${url}/api/v1/pages`, { authorization: `Bearer ${key}` }, { connections: 16, ...kind });
  const { ours, theirs } = await sideBySide(
    context,
    () => writes({ postBytes: pageBytes }),
    () => writes({ patchPages: pages }),
  );
  return { measured: ours / theirs, ours, theirs };
}

export const row: Row = {
  id: 18,
  work: 'HTTP: POST of pages of 4 KB in 10 blocks, 16 connections',
  comparedWith: 'PATCH of titles of such pages',
  target: { atLeast: 0.9 },
  unit: 'commits/s',
  run,
};
