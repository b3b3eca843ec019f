import { setTimeout as sleep } from 'node:timers/promises';
import { type ObjectStore, StoreError } from './object-store.js';

/** Time without an answer to any of several requests, from which the store counts as away. */
const awayAfterMs = 2000;

const probeEveryMs = 500;

/** Methods whose answer is one promise. */
type Request = Exclude<keyof ObjectStore, 'name' | 'clockSkewSeconds' | 'read' | 'close'>;

/** Circuit breaker. While the store is unreachable, requests fail at once, and one probe at a time tests it. */
export class CircuitBreaker implements ObjectStore {
  readonly name: string;
  /** Sending time of the first request that has failed since the last answer. */
  #failingSinceMs: number | undefined;
  #isAway = false;
  readonly #closing = new AbortController();

  /** @param probed key that probes look for */
  constructor(
    private readonly store: ObjectStore,
    private readonly probed: string,
  ) {
    this.name = store.name;
  }

  get clockSkewSeconds(): number {
    return this.store.clockSkewSeconds;
  }

  readonly create = this.#watched('create');
  readonly get = this.#watched('get');
  readonly has = this.#watched('has');
  readonly put = this.#watched('put');
  readonly remove = this.#watched('remove');
  readonly putFile = this.#watched('putFile', { isTransfer: true });
  readonly size = this.#watched('size');
  readonly list = this.#watched('list');

  async *read(key: string, from: number): AsyncGenerator<Uint8Array> {
    const parts = this.store.read(key, from);
    const next = () => parts.next();
    try {
      for (;;) {
        const { done, value } = await this.#watch(next, { isTransfer: true });
        if (done) return;
        yield value;
      }
    } finally {
      await parts.return(undefined);
    }
  }

  close(): void {
    this.#closing.abort();
    this.store.close();
  }

  #watched<Name extends Request>(name: Name, transfer?: { readonly isTransfer: true }): ObjectStore[Name] {
    const send = (...args: unknown[]) => this.#watch(() => Reflect.apply(this.store[name], this.store, args), transfer);
    return send as ObjectStore[Name];
  }

  /** @param isTransfer it fails when it stops, however long ago it began */
  async #watch<T>(send: () => Promise<T>, { isTransfer = false } = {}): Promise<T> {
    if (this.#isAway) throw new StoreError(`${this.name} does not answer`, { isSent: false, isAway: true });
    const startMs = performance.now();
    try {
      const answer = await send();
      this.#failingSinceMs = undefined;
      return answer;
    } catch (error) {
      if (error instanceof StoreError) this.#noteFailure(error, isTransfer ? performance.now() : startMs);
      throw error;
    }
  }

  /** 409 is the answer of a working store. */
  #noteFailure({ status }: StoreError, startMs: number): void {
    if (status === 409 || this.#isAway) return;
    const isFirst = this.#failingSinceMs === undefined;
    this.#failingSinceMs = Math.min(this.#failingSinceMs ?? startMs, startMs);
    if (isFirst || performance.now() - this.#failingSinceMs < awayAfterMs) return;
    this.#isAway = true;
    void this.#probe();
  }

  async #probe(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.store.has(this.probed);
        break;
      } catch {
        await sleep(probeEveryMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
    this.#isAway = false;
    this.#failingSinceMs = undefined;
  }
}
