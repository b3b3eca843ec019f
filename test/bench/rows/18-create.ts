import { type Context, type Measurement, type Row, ratio, sideBySide } from '../harness.js';
import { Load, type MeasureOptions } from '../load.js';
import { served } from '../served.js';

const pages = 1000;
const pageBytes = 4096;

async function run(context: Context): Promise<Measurement> {
  const { api, headers } = await served(context, await context.data(pages, pageBytes));
  const load = new Load(context);
  const writes = (kind: MeasureOptions) => (): Promise<number> =>
    load.perSecond(`${api}/pages`, headers, { connections: 16, ...kind });
  return ratio(await sideBySide(context, writes({ postBytes: pageBytes }), writes({ patchPages: pages })));
}

export const row: Row = {
  id: 18,
  work: 'HTTP: POST of pages of 4 KB in 10 blocks, 16 connections',
  comparedWith: 'PATCH of titles of such pages',
  target: { atLeast: 0.9 },
  unit: 'commits/s',
  run,
};
