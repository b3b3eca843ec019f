import { writeFile } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import type { Context } from './harness.js';
import { ask, type RunningChild, startChild } from './processes.js';

export interface LoadOptions {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly seconds: number;
  readonly connections: number;
  /** Read pages 1 to this below the URL in turn, instead of what is there. */
  readonly readPages?: number;
  /** Change titles of pages 1 to this below the URL. */
  readonly patchPages?: number;
  /** Make pages of so many bytes there, in blocks of about 400. */
  readonly postBytes?: number;
  /** Each write has an `Idempotency-Key`. */
  readonly areKeyed?: boolean;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly statuses: { readonly '2xx': number; readonly '3xx': number; readonly other: number };
  readonly errors: number;
  /** How long requests took, in milliseconds. */
  readonly ms: { readonly p50: number; readonly p99: number; readonly most: number };
}

export type MeasureOptions = Partial<Omit<LoadOptions, 'url' | 'headers'>> & { readonly expect?: '2xx' | '3xx' };

/** Load from a second process, on 64 connections if nothing else is said. */
export class Load {
  readonly #child: RunningChild;

  constructor(private readonly context: Context) {
    this.#child = startChild(context, 'load');
  }

  get pid(): number {
    return this.#child.child.pid as number;
  }

  /** @returns requests a second. @throws when an answer has another status than expected */
  async perSecond(url: string, headers: Record<string, string> = {}, options: MeasureOptions = {}): Promise<number> {
    const { perSecond } = await this.measure(url, headers, options);
    if (perSecond === 0) throw new Error(`No answers from ${url}`);
    return perSecond;
  }

  /** The same with how long they took; there may be no answers at all. @throws when one has another status than expected */
  async measure(url: string, headers: Record<string, string>, options: MeasureOptions): Promise<LoadResult> {
    const { expect = '2xx', ...rest } = options;
    const sent: LoadOptions = { url, headers, seconds: this.context.seconds, connections: 64, ...rest };
    const result = await ask<LoadResult>(this.#child, sent);
    const { statuses, errors } = result;
    const all = statuses['2xx'] + statuses['3xx'] + statuses.other;
    if (errors > 0 || statuses[expect] !== all) {
      throw new Error(`Unexpected answers from ${url}: ${JSON.stringify({ ...statuses, errors })}`);
    }
    return result;
  }
}

/** A bare server of these bytes. @returns its URL */
export async function bareServer(context: Context, body: Buffer): Promise<string> {
  const file = join(await context.folder(), 'body.json');
  await writeFile(file, body);
  return ask<string>(startChild(context, 'bare', file));
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ms: number;
}

type Fields = Readonly<Record<string, string>>;

/** Single requests, timed from the call to the last byte, on connections that stay open. */
export class Requests {
  readonly #agent: Agent;

  constructor(
    private readonly base: string,
    private readonly headers: Fields,
    connections = 1,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  ask(method: string, path: string, { body, more = {} }: { body?: unknown; more?: Fields } = {}): Promise<Answer> {
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const json = sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': sent.length };
    const options = { method, headers: { ...this.headers, ...json, ...more }, agent: this.#agent };
    const start = performance.now();
    return new Promise((resolve, reject) => {
      const sending = request(this.base + path, options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0 } = response;
          const received = Buffer.concat(parts);
          resolve({ status, headers: response.headers, body: received, ms: performance.now() - start });
        });
      });
      sending.on('error', reject);
      sending.end(sent);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Of the API. */
export class Client {
  readonly #requests: Requests;

  constructor(url: string, key: string, { connections = 1 } = {}) {
    this.#requests = new Requests(`${url}/api/v1`, { authorization: `Bearer ${key}` }, connections);
  }

  /** @throws for any status but a success */
  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.ask(method, path, body);
    if (answer.status < 300) return answer;
    throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
  }

  /** `send` with any status. */
  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#requests.ask(method, path, { body });
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  close(): void {
    this.#requests.close();
  }
}
