import { Semaphores } from '../../concurrency.js';
import { PortalError } from '../../errors.js';

/** Places for requests that git works on, shared between keys: the last free one goes to a key that holds none. */
export class ClonesAtOnce {
  readonly #most: number;
  readonly #served = new Semaphores();
  readonly #received = new Semaphores();
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
    if (this.#free === 1 && this.#served.held(key) > 0) {
      throw new PortalError('busy', 'The last place for a clone is kept for other keys. Try again soon.');
    }
  }

  /** @throws `busy` */
  async serve(key: string, work: () => Promise<void>): Promise<void> {
    this.requireFree(key);
    const release = this.#served.tryAcquire(key, this.#most);
    this.#free -= 1;
    try {
      await work();
    } finally {
      this.#free += 1;
      release?.();
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
    const release = this.#received.tryAcquire(key, this.#most);
    if (release === null) {
      throw new PortalError('busy', `This key sends ${this.#most} requests of git, the most it may at once.`);
    }
    try {
      return await read();
    } finally {
      release();
    }
  }
}
