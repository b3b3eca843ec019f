import { SingleFlight } from '../lib/concurrency.js';
import type { Log } from '../log.js';

/** Interval of urgent merges of a repository. Without git, or if it fails, the packs stay as they are. */
const urgentEveryMs = 60_000;

/** A repository whose packs can be merged. */
interface Maintainable {
  maintain(minPacks: number, signal: AbortSignal): Promise<boolean>;
}

/** Background merging of packs: at most one run for each repository, stopped when the service closes. */
export class PackMerger {
  readonly #running = new SingleFlight<void>();
  /** Times of the last urgent merges, by `performance.now()`. */
  readonly #urgentMs = new Map<string, number>();
  readonly #ending = new AbortController();

  constructor(private readonly log: Log) {}

  /**
   * Merges packs when there are at least `minPacks`. A failure is logged.
   *
   * @param name of the repository, also for the log
   */
  run(name: Readonly<Record<string, string>>, repository: Maintainable, minPacks: number): Promise<void> {
    return this.#running.run(JSON.stringify(name), () => this.#merge(name, repository, minPacks));
  }

  /** `run` in the background, for who may ask with each request. */
  runUrgently(name: Readonly<Record<string, string>>, repository: Maintainable, minPacks: number): void {
    const key = JSON.stringify(name);
    const nowMs = performance.now();
    if (nowMs - (this.#urgentMs.get(key) ?? -urgentEveryMs) < urgentEveryMs) return;
    this.#urgentMs.set(key, nowMs);
    void this.run(name, repository, minPacks);
  }

  /** Stops the running merges, and lets no other begin. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#running.idle();
  }

  async #merge(name: Readonly<Record<string, string>>, repository: Maintainable, minPacks: number): Promise<void> {
    const { signal } = this.#ending;
    try {
      if (!signal.aborted && (await repository.maintain(minPacks, signal))) this.log.info(name, 'merged packs');
    } catch (error) {
      if (!signal.aborted) this.log.error({ ...name, err: error }, 'merging packs failed');
    }
  }
}
