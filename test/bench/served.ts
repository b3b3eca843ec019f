import { join } from 'node:path';
import type { ChildServer } from '../support/child-server.js';
import { projectFolder } from '../support/child-server.js';
import { slug } from './data.js';
import type { Context } from './harness.js';
import { Client } from './load.js';
import { issueKey, portal, type Settings, serve } from './processes.js';

export interface Served {
  readonly server: ChildServer;
  readonly data: string;
  /** Of the API. */
  readonly api: string;
  readonly headers: { readonly authorization: string };
  readonly client: Client;
}

export interface ServedOptions {
  readonly brand?: string;
  readonly settings?: Settings;
  readonly flags?: readonly string[];
  readonly connections?: number;
  /** Of the brand, issued before. */
  readonly key?: string;
}

/** A portal that serves a data directory, with a key to a brand of it, whose catalog it has read. */
export async function served(context: Context, data: string, options: ServedOptions = {}): Promise<Served> {
  const { brand = slug, settings, flags, connections, key = await issueKey(data, brand) } = options;
  const server = await serve(context, data, settings, flags);
  const [api, headers] = [`${server.url}/api/v1`, { authorization: `Bearer ${key}` }];
  const client = new Client(context, api, headers, connections);
  await client.get('/pages');
  return { server, data, api, headers, client };
}

/** A data directory with the example brand, `northlight`. */
export async function exampleData(context: Context): Promise<string> {
  const data = join(await context.folder(), 'data');
  await portal('brand', 'import', join(projectFolder, 'content-fixtures/northlight'), '--data', data);
  return data;
}

/** The session of an operator, as a browser sends it. */
export async function signIn({ server: { url }, data }: Served): Promise<string> {
  await portal('person', 'add', '--name', 'Bench', '--operator', '--data', data);
  const { link } = JSON.parse(await portal('sign-in', 'Bench', '--json', '--data', data)) as { link: string };
  const body = new URLSearchParams({ link: link.slice(link.indexOf('#') + 1) });
  const init = { method: 'POST', body, headers: { origin: url }, redirect: 'manual' } as const;
  const { headers } = await fetch(`${url}/-/workspace/sign-in`, init);
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
