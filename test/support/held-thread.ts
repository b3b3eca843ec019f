import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';
import { temporaryDirectory } from './git.js';

/** Lines of a module that stop a thread before a question that has the word in it, until a file releases it. */
const holding = (folder: string, word: string) => `
  import { existsSync, writeFileSync } from 'node:fs';
  import { parentPort, threadId } from 'node:worker_threads';
  const listen = parentPort?.on.bind(parentPort);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  if (parentPort) parentPort.on = (name, answer) => listen(name, (message) => {
    if (JSON.stringify(message.question)?.includes(${JSON.stringify(word)})) {
      parentPort.postMessage({ begun: message.id, isLoading: false });
      writeFileSync(${JSON.stringify(`${folder}/thread-`)} + threadId, '');
      while (!existsSync(${JSON.stringify(`${folder}/released`)})) Atomics.wait(pause, 0, 0, 10);
    }
    answer(message);
  });`;

const asUrl = (script: string): URL => new URL(`data:text/javascript,${encodeURIComponent(script)}`);

/** Time limit of a question, in ms. */
export const limitMs = 10;

/** Goes on where time stands still. */
const later = setTimeout;

/**
 * A thread of the built program that a test holds.
 *
 * @param file of the thread; a server of its own loads the module `preloaded` instead
 * @param word in the questions that are held
 */
export function heldThread(file: 'worker.js' | 'content-worker.js', word = 'HELD') {
  const folder = temporaryDirectory();
  const program = new URL(`../../dist/${file}`, import.meta.url).href;
  const threads = (): number => readdirSync(folder).filter((name) => name !== 'released').length;
  /** Resolves when so many threads have been held, and this one knows. */
  const untilHeld = async (count: number): Promise<void> => {
    while (threads() < count) await new Promise((look) => later(look, 5));
    for (let turns = 0; turns < 5; turns += 1) await turn();
  };
  return {
    script: asUrl(`${holding(folder, word)} await import(${JSON.stringify(program)});`),
    preloaded: asUrl(holding(folder, word)).href,
    threads,
    untilHeld,
    /** Where time stands still: the limit of the question is over. */
    async expire(count: number): Promise<void> {
      await untilHeld(count);
      vi.advanceTimersByTime(limitMs);
    },
    release: (): void => writeFileSync(join(folder, 'released'), ''),
  };
}
