import type { BlockData, StoredBlock } from '../blocks/block-type.js';
import { blockTypes } from '../blocks/types.js';

/** A block and its position on its page. */
export interface Placed {
  readonly block: StoredBlock;
  /** Its id, or its position when it has none of its own. */
  readonly key: string;
  readonly at: string;
  /** Key of the list that it is in, of the page or of a block. */
  readonly list: string;
}

/** The block's own data, its lists of blocks empty. */
export function withoutBlocks({ type, data }: StoredBlock): BlockData {
  return blockTypes.get(type ?? '')?.mapChildren?.(data, () => []) ?? data;
}

/** Every block by its key, a block before those it holds. */
export function placeAll(blocks: readonly StoredBlock[]): Map<string, Placed> {
  const found = new Map<string, Placed>();
  const placeList = (list: readonly StoredBlock[], name: string, first: number, outer: string): void => {
    for (const [order, block] of list.entries()) {
      const at = `${outer}${first + order}`;
      const key = block.id === null || found.has(block.id) ? `at ${at}` : block.id;
      found.set(key, { block, key, at, list: name });
      let inside = 1;
      let lists = 0;
      blockTypes.get(block.type ?? '')?.mapChildren?.(block.data, (children) => {
        placeList(children, `${key}/${lists}`, inside, `${at}.`);
        inside += children.length;
        lists += 1;
        return children;
      });
    }
  };
  placeList(blocks, '', 1, '');
  return found;
}

/** The blocks that are in another list now, and the fewest that must have moved within theirs. */
export function movedKeys(old: ReadonlyMap<string, Placed>, now: ReadonlyMap<string, Placed>): Set<string> {
  const order = new Map([...old.keys()].map((key, at) => [key, at]));
  const stayed = new Map<string, string[]>();
  const moved = new Set<string>();
  for (const { key, list } of now.values()) {
    const was = old.get(key);
    if (was === undefined) continue;
    if (was.list === list) stayed.set(list, [...(stayed.get(list) ?? []), key]);
    else moved.add(key);
  }
  for (const keys of stayed.values()) {
    const kept = longestRising(keys.map((key) => order.get(key) as number));
    for (const [at, key] of keys.entries()) if (!kept.has(at)) moved.add(key);
  }
  return moved;
}

/** The places of a longest subsequence of rising numbers (patience sorting). */
function longestRising(numbers: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[tails[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    previous[at] = tails[low - 1];
    tails[low] = at;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) kept.add(at);
  return kept;
}
