import { TestRunner } from 'vitest';
import { sum, type Tried } from './tried.js';

/** `full` tries everything; `sampled` a part of what is many, the same in each run. */
export const effort = (process.env.TEST_EFFORT ?? 'sampled') as 'full' | 'sampled';

/** What the random choices of a run start from; given again, it makes them again. */
export const seed = Number(process.env.TEST_SEED);

/** How many a test tries of what is many. */
export function tries(all: number, sampled = Math.max(Math.ceil(all / 10), Math.min(all, 5))): number {
  return effort === 'full' ? all : sampled;
}

/** The whole list, or without full effort one item in `oneOf`, in order. */
export function some<T>(all: readonly T[], oneOf = 5): T[] {
  return effort === 'full' ? [...all] : all.filter((_, at) => (at + seed) % oneOf === 0);
}

/**
 * Whether pages run their script: with full effort they are tried without it, too. In each run, test/workspace sends every form as a
 * browser without script does.
 */
export const scripts: readonly boolean[] = effort === 'full' ? [true, false] : [true];

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
