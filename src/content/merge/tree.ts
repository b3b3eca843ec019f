import { isDeepStrictEqual } from 'node:util';
import { mapChildren } from '../blocks/block-tree.js';
import type { BlockData, StoredBlock } from '../blocks/block-type.js';
import { listPaths, movedKeys } from '../diff/page-diff.js';

export interface Placed {
  /** Its id, unique in the tree. */
  readonly key: string;
  readonly block: StoredBlock;
  readonly own: BlockData;
  /** The list that it is in: the page's, or one of its holder. */
  readonly list: string;
  /** `null`: the page. */
  readonly holder: string | null;
}

export const pageList = '';

export function listsOf(block: StoredBlock): string[] {
  return listPaths(block).map((path) => `${path}/${block.id}`);
}

export function pathOf(list: string): string {
  return list === pageList ? 'blocks' : list.slice(0, list.indexOf('/'));
}

/** The blocks of a page by their ids, a block before those it holds, and the ids in each list. */
export class BlockTree {
  readonly byKey = new Map<string, Placed>();
  readonly lists = new Map<string, readonly string[]>();

  /** @param blocks each with an id of its own */
  constructor(blocks: readonly StoredBlock[]) {
    this.#place(blocks, pageList, null);
  }

  #place(blocks: readonly StoredBlock[], list: string, holder: string | null): void {
    const keys = blocks.map(({ id }) => id as string);
    this.lists.set(list, keys);
    for (const [at, block] of blocks.entries()) {
      const key = keys[at] as string;
      const inner: (readonly StoredBlock[])[] = [];
      const own = mapChildren(block, (children) => {
        inner.push(children);
        return [];
      });
      this.byKey.set(key, { key, block, own, list, holder });
      const names = inner.length === 0 ? [] : listsOf(block);
      for (const [index, children] of inner.entries()) this.#place(children, names[index] as string, key);
    }
  }

  /** The block with that id. @throws when there is none, which is a bug of the caller */
  at(key: string): Placed {
    const placed = this.byKey.get(key);
    if (placed === undefined) throw new Error(`There is no block ${key}`);
    return placed;
  }

  /** The nearest sibling before a block; `null`: it is the first. */
  before(key: string): string | null {
    const siblings = this.lists.get(this.at(key).list) ?? [];
    return siblings[siblings.indexOf(key) - 1] ?? null;
  }
}

/** Ids of the blocks in which two trees differ. A block that holds others is edited when its own data is. */
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
    this.moved = movedKeys(from.byKey, to.byKey);
  }

  get keys(): ReadonlySet<string> {
    return new Set([...this.added, ...this.removed, ...this.edited, ...this.moved]);
  }
}

export function isSameBlock(a: Placed, b: Placed): boolean {
  return a.block === b.block || (a.block.type === b.block.type && isDeepStrictEqual(a.own, b.own));
}
