import type { BlockData } from '../content/blocks/block-type.js';
import { blockTypes } from '../content/blocks/types.js';
import type { Change } from '../content/diff/changes.js';
import { type FieldDiff, wholeFields } from '../content/diff/fields.js';
import type { BlockDiff } from '../content/diff/page-diff.js';

/** One subject's difference, for programs: blocks that are gone first, then the others in page order. */
export function changeJson({ kind, id, title, path, change, fields, blocks }: Change) {
  const entries = [...blockEntries(blocks)];
  const isRemoved = (one: (typeof entries)[number]): boolean => one.change === 'removed';
  return {
    kind,
    id,
    title,
    path,
    change,
    fields: fields.map(fieldEntry),
    blocks: [...entries.filter(isRemoved), ...entries.filter((one) => !isRemoved(one))],
  };
}

/** Without `from` it is new, without `to` it is gone; `from_field` when its path was another. */
function fieldEntry({ field, from_field, from, to }: FieldDiff) {
  const elsewhere = from_field === undefined ? {} : { from_field };
  return { field, ...elsewhere, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** An added or removed block has those inside it in its fields. */
function* blockEntries(blocks: readonly BlockDiff[], within?: BlockDiff['change']): Generator<BlockEntry> {
  for (const block of blocks) {
    const { change, moved, from_at, fields, lists } = block;
    if (change === 'added' || change === 'removed') {
      const side = change === 'added' ? 'to' : 'from';
      if (change !== within) yield blockEntry(block, change, wholeFields(wholeData(block), side));
    }
    if (moved) yield { ...blockEntry(block, 'moved', []), from_at };
    if (change === 'edited') yield blockEntry(block, change, fields);
    for (const list of lists) yield* blockEntries(list.blocks, change);
  }
}

type BlockEntry = ReturnType<typeof blockEntry> & { readonly from_at?: string | null };

function blockEntry(
  { id, type, at, from_at }: BlockDiff,
  change: 'added' | 'removed' | 'moved' | 'edited',
  fields: readonly FieldDiff[],
) {
  return { change, block: id, type, at: at ?? from_at, fields: fields.map(fieldEntry) };
}

function wholeData({ type, before, after, lists }: BlockDiff): BlockData {
  const own = after ?? before ?? {};
  const inside = lists.values();
  const fill = () =>
    (inside.next().value?.blocks ?? []).map((block) => ({ id: block.id, type: block.type, data: wholeData(block) }));
  return blockTypes.get(type ?? '')?.mapChildren?.(own, fill) ?? own;
}
