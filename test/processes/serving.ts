import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { configFile } from '../metrics/serving.js';
import { Server } from '../support/command.js';
import { dataWithBrand } from '../support/data.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** A client with one connection, which one process answers for as long as both live. */
export class Pinned {
  readonly #url: string;
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** The number of the process that answers. */
  process = 0;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
    onTestFinished(() => this.#agent.destroy());
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const all = { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json', ...headers };
    const sent = request(this.#url + path, { method, headers: all, agent: this.#agent, timeout: 20_000 });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    const isJson = /json/.test(response.headers['content-type'] ?? '');
    return { status: response.statusCode, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
}

export interface Served {
  readonly server: Server;
  readonly data: string;
  readonly key: string;
  readonly id: string;
}

/** A server of the built program with several processes, on the empty brand `acme`. */
export async function serving(processes: number, lines = ''): Promise<Served> {
  const { data, key, id } = await dataWithBrand();
  const args = ['serve', '--data', data, '--config', configFile(lines), '--processes', String(processes)];
  return { server: await Server.start(args), data, key, id };
}

let asked = 0;

/** One client for each process. */
export async function oneForEach({ server, key }: Served, processes: number): Promise<Pinned[]> {
  const found = new Map<number, Pinned>();
  for (let tries = 0; found.size < processes && tries < 20 * processes; tries += 1) {
    const client = new Pinned(server.url, key);
    asked += 1;
    const id = `which-${asked}`;
    await client.send('GET', '/brand', undefined, { 'X-Request-Id': id });
    const line = new RegExp(`"process":(\\d+),"requestId":"${id}"`);
    await server.until(() => line.test(server.stderr));
    client.process = Number(line.exec(server.stderr)?.[1]);
    if (!found.has(client.process)) found.set(client.process, client);
  }
  return [...found.values()].sort((a, b) => a.process - b.process);
}

/** The processes that the server has started, by their ids. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
