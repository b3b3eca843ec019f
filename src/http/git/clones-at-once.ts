import { PortalError } from '../../errors.js';

/** What is held by each key, counted. */
class Holders {
  readonly #held = new Map<string, number>();

  of(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  /** @returns lets go of it */
  add(key: string): () => void {
    this.#held.set(key, this.of(key) + 1);
    return () => {
      const left = this.of(key) - 1;
      if (left === 0) this.#held.delete(key);
      else this.#held.set(key, left);
    };
  }
}

/** Places for requests that git works on, shared between keys: the last free one goes to a key that holds none. */
export class ClonesAtOnce {
  readonly #most: number;
  readonly #served = new Holders();
  readonly #received = new Holders();
  #free: number;

  constructor(most: number) {
    this.#most = most;
    this.#free = most;
  }

  /** @throws `busy` when there is no place for the key at the moment */
  requireFree(key: string): void {
    const most = this.#most;
    if (this.#free === 0) {
      throw new PortalError('busy', `The server serves ${most} clones, the most it does at once. Try again soon.`);
    }
    if (this.#free === 1 && this.#served.of(key) > 0) {
      throw new PortalError('busy', 'The last place for a clone is kept for other keys. Try again soon.');
    }
  }

  /** @throws `busy` */
  async serve(key: string, work: () => Promise<void>): Promise<void> {
    this.requireFree(key);
    const leave = this.#served.add(key);
    this.#free -= 1;
    try {
      await work();
    } finally {
      this.#free += 1;
      leave();
    }
  }

  /**
   * Reads what git sends before it takes a place, which a client that sends slowly would hold. What a key can have in memory
   * so is as many requests as there are places.
   *
   * @throws `busy`
   */
  async receive<T>(key: string, read: () => Promise<T>): Promise<T> {
    this.requireFree(key);
    if (this.#received.of(key) >= this.#most) {
      throw new PortalError('busy', `This key sends ${this.#most} requests of git, the most it may at once.`);
    }
    const leave = this.#received.add(key);
    try {
      return await read();
    } finally {
      leave();
    }
  }
}
