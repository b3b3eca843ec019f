import { type Atom, type Element, shellText } from './atom.js';
import type { TimeLeft } from './limit.js';
import { wordsOf } from './text-diff.js';

/** Elements are taken for versions of one another when they share so much of their words. */
const leastAlike = 0.3;

/** These keep their place in a table or a list, whatever stands in them. */
const held: ReadonlySet<string> = new Set([
  'table',
  'thead',
  'tbody',
  'tfoot',
  'td',
  'th',
  'caption',
  'ul',
  'ol',
  'dl',
]);

/** Comparisons of two lists: beyond, none are paired. */
const maxComparisons = 10_000;

interface Candidate {
  /** Where it stands. */
  readonly at: number;
  readonly shell: string;
  readonly isHeld: boolean;
  readonly words: ReadonlyMap<string, number>;
  readonly count: number;
}

/** Alignment: the places of elements with the same tag and attributes that are most alike, in the order of both lists. */
export function pairUp(
  before: readonly Atom[],
  after: readonly Atom[],
  timeLeft: TimeLeft,
): [was: number, is: number][] {
  const [old, now] = [candidates(before), candidates(after)];
  if (old.length * now.length > maxComparisons) return [];
  const width = now.length + 1;
  const best = new Float64Array((old.length + 1) * width);
  const score = (i: number, j: number): number => best[i * width + j] ?? 0;
  const alike: number[][] = [];
  for (let i = old.length - 1; i >= 0; i -= 1) {
    timeLeft();
    const row = now.map((candidate) => likeness(old[i] as Candidate, candidate));
    alike[i] = row;
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const paired = row[j] === undefined || row[j] === 0 ? 0 : (row[j] as number) + score(i + 1, j + 1);
      best[i * width + j] = Math.max(paired, score(i + 1, j), score(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < old.length && j < now.length; ) {
    if (score(i, j) === score(i + 1, j)) i += 1;
    else if (score(i, j) === score(i, j + 1)) j += 1;
    else {
      pairs.push([(old[i] as Candidate).at, (now[j] as Candidate).at]);
      [i, j] = [i + 1, j + 1];
    }
  }
  return pairs;
}

function candidates(atoms: readonly Atom[]): Candidate[] {
  return atoms.flatMap(({ element }, at) => {
    if (element === null) return [];
    const words = new Map<string, number>();
    let count = 0;
    for (const word of textWords(element)) {
      words.set(word, (words.get(word) ?? 0) + 1);
      count += 1;
    }
    return [{ at, shell: shellText(element), isHeld: held.has(element.tagName), words, count }];
  });
}

function* textWords(element: Element): Generator<string> {
  for (const child of element.childNodes) {
    if ('value' in child) for (const word of wordsOf(child.value)) if (word.trim() !== '') yield word;
    if ('tagName' in child) yield* textWords(child);
  }
}

/** 0: not versions of one another; else the more, the more of their words are the same. */
function likeness(a: Candidate, b: Candidate): number {
  if (a.shell !== b.shell) return 0;
  let shared = 0;
  const [few, many] = a.words.size < b.words.size ? [a.words, b.words] : [b.words, a.words];
  for (const [word, count] of few) shared += Math.min(count, many.get(word) ?? 0);
  const share = a.count + b.count === 0 ? 1 : (2 * shared) / (a.count + b.count);
  return a.isHeld ? share + 0.01 : share >= leastAlike ? share : 0;
}
