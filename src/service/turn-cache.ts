import type { Repository } from '../store/repository.js';
import type { Snapshot } from '../store/snapshot.js';

/**
 * Cache of one turn of the event loop: the disk is asked once for each repository, and requests that arrived together see the same
 * content.
 */
export class TurnCache {
  readonly #onEnd: () => void;
  readonly #fresh = new Set<object>();

  /** @param onEnd called when the turn ends, for what else was kept in it */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** What is in memory of a repository when it is up to date; else `null`. */
  current<Catalog>(repository: Repository<Catalog>): Snapshot<Catalog> | null {
    if (this.#fresh.has(repository)) return repository.latest;
    const snapshot = repository.current();
    if (snapshot === null) return null;
    if (this.#fresh.size === 0) setImmediate(() => this.#end());
    this.#fresh.add(repository);
    return snapshot;
  }

  #end(): void {
    this.#fresh.clear();
    this.#onEnd();
  }
}
