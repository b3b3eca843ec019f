import type { StoredBlock } from './block-type.js';
import { type BlockLike, mapChildren } from './children.js';

type Blocks = readonly StoredBlock[];

/** Every block with its level (1 = the page's own list), a block before those it holds. */
export function walkBlocks<Block extends BlockLike>(blocks: readonly Block[]): { block: Block; level: number }[] {
  const found: { block: Block; level: number }[] = [];
  const walk = (list: readonly Block[], level: number): readonly Block[] => {
    for (const block of list) {
      found.push({ block, level });
      mapChildren(block, (inner) => walk(inner, level + 1));
    }
    return list;
  };
  walk(blocks, 1);
  return found;
}

/** Every block, in the order of `walkBlocks`. */
export function allBlocks<Block extends BlockLike = StoredBlock>(blocks: readonly Block[]): Block[] {
  return walkBlocks(blocks).map(({ block }) => block);
}

export function findBlock(blocks: Blocks, id: string): { block: StoredBlock; level: number } | undefined {
  return walkBlocks(blocks).find(({ block }) => block.id === id);
}

/**
 * Edits one list of blocks: the list that holds block `id`, at whatever level. Blocks that neither hold the list nor are in it
 * stay the same objects. Ids may occur twice in content pushed with git: the first counts, as in `findBlock`.
 */
export function editListHolding(
  blocks: Blocks,
  id: string,
  edit: (list: Blocks, at: number) => Blocks,
): EditedList | null {
  for (const [at, block] of blocks.entries()) {
    if (block.id === id) {
      const list = edit(blocks, at);
      return { blocks: list, list };
    }
    const edited: EditedList[] = [];
    const data = mapChildren(block, (list) => {
      const found = edited.length > 0 ? null : editListHolding(list, id, edit);
      if (found !== null) edited.push(found);
      return found?.blocks ?? list;
    });
    const [inner] = edited;
    if (inner !== undefined) return { blocks: blocks.with(at, { ...block, data }), list: inner.list };
  }
  return null;
}

/** The page's blocks, and the list in them that was edited. */
interface EditedList {
  readonly blocks: Blocks;
  readonly list: Blocks;
}

export function replaceBlock(blocks: Blocks, id: string, replacement: StoredBlock): Blocks {
  return editListHolding(blocks, id, (list, at) => list.with(at, replacement))?.blocks ?? blocks;
}

export function removeBlock(blocks: Blocks, id: string): Blocks {
  return editListHolding(blocks, id, (list, at) => list.toSpliced(at, 1))?.blocks ?? blocks;
}
