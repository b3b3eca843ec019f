import { untilAborted } from './backoff.js';

/** Mutual exclusion within this process, in the order of asking. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** @throws what `work` throws; the reason of `patience` when the turn does not come before: `work` never runs then */
  async run<T>(work: () => Promise<T>, patience: AbortSignal): Promise<T> {
    const before = this.#last;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#last = before.then(() => held);
    try {
      await untilAborted(before, patience);
      return await work();
    } finally {
      release();
    }
  }

  /** Resolves when every turn that was asked for before is over. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
