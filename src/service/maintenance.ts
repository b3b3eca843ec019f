import type { Log } from '../log.js';
import type { Semaphores } from '../semaphores.js';

/** A repository whose packs can be merged. */
interface Maintainable {
  maintain(minPacks: number, signal: AbortSignal): Promise<boolean>;
}

/** Merging packs in the background: once at a time for each repository, and ended when the service ends. */
export class Maintenance {
  readonly #log: Log;
  readonly #semaphores: Semaphores;
  readonly #running = new Map<Maintainable, Promise<void>>();
  readonly #ending = new AbortController();

  /** @param semaphores of all processes that serve the data directory */
  constructor(log: Log, semaphores: Semaphores) {
    this.#log = log;
    this.#semaphores = semaphores;
  }

  /** Merges packs when there are at least `minPacks`. A failure is logged. @param name for the log */
  run(name: Readonly<Record<string, string>>, repository: Maintainable, minPacks: number): Promise<void> {
    let work = this.#running.get(repository);
    if (work === undefined) {
      work = this.#merge(name, repository, minPacks).finally(() => this.#running.delete(repository));
      this.#running.set(repository, work);
    }
    return work;
  }

  /** Ends what is under way, and lets nothing begin. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#running.values());
  }

  async #merge(name: Readonly<Record<string, string>>, repository: Maintainable, minPacks: number): Promise<void> {
    const { signal } = this.#ending;
    const release = await this.#semaphores.tryAcquire(`maintenance ${JSON.stringify(name)}`, 1);
    if (release === null) return;
    try {
      if (!signal.aborted && (await repository.maintain(minPacks, signal))) this.#log.info(name, 'merged packs');
    } catch (error) {
      if (!signal.aborted) this.#log.error({ ...name, err: error }, 'merging packs failed');
    } finally {
      await release();
    }
  }
}
