import { type Context, type Measurement, type Row, sideBySide } from '../harness.js';
import { pages, pageWrites } from '../page-writes.js';

async function run(context: Context): Promise<Measurement> {
  const perSecond = await pageWrites(context);
  const patches = (areKeyed: boolean): Promise<number> => perSecond({ patchPages: pages, areKeyed });
  const { ours, theirs } = await sideBySide(
    context,
    () => patches(true),
    () => patches(false),
  );
  return { measured: ours / theirs, ours, theirs };
}

export const row: Row = {
  id: 31,
  work: 'HTTP: PATCH of titles with an Idempotency-Key, 16 connections',
  comparedWith: 'the same without',
  target: { atLeast: 0.9 },
  unit: 'commits/s',
  run,
};
