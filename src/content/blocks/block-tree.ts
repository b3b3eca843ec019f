import type { BlockData, StoredBlock } from './block-type.js';
import { blockTypes } from './types.js';

type Blocks = readonly StoredBlock[];

/** Block of any kind, as far as a walk through its lists reads it. */
interface BlockLike {
  readonly type: string | null;
  readonly data: BlockData;
}

/** A block's data with each list of blocks in it mapped, in order; the data itself when its kind holds none. */
export function mapChildren<Block extends BlockLike>(
  block: Block,
  map: (blocks: readonly Block[]) => readonly Block[],
): BlockData {
  return blockTypes.get(block.type ?? '')?.mapChildren?.(block.data, map) ?? block.data;
}

/** Every block with its level (1 = the page's own list), a block before those it holds. */
export function* walkBlocks<Block extends BlockLike>(
  blocks: readonly Block[],
  level = 1,
): Generator<{ block: Block; level: number }> {
  for (const block of blocks) {
    yield { block, level };
    const lists: (readonly Block[])[] = [];
    mapChildren(block, (list) => {
      lists.push(list);
      return list;
    });
    for (const list of lists) yield* walkBlocks(list, level + 1);
  }
}

/** Every block, in the order of `walkBlocks`. */
export function allBlocks<Block extends BlockLike = StoredBlock>(blocks: readonly Block[]): Block[] {
  const all: Block[] = [];
  const add = (list: readonly Block[]): readonly Block[] => {
    for (const block of list) {
      all.push(block);
      mapChildren(block, add);
    }
    return list;
  };
  add(blocks);
  return all;
}

export function findBlock(blocks: Blocks, id: string): { block: StoredBlock; level: number } | undefined {
  for (const found of walkBlocks(blocks)) if (found.block.id === id) return found;
  return undefined;
}

/**
 * Edits one list of blocks: the list that holds block `id`, at whatever level. Blocks that neither hold the list nor are in it
 * stay the same objects. Ids may occur twice in content pushed with git: the first counts, as in `findBlock`.
 */
export function editListHolding(
  blocks: Blocks,
  id: string,
  edit: (list: Blocks, at: number) => Blocks,
): { blocks: Blocks; list: Blocks } | null {
  for (const [at, block] of blocks.entries()) {
    if (block.id === id) {
      const list = edit(blocks, at);
      return { blocks: list, list };
    }
    let edited: ReturnType<typeof editListHolding> = null;
    const data = mapChildren(block, (list) => {
      if (edited !== null) return list;
      edited = editListHolding(list, id, edit);
      return (edited as { blocks: Blocks } | null)?.blocks ?? list;
    });
    if (edited !== null) {
      return { blocks: blocks.with(at, { ...block, data }), list: (edited as { list: Blocks }).list };
    }
  }
  return null;
}

export function replaceBlock(blocks: Blocks, id: string, replacement: StoredBlock): Blocks {
  return editListHolding(blocks, id, (list, at) => list.with(at, replacement))?.blocks ?? blocks;
}

export function removeBlock(blocks: Blocks, id: string): Blocks {
  return editListHolding(blocks, id, (list, at) => list.toSpliced(at, 1))?.blocks ?? blocks;
}
