import { slug } from './data.js';
import type { Context } from './harness.js';
import { Client } from './load.js';
import { issueKey, type ServeChild, serve } from './processes.js';

export interface Served {
  readonly data: string;
  readonly key: string;
  readonly server: ServeChild;
  /** Of the API. */
  readonly url: string;
  readonly client: Client;
  readonly headers: Record<string, string>;
}

type Config = Parameters<typeof serve>[2];

/** A server on a data directory; the list of a brand's pages is made once, which reads the catalog. */
export async function serveTo(context: Context, data: string, brand = slug, config: Config = {}): Promise<Served> {
  const key = await issueKey(data, brand);
  const server = await serve(context, data, config);
  const client = new Client(server.url, key);
  context.atEnd(() => client.close());
  await client.get('/pages');
  return { data, key, server, url: `${server.url}/api/v1`, client, headers: { authorization: `Bearer ${key}` } };
}

/** The same on a brand of so many pages of so many bytes. */
export async function served(context: Context, pages: number, bytes: number, config?: Config): Promise<Served> {
  return serveTo(context, await context.data(pages, bytes), slug, config);
}

/** Starts a server and asks for a path. @returns milliseconds from the start of the process to the answer */
export async function firstAnswer(context: Context, data: string, key: string, path: string): Promise<number> {
  const start = performance.now();
  const server = await serve(context, data);
  const client = new Client(server.url, key);
  await client.get(path);
  const ms = performance.now() - start;
  client.close();
  await server.stop('SIGKILL');
  return ms;
}

/** Asks for a path until it is stopped, every few milliseconds. @returns how long each answer took */
export function asking(client: Client, path: (at: number) => string, everyMs: number): () => Promise<number[]> {
  const waits: number[] = [];
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) {
      const { ms } = await client.get(path(waits.length));
      waits.push(ms);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - ms)));
    }
  })();
  done.catch(() => {});
  return async () => {
    isStopped = true;
    await done;
    return waits;
  };
}
