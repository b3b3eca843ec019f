import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { answerTo } from '../support/raw-requests.js';
import type { LoadResult } from './children/load.js';
import type { Context } from './harness.js';
import { Child } from './processes.js';

export interface LoadOptions {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly seconds: number;
  readonly connections: number;
  /** Read pages 1 to this below the URL in turn, instead of what is there. */
  readonly readPages?: number;
  /** Change titles of pages 1 to this below the URL. */
  readonly patchPages?: number;
}

type MeasureOptions = Partial<LoadOptions> & { readonly expect?: '2xx' | '3xx' };

/** Load from a second process, on 64 connections by default. */
export class Load {
  readonly #child: Child;

  constructor(private readonly context: Context) {
    this.#child = new Child(context, 'load');
  }

  /** Requests a second, as a side of a comparison. */
  side(url: string, options: MeasureOptions = {}): () => Promise<number> {
    return async () => (await this.measure(url, options)).perSecond;
  }

  /** @throws when there is no answer, or one with another status than expected */
  async measure(url: string, { expect = '2xx', ...options }: MeasureOptions): Promise<LoadResult> {
    const sent: LoadOptions = { url, headers: {}, seconds: this.context.seconds, connections: 64, ...options };
    const result = await this.#child.ask<LoadResult>(sent);
    const { statuses, errors, perSecond } = result;
    const all = statuses['2xx'] + statuses['3xx'] + statuses.other;
    if (errors > 0 || perSecond === 0 || statuses[expect] !== all) {
      throw new Error(`Unexpected answers from ${url}: ${JSON.stringify({ ...statuses, errors })}`);
    }
    return result;
  }
}

/** A bare server of these bytes. @returns its URL */
export async function bareServer(context: Context, body: Buffer): Promise<string> {
  const file = join(await context.folder(), 'body.json');
  await writeFile(file, body);
  return new Child(context, 'bare', file).ask();
}

/** Single requests, timed from the call to the last byte, on connections that stay open. */
export class Client {
  readonly #agent: Agent;

  /** @param base before each path */
  constructor(
    context: Context,
    private readonly base: string,
    private readonly headers: Readonly<Record<string, string>> = {},
    connections = 1,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    context.atEnd(() => this.#agent.destroy());
  }

  get(path: string) {
    return this.send('GET', path);
  }

  async json<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    return JSON.parse((await this.send(method, path, body)).body.toString());
  }

  /** @throws for any status but a success */
  async send(method: string, path: string, body?: unknown) {
    const answer = await this.ask(method, path, body);
    if (answer.status < 300) return answer;
    throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
  }

  /** `send` with any status. */
  async ask(method: string, path: string, body?: unknown) {
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const json = sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': sent.length };
    const options = { method, headers: { ...this.headers, ...json }, agent: this.#agent };
    const start = performance.now();
    const { status, headers, body: bytes } = await answerTo(request(this.base + path, options), sent);
    return { status, headers, body: bytes, ms: performance.now() - start };
  }
}
