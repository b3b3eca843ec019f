import type { Context } from './harness.js';
import { Client } from './load.js';
import { serve } from './processes.js';

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
