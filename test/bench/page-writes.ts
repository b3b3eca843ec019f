import { slug } from './data.js';
import type { Context } from './harness.js';
import { Client, Load, type LoadOptions } from './load.js';
import { issueKey, serve } from './processes.js';

export const pages = 1000;
export const pageBytes = 4096;

export type Writes = Pick<LoadOptions, 'patchPages' | 'postBytes' | 'areKeyed'>;

/** Writes by 16 connections on a brand of pages of 4 KB that is loaded. @returns commits a second of writes of a kind */
export async function pageWrites(context: Context): Promise<(writes: Writes) => Promise<number>> {
  const data = await context.data(pages, pageBytes);
  const key = await issueKey(data, slug);
  const { url } = await serve(context, data);
  const client = new Client(url, key);
  await client.get('/pages');
  client.close();
  const load = new Load(context);
  return (writes) =>
    load.perSecond(`${url}/api/v1/pages`, { authorization: `Bearer ${key}` }, { connections: 16, ...writes });
}
