import { type Context, type Measurement, type Row, ratio, sideBySide } from '../harness.js';
import { pageReads, readPages } from '../reads.js';

const connections = 32;

async function run(context: Context): Promise<Measurement> {
  const { load, url, bare, authorization } = await pageReads(context);
  const ourSide = (): Promise<number> => load.perSecond(url, { authorization }, { connections, readPages });
  return ratio(await sideBySide(context, ourSide, () => load.perSecond(bare, {}, { connections })));
}

export const row: Row = {
  id: 5,
  work: 'HTTP: GET of 1,000 pages of 4 KB with a key, 32 connections',
  comparedWith: 'a bare node:http server that answers the bytes of one of them from one buffer',
  target: { atLeast: 0.6 },
  unit: 'requests/s',
  run,
};
