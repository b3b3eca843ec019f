import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../fuzz/request.js';
import { type Outcome, sendTo, spawnPortal } from '../support/command.js';
import { randomNumbers } from '../support/random.js';
import type { Ledger } from './ledger.js';
import type { Tally } from './tally.js';

export interface BrandKeys {
  readonly write: string;
  readonly read: string;
  readonly revoked: string;
  readonly wrong: string;
}

export interface SoakBrand {
  readonly slug: string;
  readonly keys: BrandKeys;
  readonly ledger: Ledger;
}

interface Sent {
  /** Sent as JSON, or as the bytes that it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Left out: one that may write. */
  readonly key?: string;
  /** Statuses, in addition to 429 and 503. */
  readonly expected: readonly number[];
}

interface Reply {
  readonly status: number;
  readonly etag: string;
  readonly requestId: string;
  readonly body: Json;
}

/** What all clients of one run share. */
export class World {
  /** Of the server that runs, or ran last. */
  port = 0;
  #isOpen = false;
  #waiting: (() => void)[] = [];
  /** How many servers were ended. */
  ends = 0;
  readonly stop = new AbortController();
  readonly random: (below: number) => number;

  constructor(
    readonly data: string,
    readonly scratch: string,
    readonly brands: { readonly northlight: SoakBrand; readonly bakery: SoakBrand },
    readonly tally: Tally,
    seed: number,
  ) {
    this.random = randomNumbers(seed);
    setMaxListeners(100, this.stop.signal);
  }

  get isUp(): boolean {
    return this.#isOpen;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Lets the clients go on. */
  open(): void {
    this.#isOpen = true;
    this.#wake();
  }

  /** Called before a server is ended: what fails from now on was cut off. */
  ending(): void {
    this.#isOpen = false;
    this.ends += 1;
  }

  /** Ends all work. */
  finish(): void {
    this.stop.abort();
    this.#wake();
  }

  /** Resolves when there is a server to ask, or nothing more to do. */
  whenUp(): Promise<void> {
    if (this.isUp || this.stop.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  chance(percent: number): boolean {
    return this.random(100) < percent;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.random(list.length)] as T;
  }

  pickBrand(): SoakBrand {
    return this.pick(Object.values(this.brands));
  }

  /** Runs the program to its end, on the data of the server. */
  command(...args: readonly string[]): Promise<Outcome> {
    return spawnPortal([...args, '--data', this.data]);
  }

  /** A call of the API. @throws for another status than expected, and when the connection breaks or nothing comes */
  async rest(who: string, { keys }: SoakBrand, method: string, path: string, sent: Sent): Promise<Reply> {
    const { headers = {}, key = keys.write, expected } = sent;
    const requestId = randomUUID();
    const more = { 'X-Request-Id': requestId, ...headers };
    const reply = await sendTo(`${this.url}/api/v1`, key, method, path, sent.body, more);
    const { status, body } = reply;
    this.judge(who, reply, `${method} ${path}`);
    if (![...expected, 429, 503].includes(status))
      throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return { status, etag: reply.headers.get('etag') ?? '', requestId, body };
  }

  /** Counts a status: a failure of the server is expected only if it says when to come back. */
  judge(who: string, { status, headers }: Pick<Response, 'status' | 'headers'>, what: string): void {
    this.tally.count(who, status);
    if (status < 500 || (status === 503 && headers.has('retry-after'))) return;
    this.tally.unexpected5xx += 1;
    this.tally.problem(`${who}: ${what}: ${status}`);
  }
}

/** One kind of client. */
export interface Worker {
  readonly name: string;
  /** How many run at the same time. */
  readonly count: number;
  readonly pauseMs: number;
  /** Makes one, which does one thing at each call. */
  start(world: World): () => Promise<void>;
}

/** Runs until the world stops. A failure while a server ended is a request that was cut off. */
export async function work(world: World, { name, pauseMs, start }: Worker): Promise<void> {
  const step = start(world);
  while (!world.stop.signal.aborted) {
    await world.whenUp();
    if (world.stop.signal.aborted) return;
    const { ends } = world;
    try {
      await step();
    } catch (error) {
      const { message, cause } = error as Error;
      if (world.ends > ends) world.tally.count(name, 'cut');
      else world.tally.problem(`${name}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
    }
    await sleep(pauseMs / 2 + world.random(pauseMs), undefined, { signal: world.stop.signal }).catch(() => {});
  }
}
