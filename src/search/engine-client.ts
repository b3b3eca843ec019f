import { BackgroundThread } from '../lib/background-thread.js';
import type { Engine } from './engine.js';

/** Calls of an engine's methods. */
export interface EngineClient {
  call<Method extends keyof Engine>(
    method: Method,
    ...args: Parameters<Engine[Method]>
  ): Promise<ReturnType<Engine[Method]>>;
  close(): Promise<void>;
}

/** A method of an engine, and its arguments. */
export type Call = readonly [method: keyof Engine, args: readonly unknown[]];

/** Engine in a thread of its own: nothing else waits for it, and if its memory runs out, only the thread ends. */
export async function backgroundEngine(): Promise<EngineClient> {
  // The first database of a process makes the library's runtime, which aborts the process when no file descriptors are left.
  const { openIndexFile } = await import('./index-file.js');
  openIndexFile(':memory:').close();
  const thread = new BackgroundThread<Call, never>(new URL('./search-worker.js', import.meta.url), null);
  return { call: (method, ...args) => thread.ask([method, args]), close: () => thread.close() };
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
