/** Thrown when work takes more steps than it may. */
export class TooMuchEffort extends Error {
  readonly code = 'TOO_MUCH';
}

/**
 * Limit on the steps of work: unlike a time, it is the same on every machine. A step takes some 50 nanoseconds: two items are
 * compared, or four characters read.
 */
export class Effort {
  /** Steps of all work in this thread since it was started. */
  static spent = 0;

  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** @throws TooMuchEffort */
  read(characters: number): void {
    this.spend(Math.ceil(characters / 4));
  }

  /** @throws TooMuchEffort */
  spend(steps: number): void {
    const allowed = Math.min(steps, this.#left);
    Effort.spent += allowed;
    this.#left -= allowed;
    if (allowed < steps) throw new TooMuchEffort();
  }

  /**
   * Does a part of the work, with a bound of its own.
   *
   * @returns `null` when that is too much
   */
  within<Result>(steps: number, work: (part: Effort) => Result): Result | null {
    const allowed = Math.min(steps, this.#left);
    const part = new Effort(allowed);
    try {
      return work(part);
    } catch (error) {
      if (error instanceof TooMuchEffort) return null;
      throw error;
    } finally {
      this.#left -= allowed - part.#left;
    }
  }
}
