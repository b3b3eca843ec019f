import { TestRunner } from 'vitest';
import { sum, type Tried } from './tried.js';

/** `full` tries everything; `sampled` some of what is many, within minutes; `half` lies halfway. */
export const effort = (process.env.TEST_EFFORT ?? 'sampled') as 'full' | 'half' | 'sampled';

/** What the random choices of a run start from; given again, it makes them again. */
export const seed = Number(process.env.TEST_SEED);

/** How many a test tries of what is many. */
export function tries(all: number, sampled = Math.max(Math.ceil(all / 10), Math.min(all, 5))): number {
  return Math.round({ full: all, half: (all + sampled) / 2, sampled }[effort]);
}

/** All of a list, or without full effort a share of it, in its order: another one in each run. */
export function some<T>(all: readonly T[], oneOf = 5): T[] {
  const step = { full: 1, half: 2, sampled: oneOf }[effort];
  return all.filter((_, at) => (at + seed) % step === 0);
}

/** For `fc.assert`; counted as inputs of the running test. */
export function runs(all: number, sampled?: number): { readonly numRuns: number; readonly seed: number } {
  const numRuns = tries(all, sampled);
  tried({ inputs: numRuns });
  return { numRuns, seed };
}

/** Counts what the running test tried, for the summary of the run. */
export function tried(counts: Tried): void {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error('No test is running.');
  test.meta.tried = sum(test.meta.tried ?? {}, counts);
}
