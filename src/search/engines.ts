import { BackgroundThread } from '../background-thread.js';
import type { Answer, Question } from './engine.js';

/** Holder of the indexes. */
export interface Engine {
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/** In a thread of its own: nothing else waits for it, and should its memory run out, it ends alone. */
export async function backgroundEngine(): Promise<Engine> {
  // The first database of a process makes the library's runtime, which aborts the process when no file descriptors are left.
  const { openIndexFile } = await import('./index-file.js');
  openIndexFile(':memory:').close();
  return new BackgroundThread<Question, Answer>(new URL('./search-worker.js', import.meta.url), null);
}

/** In this thread, for short-lived processes. Loaded by the first question. */
export function localEngine(): Engine {
  let engine: Promise<(question: Question) => Answer> | undefined;
  const load = async () => (await import('./engine.js')).createEngine();
  return {
    async ask(question) {
      engine ??= load();
      const answer = await engine;
      await new Promise((resolve) => setImmediate(resolve));
      return answer(question);
    },
    async close() {},
  };
}
