import type { Effort } from '../../lib/effort.js';
import { wordsOf } from './text-diff.js';

/** Share of equal words from which two things are versions of one another. */
const minLikeness = 0.3;

/** Upper bound on comparisons of two lists: beyond, none are paired. */
const maxComparisons = 10_000;

/** An item of a list that may have a version in another list. */
export interface Candidate {
  readonly at: number;
  /** Versions of one another have the same. */
  readonly shape: string;
  /** Whether it keeps its place, whatever its words. */
  readonly isHeld: boolean;
  readonly words: ReadonlyMap<string, number>;
  readonly count: number;
}

/** @throws TooMuchEffort */
export function candidate(place: Pick<Candidate, 'at' | 'shape' | 'isHeld'>, text: string, effort: Effort): Candidate {
  const words = new Map<string, number>();
  let count = 0;
  for (const word of wordsOf(text, effort)) {
    if (word.trim() === '') continue;
    words.set(word, (words.get(word) ?? 0) + 1);
    count += 1;
  }
  return { ...place, words, count };
}

/**
 * Alignment (Needleman-Wunsch): the indices of the pairs that are most alike, in the order of both lists.
 *
 * @throws TooMuchEffort
 */
export function pairUp(
  before: readonly Candidate[],
  after: readonly Candidate[],
  effort: Effort,
): [was: number, is: number][] {
  if (before.length * after.length > maxComparisons) return [];
  const width = after.length + 1;
  const best = new Float64Array((before.length + 1) * width);
  const score = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (const [i, old] of [...before.entries()].reverse()) {
    for (const [j, now] of [...after.entries()].reverse()) {
      const alike = likeness(old, now, effort);
      const paired = alike === 0 ? 0 : alike + score(i + 1, j + 1);
      best[i * width + j] = Math.max(paired, score(i + 1, j), score(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const old = before[i];
    const now = after[j];
    if (old === undefined || now === undefined) return pairs;
    const here = score(i, j);
    if (here === score(i + 1, j)) i += 1;
    else if (here === score(i, j + 1)) j += 1;
    else {
      pairs.push([old.at, now.at]);
      i += 1;
      j += 1;
    }
  }
}

/**
 * 0: not versions of one another; else the more, the more of their words are the same.
 *
 * @throws TooMuchEffort
 */
export function likeness(a: Candidate, b: Candidate, effort: Effort): number {
  const [few, many] = a.words.size < b.words.size ? [a.words, b.words] : [b.words, a.words];
  effort.spend(1);
  if (a.shape !== b.shape) return 0;
  effort.spend(few.size);
  let shared = 0;
  for (const [word, count] of few) shared += Math.min(count, many.get(word) ?? 0);
  const share = a.count + b.count === 0 ? 1 : (2 * shared) / (a.count + b.count);
  if (a.isHeld) return share + 0.01;
  return share >= minLikeness ? share : 0;
}
