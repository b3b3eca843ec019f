import { availableParallelism } from 'node:os';
import { setImmediate as nextTick } from 'node:timers/promises';

/** Releases what was acquired. Only the first call has an effect. */
export type Release = () => void;

/** Counting semaphores by name. A semaphore takes memory only while it is held. */
export class Semaphores {
  readonly #held = new Map<string, number>();

  held(name: string): number {
    return this.#held.get(name) ?? 0;
  }

  /**
   * @param max holders at a time
   * @returns `null` when all places are held
   */
  tryAcquire(name: string, max: number): Release | null {
    if (this.held(name) >= max) return null;
    this.#held.set(name, this.held(name) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = this.held(name) - 1;
      if (left === 0) this.#held.delete(name);
      else this.#held.set(name, left);
    };
  }
}

/** Makes a function that does the work once, for all callers. After a failure, the next call tries again. */
export function lazy<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work().catch((error) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** Work by name. All callers that ask for it while it runs share one run. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  run(name: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name) ?? work().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  /**
   * Resolves when all work under way is over.
   *
   * @throws what it throws
   */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }
}

/** Mutual exclusion within this process, first come, first served. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #pending = 0;

  /** Number of callers whose work has not ended. */
  get pending(): number {
    return this.#pending;
  }

  /** @throws what `work` throws; the reason of `timeout` when that is aborted before it began: it never runs then */
  runExclusive<T>(work: () => Promise<T>, timeout?: AbortSignal): Promise<T> {
    const before = this.#last;
    const done = (timeout === undefined ? before : untilAborted(before, timeout)).then(work);
    this.#pending += 1;
    this.#last = Promise.allSettled([before, done]).then(() => {
      this.#pending -= 1;
    });
    return done;
  }

  /** Resolves when all work that was requested before this call has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

/** Settles as `promise` does, or rejects with the signal's reason if the signal is aborted first. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** One more than processors, because each item waits for the disk now and then. */
const defaultCount = Math.min(availableParallelism() + 1, 8);

/**
 * Runs `work` on all items, a few at a time, where each has processes of its own. After a failure no further item is begun.
 *
 * @returns results in the order of the items
 * @throws the first failure, when all that had begun has ended
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  count = defaultCount,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const entries = items.entries();
  const takeNext = async (): Promise<void> => {
    for (const [at, item] of entries) {
      if (failures.length > 0) return;
      try {
        results[at] = await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, takeNext));
  if (failures.length > 0) throw failures[0];
  return results;
}

/** Time slice, in milliseconds, after which long work yields the main thread. */
const sliceMs = 5;

let sliceStartMs: number | null = null;

/** Yields to the event loop when the long work of all requests together has used up its slice of this tick. */
export async function yieldWhenDue(): Promise<void> {
  if (sliceStartMs === null) {
    sliceStartMs = performance.now();
    setImmediate(() => {
      sliceStartMs = null;
    });
  } else if (performance.now() - sliceStartMs > sliceMs) await nextTick();
}
