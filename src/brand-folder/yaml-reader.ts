import { availableParallelism } from 'node:os';
import { BackgroundThread } from '../background-thread.js';
import { readYamlFile } from './read-yaml.js';
import type { ParsedYaml } from './yaml-document.js';

/** From so many files on, threads save more time than their start takes. */
const filesWorthThreads = 500;

/** Beside the one that checks the pages. */
const threads = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Reads the files of a large folder in threads: parsing YAML is most of an import's work. */
export class YamlReader {
  readonly #threads: readonly BackgroundThread<readonly string[], ParsedYaml[]>[];
  #reads = 0;

  constructor(files: number) {
    const count = files < filesWorthThreads ? 0 : threads;
    const script = new URL('./yaml-worker.js', import.meta.url);
    this.#threads = Array.from({ length: count }, () => new BackgroundThread(script));
  }

  /** How many reads under way keep every thread busy. */
  get readsAhead(): number {
    return 1 + 2 * this.#threads.length;
  }

  async read(files: readonly string[]): Promise<ParsedYaml[]> {
    const here = (): ParsedYaml[] => files.map(readYamlFile);
    const thread = this.#threads[this.#reads % this.#threads.length];
    this.#reads += 1;
    // Without its thread the files are read here, with the same result.
    return thread === undefined ? here() : thread.ask(files).catch(here);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
