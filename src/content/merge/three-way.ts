import { type Effort, TooMuchEffort } from '../../lib/effort.js';
import { hunksOf } from '../diff/sequence.js';

type KeyOf<Item> = (item: Item) => number;

/** One side's items in the place of those of base from `from` up to `to`. */
interface Edit<Item> {
  readonly side: 0 | 1;
  readonly from: number;
  readonly to: number;
  readonly items: readonly Item[];
}

/** Items that are settled, or that both sides changed. */
export type Part<Item> =
  | { readonly isConflict: false; readonly items: readonly Item[] }
  | {
      readonly isConflict: true;
      readonly base: readonly Item[];
      readonly mine: readonly Item[];
      readonly theirs: readonly Item[];
    };

/**
 * Three-way merge (diff3) of sequences, in order. An item that both sides have comes from the side that changed it.
 *
 * @param keyOf equal for items that count as the same
 * @returns `null` when two versions are too different, or when one moved an item that the other removed or moved elsewhere
 */
export function mergeSequences<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  keyOf: KeyOf<Item>,
  effort: Effort,
): Part<Item>[] | null {
  try {
    const edits = [...editsOf(base, mine, 0, keyOf, effort), ...editsOf(base, theirs, 1, keyOf, effort)];
    const { parts, gone } = partsOf(base, [mine, theirs], clustersOf(edits), keyOf);
    if (gone.length === 0) return parts;
    const countsOf = (items: readonly Item[]): Tally => tally(items.map(keyOf));
    const [inBase, inMine, inTheirs] = [countsOf(base), countsOf(mine), countsOf(theirs)];
    const agreed = countsOf(parts.flatMap((part) => (part.isConflict ? [] : part.items)));
    if (gone.some((key) => agreed(key) > Math.min(inMine(key), inTheirs(key)))) return null;
    const isTooOften = (side: 'mine' | 'theirs'): boolean => {
      const chosen = parts.flatMap((part) => (part.isConflict ? part[side] : part.items));
      const counts = countsOf(chosen);
      const most = (key: number): number =>
        Math.max(inMine(key), inTheirs(key), inMine(key) + inTheirs(key) - inBase(key));
      return chosen.map(keyOf).some((key) => counts(key) > most(key));
    };
    return isTooOften('mine') || isTooOften('theirs') ? null : parts;
  } catch (error) {
    if (error instanceof TooMuchEffort) return null;
    throw error;
  }
}

function editsOf<Item>(
  base: readonly Item[],
  now: readonly Item[],
  side: 0 | 1,
  keyOf: KeyOf<Item>,
  effort: Effort,
): Edit<Item>[] {
  let from = 0;
  const edits: Edit<Item>[] = [];
  for (const { isSame, before, after } of hunksOf(base, now, keyOf, effort)) {
    if (!isSame) edits.push({ side, from, to: from + before.length, items: after });
    from += before.length;
  }
  return edits;
}

function clustersOf<Item>(edits: readonly Edit<Item>[]): Edit<Item>[][] {
  const clusters: Edit<Item>[][] = [];
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (clusters.at(-1)?.some((other) => collide(edit, other))) clusters.at(-1)?.push(edit);
    else clusters.push([edit]);
  }
  return clusters;
}

/** Whether edits of two sides cannot both be made: they overlap, or it is open which of two insertions comes first. */
function collide<Item>(a: Edit<Item>, b: Edit<Item>): boolean {
  if (a.side === b.side) return false;
  const inserts = ({ from, to, items }: Edit<Item>): boolean => items.length > to - from;
  const touches = a.to === b.from || b.to === a.from;
  return (a.from < b.to && b.from < a.to) || (touches && inserts(a) && inserts(b));
}

/** @returns the parts, and the keys of the items that neither side has at their old place */
function partsOf<Item>(
  base: readonly Item[],
  sides: readonly [readonly Item[], readonly Item[]],
  clusters: readonly (readonly Edit<Item>[])[],
  keyOf: KeyOf<Item>,
): { readonly parts: Part<Item>[]; readonly gone: readonly number[] } {
  const parts: Part<Item>[] = [];
  const gone: number[] = [];
  const keysOf = (items: readonly Item[]): string => items.map(keyOf).join();
  const read = [0, 0];
  const take = (side: 0 | 1, count: number): readonly Item[] => {
    const from = read[side] as number;
    read[side] = from + count;
    return sides[side].slice(from, from + count);
  };
  let at = 0;
  const keepUpTo = (end: number): void => {
    const mine = take(0, end - at);
    const theirs = take(1, end - at);
    const items = base
      .slice(at, end)
      .map((item, index) => (mine[index] === item ? theirs[index] : mine[index]) as Item);
    if (items.length > 0) parts.push({ isConflict: false, items });
  };
  for (const edits of clusters) {
    const from = Math.min(...edits.map((edit) => edit.from));
    const to = Math.max(...edits.map((edit) => edit.to));
    keepUpTo(from);
    at = to;

    const newLength = (side: 0 | 1): number => {
      const added = edits.map((edit) => (edit.side === side ? edit.items.length - (edit.to - edit.from) : 0));
      return added.reduce((sum, length) => sum + length, to - from);
    };
    const mine = take(0, newLength(0));
    const theirs = take(1, newLength(1));
    const isBoth = edits.some(({ side }) => side !== edits[0]?.side);
    if (isBoth && keysOf(mine) !== keysOf(theirs))
      parts.push({ isConflict: true, base: base.slice(from, to), mine, theirs });
    else parts.push({ isConflict: false, items: !isBoth && edits[0]?.side === 0 ? mine : theirs });
    if (isBoth) gone.push(...base.slice(from, to).map(keyOf));
  }
  keepUpTo(base.length);
  return { parts, gone };
}

type Tally = (key: number) => number;

function tally(keys: readonly number[]): Tally {
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (key) => counts.get(key) ?? 0;
}
