import { type Context, type Measurement, type Row, sideBySide } from '../harness.js';
import { pageBytes, pages, pageWrites } from '../page-writes.js';

async function run(context: Context): Promise<Measurement> {
  const perSecond = await pageWrites(context);
  const posts = (): Promise<number> => perSecond({ postBytes: pageBytes });
  const { ours, theirs } = await sideBySide(context, posts, () => perSecond({ patchPages: pages }));
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
