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

/** Time after which a search no longer waits for a step of building. */
const timeoutMs = 300;

/** Time without a call after which indexes are closed; then the idle timeout of the threads. */
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
  const thread = new BackgroundThread<Call, never>(script, idleMs, limitMs);
  const spare = new BackgroundThread<Call, never>(script, idleMs, limitMs);
  const opened = new Set<string>();
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  const ask = (to: typeof thread, call: Call): Promise<never> => {
    const asked = to.ask(call);
    underWay.add(asked);
    const end = (): boolean => underWay.delete(asked);
    asked.then(end, end);
    return asked;
  };
  const closeAll = (): void => {
    for (const path of opened) ask(thread, ['close', [path]]).catch(() => {});
    opened.clear();
  };
  let idleTimer: NodeJS.Timeout | undefined;
  let steps = 0;
  const isLate = async (asked: Promise<unknown>): Promise<boolean> => {
    const over = sleep(timeoutMs, true, { ref: false });
    return steps > 0 && (await Promise.race([over, asked.then(() => false)])) && steps > 0;
  };
  return {
    async call(method, ...args) {
      if (isClosed) throw new ThreadUnavailable('The search is closed.');
      const [path] = args;
      clearTimeout(idleTimer);
      idleTimer = setTimeout(closeAll, idleMs).unref();
      const asked = ask(thread, [method, args]);
      if (typeof path === 'string') {
        opened.add(path);
        asked.then(() => noteOpened(path)).catch(() => {});
      }
      if (method === 'follow' || method === 'apply') {
        steps += 1;
        return asked.finally(() => (steps -= 1));
      }
      if ((method !== 'find' && method !== 'excerpts') || !(await isLate(asked))) return asked;
      const answer = ask(spare, [method, args]);
      if (method === 'find') answer.finally(() => ask(spare, ['close', [path]])).catch(() => {});
      return Promise.race([asked, answer]);
    },
    // A thread that is ended while libsql opens an index aborts the whole process: it ends between two calls.
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      while (underWay.size > 0) await Promise.allSettled(underWay);
      await Promise.all([thread.close(), spare.close()]);
    },
  };
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
