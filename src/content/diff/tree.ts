import { isDeepStrictEqual } from 'node:util';
import type { BlockData, StoredBlock } from '../blocks/block-type.js';
import { childLists, mapChildren } from '../blocks/children.js';

/** A block and its position in the tree. */
export interface BlockNode {
  /** Its id, or its position when it has none of its own. */
  readonly key: string;
  readonly block: StoredBlock;
  /** Its data without the blocks inside. */
  readonly ownData: BlockData;
  /** Its position, counted from 1: `3`, or `3.2` for the second block inside the third. */
  readonly at: string;
  /** Its index in its list. */
  readonly index: number;
  /** Name of the list that it is in: `pageList`, or `<path>/<key>` for a list of its parent. */
  readonly list: string;
  /** `null` for blocks of the page itself. */
  readonly parent: string | null;
}

export const pageList = '';

/**
 * Names of the lists in a block.
 *
 * @param key of the block in its tree
 */
export const listsOf = (block: StoredBlock, key = block.id): string[] =>
  childLists(block).flatMap(([path, list]) => (Array.isArray(list) ? [`${path}/${key}`] : []));

export function pathOf(list: string): string {
  return list === pageList ? 'blocks' : list.slice(0, list.indexOf('/'));
}

/** The blocks of a page by their keys, a block before those it holds, and the keys in each list. */
export class BlockTree {
  readonly byKey = new Map<string, BlockNode>();
  readonly lists = new Map<string, readonly string[]>();

  constructor(blocks: readonly StoredBlock[]) {
    this.#place(blocks, { list: pageList, parent: null, outer: '', first: 1 });
  }

  /**
   * @param outer prefix of the blocks' positions
   * @param first number of the first block
   */
  #place(
    blocks: readonly StoredBlock[],
    { list, parent, outer, first }: { list: string; parent: string | null; outer: string; first: number },
  ): void {
    const keys: string[] = [];
    this.lists.set(list, keys);
    for (const [index, block] of blocks.entries()) {
      const at = `${outer}${first + index}`;
      const key = block.id === null || this.byKey.has(block.id) ? `at ${at}` : block.id;
      const inner: (readonly StoredBlock[])[] = [];
      const ownData = mapChildren(block, (children) => {
        inner.push(children);
        return [];
      });
      keys.push(key);
      this.byKey.set(key, { key, block, ownData, at, index, list, parent });
      const names = inner.length === 0 ? [] : listsOf(block, key);
      let next = 1;
      for (const [order, children] of inner.entries()) {
        this.#place(children, { list: names[order] as string, parent: key, outer: `${at}.`, first: next });
        next += children.length;
      }
    }
  }

  /** @throws when there is no such block, which is a bug of the caller */
  get(key: string): BlockNode {
    const node = this.byKey.get(key);
    if (node === undefined) throw new Error(`There is no block ${key}`);
    return node;
  }

  /** The nearest sibling before a block; `null` if it is the first. */
  previousSibling(key: string): string | null {
    const { list, index } = this.get(key);
    return this.lists.get(list)?.[index - 1] ?? null;
  }
}

/** Ids of the blocks in which two trees differ. A block is edited only if its own data is, not if a block inside is. */
export class TreeDifference {
  readonly added = new Set<string>();
  readonly removed = new Set<string>();
  readonly edited = new Set<string>();
  readonly moved: ReadonlySet<string>;

  constructor(from: BlockTree, to: BlockTree) {
    for (const key of from.byKey.keys()) if (!to.byKey.has(key)) this.removed.add(key);
    for (const [key, newer] of to.byKey) {
      const older = from.byKey.get(key);
      if (older === undefined) this.added.add(key);
      else if (!isSameBlock(older, newer)) this.edited.add(key);
    }
    this.moved = movedKeys(from, to);
  }

  get keys(): ReadonlySet<string> {
    return new Set([...this.added, ...this.removed, ...this.edited, ...this.moved]);
  }
}

export function isSameBlock(a: BlockNode, b: BlockNode): boolean {
  return a.block === b.block || (a.block.type === b.block.type && isDeepStrictEqual(a.ownData, b.ownData));
}

/** The blocks that are in another list now, and the fewest that must have moved within theirs. */
export function movedKeys({ byKey: before }: BlockTree, { byKey: after }: BlockTree): Set<string> {
  const moved = new Set<string>();
  const stayed: BlockNode[] = [];
  for (const node of after.values()) {
    const older = before.get(node.key);
    if (older?.list === node.list) stayed.push(node);
    else if (older !== undefined) moved.add(node.key);
  }
  const formerly = [...before.values()].filter(({ key, list }) => after.get(key)?.list === list);
  // The order of most pages stays.
  if (stayed.every(({ key }, at) => key === formerly[at]?.key)) return moved;
  const order = new Map(formerly.map(({ key }, at) => [key, at]));
  const stayedIn = new Map(stayed.map(({ list }): [string, string[]] => [list, []]));
  for (const { key, list } of stayed) stayedIn.get(list)?.push(key);
  for (const keys of stayedIn.values()) {
    const unmoved = longestRising(keys.map((key) => order.get(key) as number));
    for (const [at, key] of keys.entries()) if (!unmoved.has(at)) moved.add(key);
  }
  return moved;
}

/** The indices of a longest subsequence of rising numbers (patience sorting). */
function longestRising(numbers: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[tails[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    previous[at] = tails[low - 1];
    tails[low] = at;
  }
  const longest = new Set<number>();
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) longest.add(at);
  return longest;
}
