import { type Context, type Measurement, type Row, sideBySide } from '../harness.js';
import { pageReads } from '../reads.js';

async function run(context: Context): Promise<Measurement> {
  const { load, page, bare, authorization } = await pageReads(context);
  const ourSide = (): Promise<number> => load.perSecond(page, { authorization });
  const { ours, theirs } = await sideBySide(context, ourSide, () => load.perSecond(bare));
  return { measured: ours / theirs, ours, theirs };
}

export const row: Row = {
  id: 5,
  work: 'HTTP: GET of a 10 KB page with its key, 64 connections',
  comparedWith: 'a bare node:http server that answers the same bytes from one buffer',
  target: { atLeast: 0.55 },
  unit: 'requests/s',
  run,
};
