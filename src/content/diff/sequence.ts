import { diffArrays } from 'diff';
import { type Effort, TooMuchEffort } from '../../lib/effort.js';

/** A run of items that are equal in two sequences, or that replace one another. */
export interface Hunk<Item> {
  readonly isSame: boolean;
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

export interface GrowingHunk<Item> extends Hunk<Item> {
  readonly before: Item[];
  readonly after: Item[];
}

/** Upper bound on differences: the work grows with their square. */
const maxEdits = 1000;

/**
 * The fewest differences between two sequences, in order.
 *
 * @param keyOf equal for equal items
 * @throws TooMuchEffort
 */
export function hunksOf<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => number,
  effort: Effort,
): Hunk<Item>[] {
  effort.spend(before.length + after.length);
  const changes = diffArrays(before.map(keyOf), after.map(keyOf), {
    maxEditLength: maxEdits,
    comparator(a, b) {
      effort.spend(1);
      return a === b;
    },
  });
  // The library also takes paths that compare nothing: ten of them are a step.
  const edits = changes?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
  effort.spend(Math.ceil((edits ?? maxEdits) ** 2 / 20));
  if (changes === undefined) throw new TooMuchEffort();
  const hunks: GrowingHunk<Item>[] = [];
  let from = 0;
  let to = 0;
  for (const { count, added, removed } of changes) {
    const deleted = added ? 0 : count;
    const inserted = removed ? 0 : count;
    const hunk: GrowingHunk<Item> = {
      isSame: !added && !removed,
      before: before.slice(from, from + deleted),
      after: after.slice(to, to + inserted),
    };
    const last = hunks.at(-1);
    if (last !== undefined && !last.isSame && !hunk.isSame) append(last, hunk);
    else hunks.push(hunk);
    from += deleted;
    to += inserted;
  }
  return hunks;
}

/** Makes the next hunk a part of this one. */
export function append<Item>({ before, after }: GrowingHunk<Item>, next: Hunk<Item>): void {
  for (const item of next.before) before.push(item);
  for (const item of next.after) after.push(item);
}

/** Numbers for texts, equal for equal texts. */
export class TextNumbers {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const existing = this.#numbers.get(text);
    if (existing !== undefined) return existing;
    const key = this.#numbers.size + 1;
    this.#numbers.set(text, key);
    return key;
  }
}
