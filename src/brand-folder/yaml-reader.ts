import { availableParallelism } from 'node:os';
import { BackgroundThread } from '../background-thread.js';
import { type FileText, parseText, readText } from './read-yaml.js';
import type { ParsedYaml } from './yaml-document.js';
import { pageLimits } from './yaml-limits.js';

/** From so many files on, threads save more time than their start takes. */
const filesWorthThreads = 500;

/** Beside the one that checks the pages. */
const threads = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Parses the files of a large folder in threads: that is most of an import's work. */
export class YamlReader {
  #threads: readonly BackgroundThread<readonly FileText[], ParsedYaml[]>[] = [];
  #reads = 0;

  /** How many files there are to read, as far as that is known: threads start while others are still looked for. */
  expect(files: number): void {
    if (files < filesWorthThreads || this.#threads.length > 0) return;
    const script = new URL('./yaml-worker.js', import.meta.url);
    this.#threads = Array.from({ length: threads }, () => new BackgroundThread(script));
    for (const thread of this.#threads) thread.start();
  }

  /** How many reads under way keep every thread busy. */
  get readsAhead(): number {
    return 1 + 2 * this.#threads.length;
  }

  async read(files: readonly string[]): Promise<ParsedYaml[]> {
    const texts = files.map(readText);
    const here = (): ParsedYaml[] => texts.map((read) => parseText(read, pageLimits));
    const thread = this.#threads[this.#reads % this.#threads.length];
    this.#reads += 1;
    // Without its thread the files are parsed here, with the same result.
    return thread === undefined ? here() : thread.ask(texts).catch(here);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
