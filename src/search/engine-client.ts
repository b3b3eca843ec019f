import { setTimeout as sleep } from 'node:timers/promises';
import { BackgroundThread, ThreadUnavailable } from '../lib/background-thread.js';
import type { Engine } from './engine.js';
import { noteOpened } from './opened-indexes.js';

export interface EngineClient {
  call<Method extends keyof Engine>(
    method: Method,
    ...args: Parameters<Engine[Method]>
  ): Promise<ReturnType<Engine[Method]>>;
  close(): Promise<void>;
}

export type Call = readonly [method: keyof Engine, args: readonly unknown[]];

/** Time, in milliseconds, after which a search no longer waits for a step of building. */
const timeoutMs = 300;

/** Time without a call, in milliseconds, after which indexes are closed. After the same time again, the threads end. */
const idleMs = 20_000;

/**
 * Engine in a thread of its own: nothing else waits for it, and if its memory runs out, only the thread ends. A call
 * beyond the time limit is rejected with `TimeLimitExceeded`. While a step of building takes long, a second thread
 * answers searches. Idle threads end: each takes some 30 MB.
 */
export function backgroundEngine(
  limitMs = 30_000,
  script = new URL('./search-worker.js', import.meta.url),
): EngineClient {
  return new TwoThreadEngine(limitMs, script);
}

class TwoThreadEngine implements EngineClient {
  readonly #main: BackgroundThread<Call, never>;
  /** Answers searches while the main thread builds. */
  readonly #spare: BackgroundThread<Call, never>;
  readonly #openedPaths = new Set<string>();
  readonly #pending = new Set<Promise<unknown>>();
  /** Number of pending steps of building. */
  #steps = 0;
  #isClosed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, script: URL) {
    this.#main = new BackgroundThread(script, idleMs, limitMs);
    this.#spare = new BackgroundThread(script, idleMs, limitMs);
  }

  async call<Method extends keyof Engine>(
    method: Method,
    ...args: Parameters<Engine[Method]>
  ): Promise<ReturnType<Engine[Method]>> {
    if (this.#isClosed) throw new ThreadUnavailable('The search is closed.');
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#closeIndexes(), idleMs).unref();

    const [path] = args;
    const result = this.#ask(this.#main, [method, args]);
    if (typeof path === 'string') {
      this.#openedPaths.add(path);
      result.then(() => noteOpened(path)).catch(() => {});
    }
    if (method === 'follow' || method === 'apply') {
      this.#steps += 1;
      return result.finally(() => (this.#steps -= 1));
    }

    const isSearch = method === 'find' || method === 'excerpts';
    if (!isSearch || !(await this.#isDelayedByStep(result))) return result;

    const spareResult = this.#ask(this.#spare, [method, args]);
    if (method === 'find') spareResult.finally(() => this.#ask(this.#spare, ['close', [path]])).catch(() => {});
    return Promise.race([result, spareResult]);
  }

  /** Waits for pending calls, because ending a thread while libsql opens an index aborts the whole process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
    await Promise.all([this.#main.close(), this.#spare.close()]);
  }

  #ask(thread: BackgroundThread<Call, never>, call: Call): Promise<never> {
    const result = thread.ask(call);
    this.#pending.add(result);
    const end = (): boolean => this.#pending.delete(result);
    result.then(end, end);
    return result;
  }

  #closeIndexes(): void {
    for (const path of this.#openedPaths) this.#ask(this.#main, ['close', [path]]).catch(() => {});
    this.#openedPaths.clear();
  }

  async #isDelayedByStep(result: Promise<unknown>): Promise<boolean> {
    const isTimedOut = sleep(timeoutMs, true, { ref: false });
    return this.#steps > 0 && (await Promise.race([isTimedOut, result.then(() => false)])) && this.#steps > 0;
  }
}

/** Engine in this thread, for short-lived processes. Loaded by the first call. */
export function localEngine(): EngineClient {
  let engine: Promise<Engine> | undefined;
  const load = async () => new (await import('./engine.js')).Engine();
  return {
    async call(method, ...args) {
      engine ??= load();
      const loaded = await engine;
      await new Promise((resolve) => setImmediate(resolve));
      return Reflect.apply(loaded[method], loaded, args);
    },
    async close() {},
  };
}
