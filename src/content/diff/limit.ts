/** Upper bound on the characters of both versions of a text: reading them takes time, too. */
const maxCompared = 128 * 1024;

/** Characters that are always compared to the end: a machine that is busy with other work must not make them too different. */
const alwaysCompared = 2000;

/** A text was given up: its versions are too different to mark within the time there is. */
export class TooDifferent extends Error {}

/** @returns how many milliseconds are left @throws `TooDifferent` when there are none */
export type TimeLeft = () => number;

/** Time limits of one comparison, in milliseconds: of all its texts, and of each. What happens between texts does not count. */
export class DiffLimit {
  #left: number;

  constructor(
    pageMs = 100,
    private readonly textMs = 25,
  ) {
    this.#left = pageMs;
  }

  /**
   * @param size of what is compared, in characters
   * @returns `null` when `work` takes longer than it may
   */
  within<T>(size: number, work: (timeLeft: TimeLeft) => T): T | null {
    if (size > maxCompared || this.#left <= 0) return null;
    const start = performance.now();
    const spent = stopwatch(start);
    const may = size <= alwaysCompared ? Number.POSITIVE_INFINITY : Math.min(this.#left, this.textMs);
    try {
      return work(() => {
        // To ask for processor time is dear: only when the clock alone says that it is over.
        const byClock = may - (performance.now() - start);
        const left = byClock > 0 ? byClock : may - spent();
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
