import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allBlocks,
  editListHolding,
  findBlock,
  removeBlock,
  replaceBlock,
  walkBlocks,
} from '../../src/content/blocks/block-tree.js';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';

type Shape = { type: string; lists: Shape[][] };

const leaf = fc.constantFrom('heading', 'from_backend').map((type): Shape => ({ type, lists: [] }));
const shapes = fc.letrec<{ list: Shape[]; block: Shape }>((tie) => ({
  list: fc.array(tie('block'), { maxLength: 4, depthIdentifier: 'blocks' }),
  block: fc.oneof(
    { depthSize: 'small', maxDepth: 3, depthIdentifier: 'blocks' },
    leaf,
    fc.tuple(tie('list')).map((lists): Shape => ({ type: 'group', lists })),
    fc.array(tie('list'), { maxLength: 3 }).map((lists): Shape => ({ type: 'columns', lists })),
    fc.array(tie('list'), { maxLength: 3 }).map((lists): Shape => ({ type: 'tabs', lists })),
  ),
})).list;

/** Stored blocks of these shapes; the ids are what `nextId` gives. */
function build(list: readonly Shape[], nextId: () => string): StoredBlock[] {
  return list.map(({ type, lists }) => {
    const id = nextId();
    const built = lists.map((inner) => build(inner, nextId));
    return { id, type, data: dataOf(type, built) };
  });
}

function dataOf(type: string, lists: readonly StoredBlock[][]): Record<string, unknown> {
  if (type === 'group') return { title: 'Group', blocks: lists[0] };
  if (type === 'columns') return { columns: lists.map((blocks) => ({ width: 1, blocks })) };
  if (type === 'tabs') return { items: lists.map((blocks) => ({ title: 'Tab', blocks })) };
  return { text: type, blocks: type === 'from_backend' ? [{ id: 'hidden', type: 'heading', data: {} }] : undefined };
}

function numbered(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `b${count}`;
  };
}

/** The naive way: copy everything, and change the list in which the block is found. */
function naiveEdit(
  blocks: readonly StoredBlock[],
  id: string,
  edit: (list: StoredBlock[], at: number) => void,
): StoredBlock[] {
  const copy = structuredClone(blocks) as StoredBlock[];
  const visit = (list: StoredBlock[]): boolean => {
    for (const [at, block] of list.entries()) {
      if (block.id === id) {
        edit(list, at);
        return true;
      }
      if (innerLists(block).some(visit)) return true;
    }
    return false;
  };
  visit(copy);
  return copy;
}

function innerLists({ type, data }: StoredBlock): StoredBlock[][] {
  if (type === 'group') return [data.blocks as StoredBlock[]];
  if (type !== 'columns' && type !== 'tabs') return [];
  return (data[type === 'tabs' ? 'items' : 'columns'] as { blocks: StoredBlock[] }[]).map(({ blocks }) => blocks);
}

function naiveWalk(blocks: readonly StoredBlock[], level = 1): { id: string | null; level: number }[] {
  return blocks.flatMap((block) => [
    { id: block.id, level },
    ...innerLists(block).flatMap((list) => naiveWalk(list, level + 1)),
  ]);
}

const trees = shapes.map((list) => build(list, numbered()));
const choices = fc.tuple(trees, fc.nat(30)).map(([blocks, choice]) => {
  const ids = naiveWalk(blocks).map(({ id }) => id as string);
  return { blocks, id: ids[choice % (ids.length + 1)] ?? 'missing' };
});
const added: StoredBlock = { id: 'new', type: 'heading', data: {} };

describe('editing blocks', () => {
  test('walks through all blocks in reading order, with their levels', () => {
    fc.assert(
      fc.property(trees, (blocks) => {
        const walked = [...walkBlocks(blocks)].map(({ block, level }) => ({ id: block.id, level }));
        expect(walked).toEqual(naiveWalk(blocks));
        expect(allBlocks(blocks).map(({ id }) => id)).toEqual(walked.map(({ id }) => id));
      }),
    );
  });

  test('finds the block with an id wherever it is', () => {
    fc.assert(
      fc.property(choices, ({ blocks, id }) => {
        const found = findBlock(blocks, id);
        const expected = naiveWalk(blocks).find((one) => one.id === id);
        expect(found && { id: found.block.id, level: found.level }).toEqual(expected);
      }),
    );
  });

  test('replaces, removes and inserts as the naive way does, and changes nothing in place', () => {
    fc.assert(
      fc.property(choices, ({ blocks, id }) => {
        const before = structuredClone(blocks);
        expect(replaceBlock(blocks, id, added)).toEqual(
          naiveEdit(blocks, id, (list, at) => void list.splice(at, 1, added)),
        );
        expect(removeBlock(blocks, id)).toEqual(naiveEdit(blocks, id, (list, at) => void list.splice(at, 1)));
        const inserted = editListHolding(blocks, id, (list, at) => list.toSpliced(at, 0, added));
        const expected = naiveEdit(blocks, id, (list, at) => void list.splice(at, 0, added));
        if (id === 'missing') expect(inserted).toBeNull();
        else expect(inserted?.blocks).toEqual(expected);
        expect(blocks).toEqual(before);
      }),
    );
  });

  test('leaves every block that neither is nor holds the edited one the same object', () => {
    fc.assert(
      fc.property(choices, ({ blocks, id }) => {
        const after = new Set(allBlocks(removeBlock(blocks, id)));
        for (const block of allBlocks(blocks)) {
          const holds = block.id === id || findBlock(innerLists(block).flat(), id) !== undefined;
          const isInside = findBlock([findBlock(blocks, id)?.block ?? added], block.id as string) !== undefined;
          if (!holds && !isInside) expect(after.has(block)).toBe(true);
        }
      }),
    );
  });

  test('edits the block that is found, even when an id occurs twice in content that came by git', () => {
    fc.assert(
      fc.property(shapes, fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 60, maxLength: 60 }), (list, ids) => {
        let next = 0;
        const blocks = build(list, () => ids[next++ % ids.length] as string);
        const found = findBlock(blocks, 'x')?.block;
        if (found !== undefined) expect(allBlocks(replaceBlock(blocks, 'x', added))).not.toContain(found);
      }),
    );
  });
});
