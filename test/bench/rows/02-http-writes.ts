import { type Context, type Measurement, type Row, ratio, sideBySide } from '../harness.js';
import { Load } from '../load.js';
import { served } from '../served.js';
import { pageBytes, plumbingSide } from '../writers.js';

const pages = 10_000;

async function run(context: Context): Promise<Measurement> {
  const { api, headers } = await served(context, await context.data(pages, pageBytes));
  const load = new Load(context);
  const theirSide = await plumbingSide(context, pages);
  const ourSide = (): Promise<number> => load.perSecond(`${api}/pages`, headers, { patchPages: pages });
  return ratio(await sideBySide(context, ourSide, theirSide));
}

export const row: Row = {
  id: 2,
  work: 'HTTP: PATCH of titles of 2 KB pages, 64 connections, a brand of 10,000 pages',
  comparedWith: 'isomorphic-git plumbing as in row 1',
  target: { atLeast: 12 },
  unit: 'commits/s',
  run,
};
