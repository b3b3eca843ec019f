import { PortalError } from '../../errors.js';
import type { Service } from '../../service/service.js';

/** Concurrency limit of clones, shared between keys: the last free one goes to a key that holds none. */
export class ClonesAtOnce {
  readonly #max: number;
  readonly #semaphores: Service['semaphores'];

  constructor(max: number, semaphores: Service['semaphores']) {
    this.#max = max;
    this.#semaphores = semaphores;
  }

  /** @throws `busy` when the key gets none at the moment */
  #requireFree(key: string): void {
    const free = this.#max - this.#semaphores.held('clone');
    if (free === 0) {
      throw new PortalError('busy', `The server serves ${this.#max} clones, the most it does at once. Try again soon.`);
    }
    if (free === 1 && this.#semaphores.held(`clone ${key}`) > 0) {
      throw new PortalError('busy', 'The last place for a clone is kept for other keys. Try again soon.');
    }
  }

  /** @throws `busy` */
  async serve(key: string, work: () => Promise<void>): Promise<void> {
    this.#requireFree(key);
    const held = ['clone', `clone ${key}`].map((name) => this.#semaphores.tryAcquire(name, this.#max));
    try {
      await work();
    } finally {
      for (const release of held) release?.();
    }
  }

  /**
   * Reads what git sends before a clone is held, which a client that sends slowly would keep. A key has as many requests in memory
   * as there are clones at once.
   *
   * @throws `busy`
   */
  async receive<T>(key: string, read: () => Promise<T>): Promise<T> {
    this.#requireFree(key);
    const release = this.#semaphores.tryAcquire(`receive ${key}`, this.#max);
    if (release === null) {
      throw new PortalError('busy', `This key sends ${this.#max} requests of git, the most it may at once.`);
    }
    try {
      return await read();
    } finally {
      release();
    }
  }
}
