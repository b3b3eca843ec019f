import { slug } from './data.js';
import type { Context } from './harness.js';
import { Client } from './load.js';
import { issueKey, type ServeChild, serve } from './processes.js';

export interface Served {
  readonly server: ServeChild;
  /** Of the API. */
  readonly api: string;
  readonly key: string;
  readonly headers: { readonly authorization: string };
  readonly client: Client;
}

interface ServedOptions {
  readonly brand?: string;
  readonly config?: Readonly<Record<string, number | string | boolean>>;
  readonly connections?: number;
}

/** A portal that serves a data directory, with a key to a brand of it, whose catalog it has read. */
export async function served(context: Context, data: string, options: ServedOptions = {}): Promise<Served> {
  const { brand = slug, config = {}, connections = 1 } = options;
  const key = await issueKey(data, brand);
  const server = await serve(context, data, config);
  const client = new Client(server.url, key, { connections });
  context.atEnd(() => client.close());
  await client.get('/pages');
  return { server, api: `${server.url}/api/v1`, key, headers: { authorization: `Bearer ${key}` }, client };
}

/** How long each of the requests for these paths takes that are made, one after another, until `work` is done. */
export async function waitsDuring<T>(
  client: Client,
  work: Promise<T>,
  { path = () => '/pages/2', pauseMs = 2 }: { path?(at: number): string; pauseMs?: number } = {},
): Promise<{ answer: T; waits: number[] }> {
  const waits: number[] = [];
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  for (let at = 0; !isDone; at += 1) {
    waits.push((await client.get(path(at))).ms);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return { answer: await done, waits };
}
