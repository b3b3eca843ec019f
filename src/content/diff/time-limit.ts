/** Upper bound on the characters of both versions of a text: a longer one is not compared. */
const maxCompared = 128 * 1024;

/** Number of characters up to which a text is compared without a time limit, so that a busy machine gives the same result. */
const alwaysCompared = 2000;

/** Thrown when a comparison takes longer than it may. */
export class TooDifferent extends Error {}

/**
 * @returns how many milliseconds are left
 * @throws `TooDifferent` when there are none
 */
export type TimeLeft = () => number;

/** Time limits of one comparison, in milliseconds: of all its texts, and of each. Time between texts does not count. */
export class DiffLimit {
  #left: number;

  constructor(
    pageMs = 100,
    private readonly textMs = 25,
  ) {
    this.#left = pageMs;
  }

  /**
   * Runs a comparison within the remaining time.
   *
   * @param size of both versions, in characters
   * @returns `null` when `work` takes longer than it may
   */
  within<T>(size: number, work: (timeLeft: TimeLeft) => T): T | null {
    if (size > maxCompared || this.#left <= 0) return null;
    const start = performance.now();
    const spent = stopwatch(start);
    const allowedMs = size <= alwaysCompared ? Number.POSITIVE_INFINITY : Math.min(this.#left, this.textMs);
    try {
      return work(() => {
        // Processor time is expensive to ask for: it is asked only when the clock says that time is over.
        const byClock = allowedMs - (performance.now() - start);
        const left = byClock > 0 ? byClock : allowedMs - spent();
        if (left <= 0) throw new TooDifferent();
        return left;
      });
    } catch (error) {
      if (error instanceof TooDifferent) return null;
      throw error;
    } finally {
      this.#left -= spent();
    }
  }
}

/**
 * Milliseconds of work since it was started: by the clock, or of processor time when that is less. A machine that is busy with other
 * work runs this process now and then only, and other threads of this process work, too.
 */
function stopwatch(start: number): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - start, (user + system) / 1000);
  };
}
