import { Effort } from '../../lib/effort.js';

/** Upper bound on the characters of both versions of a text: a longer one is not compared. */
const maxCompared = 128 * 1024;

/** Maximum steps of one comparison: of all its texts, and of each. No page that people edit takes a tenth of them. */
export const maxDiffSteps = 1_500_000;
const maxTextSteps = 600_000;

/** Limit on the work of one comparison. */
export class DiffLimit {
  readonly #effort = new Effort(maxDiffSteps);

  /**
   * Compares two versions of one thing.
   *
   * @param size of both versions, in characters
   * @returns `null` when that takes more steps than are left
   */
  within<Result>(size: number, work: (effort: Effort) => Result): Result | null {
    if (size > maxCompared) return null;
    return this.#effort.within(maxTextSteps, (effort) => {
      effort.read(size);
      return work(effort);
    });
  }
}
