import { type Context, type Measurement, type Row, ratio, sideBySide } from '../harness.js';
import { pageReads } from '../reads.js';

async function run(context: Context): Promise<Measurement> {
  const { load, page, bare, authorization, etag } = await pageReads(context);
  const headers = { authorization, 'if-none-match': etag };
  const ourSide = (): Promise<number> => load.perSecond(page, headers, { expect: '3xx' });
  return ratio(await sideBySide(context, ourSide, () => load.perSecond(bare)));
}

export const row: Row = {
  id: 6,
  work: 'HTTP: one of these pages answered as 304 to If-None-Match, 64 connections',
  comparedWith: 'the bare server of row 5 with its 200',
  target: { atLeast: 0.75 },
  unit: 'requests/s',
  run,
};
