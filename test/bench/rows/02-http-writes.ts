import { slug } from '../data.js';
import { type Context, type Measurement, type Row, sideBySide } from '../harness.js';
import { Client, Load } from '../load.js';
import { issueKey, serve } from '../processes.js';
import { pageBytes, plumbingSide } from '../writers.js';

const pages = 10_000;

async function run(context: Context): Promise<Measurement> {
  const data = await context.data(pages, pageBytes);
  const key = await issueKey(data, slug);
  const server = await serve(context, data);
  // The first request reads the catalog.
  const client = new Client(server.url, key);
  await client.get('/pages');
  client.close();
  const load = new Load(context);
  const theirSide = await plumbingSide(context, pages);
  const ourSide = (): Promise<number> =>
    load.perSecond(`${server.url}/api/v1/pages`, { authorization: `Bearer ${key}` }, { patchPages: pages });
  const { ours, theirs } = await sideBySide(context, ourSide, theirSide);
  return { measured: ours / theirs, ours, theirs };
}

export const row: Row = {
  id: 2,
  work: 'HTTP: PATCH of titles of 2 KB pages, 64 connections, a brand of 10,000 pages',
  comparedWith: 'isomorphic-git plumbing as in row 1',
  target: { atLeast: 12 },
  unit: 'commits/s',
  run,
};
