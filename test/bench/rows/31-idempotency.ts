import { slug } from '../data.js';
import { type Context, type Measurement, type Row, sideBySide } from '../harness.js';
import { Client, Load } from '../load.js';
import { issueKey, serve } from '../processes.js';

const pages = 1000;

async function run(context: Context): Promise<Measurement> {
  const data = await context.data(pages, 4096);
  const key = await issueKey(data, slug);
  const { url } = await serve(context, data);
  const client = new Client(url, key);
  await client.get('/pages');
  client.close();
  const load = new Load(context);
  const writes = (areKeyed: boolean): Promise<number> =>
    load.perSecond(
      `${url}/api/v1/pages`,
      { authorization: `Bearer ${key}` },
      { connections: 16, patchPages: pages, areKeyed },
    );
  const { ours, theirs } = await sideBySide(
    context,
    () => writes(true),
    () => writes(false),
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
