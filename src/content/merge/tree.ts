import { isDeepStrictEqual } from 'node:util';
import { mapChildren } from '../blocks/block-tree.js';
import type { BlockData, StoredBlock } from '../blocks/block-type.js';
import { listPaths, movedKeys } from '../diff/page-diff.js';

/** A block and its position in the tree. */
export interface BlockNode {
  /** Its id, unique in the tree. */
  readonly key: string;
  readonly block: StoredBlock;
  /** Its data without the blocks inside. */
  readonly ownData: BlockData;
  /** Name of the list that it is in: `pageList`, or `<path>/<block id>` for a list of its parent. */
  readonly list: string;
  /** `null` for blocks of the page itself. */
  readonly parent: string | null;
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
  readonly byKey = new Map<string, BlockNode>();
  readonly lists = new Map<string, readonly string[]>();

  /** @param blocks each with a unique id */
  constructor(blocks: readonly StoredBlock[]) {
    this.#place(blocks, pageList, null);
  }

  #place(blocks: readonly StoredBlock[], list: string, parent: string | null): void {
    const keys = blocks.map(({ id }) => id as string);
    this.lists.set(list, keys);
    for (const [index, block] of blocks.entries()) {
      const key = keys[index] as string;
      const inner: (readonly StoredBlock[])[] = [];
      const ownData = mapChildren(block, (children) => {
        inner.push(children);
        return [];
      });
      this.byKey.set(key, { key, block, ownData, list, parent });
      const names = inner.length === 0 ? [] : listsOf(block);
      for (const [index, children] of inner.entries()) this.#place(children, names[index] as string, key);
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
    const siblings = this.lists.get(this.get(key).list) ?? [];
    return siblings[siblings.indexOf(key) - 1] ?? null;
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
    this.moved = movedKeys(from.byKey, to.byKey);
  }

  get keys(): ReadonlySet<string> {
    return new Set([...this.added, ...this.removed, ...this.edited, ...this.moved]);
  }
}

export function isSameBlock(a: BlockNode, b: BlockNode): boolean {
  return a.block === b.block || (a.block.type === b.block.type && isDeepStrictEqual(a.ownData, b.ownData));
}
