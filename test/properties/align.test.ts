import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allBlocks } from '../../src/content/blocks/block-tree.js';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { diffFields } from '../../src/content/diff/fields.js';
import { DiffLimit } from '../../src/content/diff/limit.js';
import { type BlockDiff, diffBlocks } from '../../src/content/diff/page-diff.js';
import { createSanitizer } from '../../src/content/html/sanitizer.js';
import { runs } from '../support/effort.js';

const tools = () => ({ limit: new DiffLimit(), sanitizer: createSanitizer() });

const ids = Array.from({ length: 14 }, (_, at) => `b${at}`);

/** Trees over the same few ids, so that blocks come, go, move between lists and change their types. */
const pageOf = (own: readonly string[]): fc.Arbitrary<StoredBlock[]> =>
  fc.tuple(fc.shuffledSubarray([...own]), fc.infiniteStream(fc.nat(9))).map(([chosen, choices]) => {
    const next = (): number => choices.next().value ?? 0;
    const list = (depth: number, most: number): StoredBlock[] => {
      const made: StoredBlock[] = [];
      while (made.length < most && chosen.length > 0) made.push(block(chosen.pop() ?? '', depth));
      return made;
    };
    const block = (id: string, depth: number): StoredBlock => {
      const kind = depth < 3 ? next() : 9;
      if (kind === 0) return { id, type: 'group', data: { title: `T${next()}`, blocks: list(depth + 1, next() % 4) } };
      if (kind === 1) {
        const columns = [1, 2].map((width) => ({ width, blocks: list(depth + 1, next() % 3) }));
        return { id, type: 'columns', data: { columns } };
      }
      if (kind < 4) return { id: kind === 3 ? null : id, type: 'heading', data: { text: `H ${next() % 2}`, level: 2 } };
      return { id, type: 'rich_text', data: { html: `<p>Text ${next() % 3} of it</p>` } };
    };
    return list(1, 99);
  });

function* flat(blocks: readonly BlockDiff[]): Generator<BlockDiff> {
  for (const block of blocks) {
    yield block;
    for (const { blocks: inside } of block.lists) yield* flat(inside);
  }
}

const identified = (blocks: readonly StoredBlock[]): (string | null)[] => allBlocks(blocks).map(({ id }) => id);

test('each block of two versions is there once, in the order of the newer one, with what changed', async () => {
  await fc.assert(
    fc.asyncProperty(pageOf(ids), pageOf(ids), async (before, after) => {
      const found = [...flat((await diffBlocks(before, after, tools())).blocks)];
      const now = found.filter(({ at }) => at !== null);
      const old = found.filter(({ from_at }) => from_at !== null);
      expect(now.map(({ id }) => id)).toEqual(identified(after));
      expect(old.map(({ id }) => id).sort()).toEqual(identified(before).sort());
      expect(new Set(now.map(({ at }) => at)).size).toBe(now.length);
      expect(new Set(old.map(({ from_at }) => from_at)).size).toBe(old.length);
      for (const { change, at, from_at, before: was, after: is, fields } of found) {
        expect([change === 'added', change === 'removed']).toEqual([from_at === null, at === null]);
        expect(was !== undefined).toBe(change === 'removed' || change === 'edited');
        expect(is !== undefined).toBe(change !== 'removed');
        expect(fields.length > 0).toBe(change === 'edited');
      }
    }),
    runs(1000, 60),
  );
});

const heading = (id: string, text: string): StoredBlock => ({ id, type: 'heading', data: { text, level: 2 } });

test('what is gone stands where it stood, what was moved where it stands now', async () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => heading(id, id)) as [
    StoredBlock,
    StoredBlock,
    StoredBlock,
    StoredBlock,
  ];
  const group = (blocks: StoredBlock[]): StoredBlock => ({ id: 'g', type: 'group', data: { blocks } });
  const { blocks: found } = await diffBlocks([a, b, c, group([d])], [c, d, a, group([])], tools());
  const short = (blocks: readonly BlockDiff[]): unknown[] =>
    blocks.map(({ id, change, moved, at, from_at, lists }) => {
      const inside = lists.flatMap(({ list, blocks }) => [list, short(blocks)]);
      return [`${id} ${change}${moved ? ' moved' : ''} ${from_at ?? '-'}→${at ?? '-'}`, ...inside];
    });
  expect(short(found)).toEqual([
    ['c same moved 3→1'],
    ['d same moved 4.1→2'],
    ['a same 1→3'],
    ['b removed 2→-'],
    ['g same 4→4', 'blocks', []],
  ]);
});

test('what has no words in common, no text and no schema is told as it is', () => {
  const fields = (from: unknown, to: unknown) => diffFields({}, from, to, tools());
  expect(fields({ a: null, b: [], c: 1 }, { a: 'x', b: {}, d: [2] })).toEqual([
    { field: 'a', kind: 'text', from: null, to: 'x' },
    { field: 'b', kind: 'value', from: [], to: {} },
    { field: 'd.0', kind: 'value', to: 2 },
    { field: 'c', kind: 'value', from: 1 },
  ]);
  expect(fields({ ids: [1, 2, 3] }, { ids: [1, 3] })).toEqual([{ field: 'ids.1', kind: 'value', from: 2 }]);
  expect(fields({ constructor: 1 }, {})).toEqual([{ field: 'constructor', kind: 'value', from: 1 }]);
});
