import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { Conflict } from '../../content/merge/values.js';
import type { Collision } from './copies.js';
import type { Editor } from './editor.js';
import { find, insert, remove, replace, withValue } from './page-model.js';
import { isSame } from './rebase-blocks.js';
import type { SaveConflict } from './refusal.js';

type Merged = SaveConflict['merged'];

/** Conflicts with changes of others, which the person settles before a save; `null` if there are none. */
export function localConflicts(editor: Editor): SaveConflict | null {
  const { base: version, collisions, state, stored } = editor;
  const isCollided = (id: string): boolean => collisions.some(({ block }) => block === id);
  // A removed block that others have changed stays in the merged page: the person may keep it.
  const removed = [...state.removed].filter((id) => !isCollided(id) || find(stored.blocks, id) === undefined);
  const blocks = removed.reduce((rest, id) => remove(rest, id), state.blocks);
  let merged: Merged = { title: state.title, blocks };
  const conflicts: Conflict[] = [];
  for (const collision of collisions) {
    const found = conflictOf(editor, collision, merged);
    if (found === null || conflicts.some((known) => isSamePlace(known, found.conflict))) continue;
    conflicts.push(found.conflict);
    merged = found.merged;
  }
  return conflicts.length === 0 ? null : { version, page: stored, merged, conflicts };
}

const isSamePlace = (a: Conflict, b: Conflict): boolean => a.block === b.block && a.field === b.field;

/** A conflict, and the merged page with the value of the others in it; `null` if both sides are the same by now. */
function conflictOf(
  { state, stored }: Editor,
  { block: id, field, base }: Collision,
  merged: Merged,
): { readonly conflict: Conflict; readonly merged: Merged } | null {
  if (id === null) {
    if (state.title === stored.title) return null;
    const conflict: Conflict = { block: null, field, kind: 'both', base, mine: state.title, theirs: stored.title };
    return { conflict, merged: { ...merged, title: stored.title } };
  }
  const mine = state.removed.has(id) ? undefined : find(state.blocks, id)?.block;
  const theirs = find(stored.blocks, id)?.block;
  if (mine === undefined && theirs === undefined) return null;
  if (mine === undefined || theirs === undefined) {
    const kind = mine === undefined ? 'removed_here' : 'removed_there';
    const sides = { mine: mine?.data ?? null, theirs: theirs?.data ?? null };
    return { conflict: { block: id, field: null, kind, base, ...sides }, merged };
  }
  const valueIn = ({ data }: StoredBlock): unknown => (field === null ? data : data[field]);
  if (isSame(valueIn(mine), valueIn(theirs))) return null;
  const withTheirs = ({ data }: StoredBlock) =>
    field === null ? theirs.data : withValue(data, field, valueIn(theirs));
  const blocks = replace(merged.blocks, id, (block) => ({ ...block, data: withTheirs(block) }));
  const conflict: Conflict = { block: id, field, kind: 'both', base, mine: valueIn(mine), theirs: valueIn(theirs) };
  return { conflict, merged: { ...merged, blocks } };
}

/** Conflicts of a draft with the brand, which the person settles before it is published; `null` if there are none. */
export async function draftConflicts({ api }: Editor, conflicts: readonly Conflict[]): Promise<SaveConflict | null> {
  if (conflicts.length === 0) return null;
  const [{ page, version }, brand] = await Promise.all([api.open(), api.open(null)]);
  let { title, blocks }: SaveConflict['merged'] = page;
  for (const { block, field, kind, theirs } of conflicts) {
    const there = block === null ? undefined : find(brand.page.blocks, block);
    if (block === null) title = field === 'title' ? brand.page.title : title;
    else if (kind === 'removed_here' && there !== undefined) {
      const { spot } = there;
      const isHeld = spot.holder === null || find(blocks, spot.holder) !== undefined;
      blocks = insert(blocks, isHeld ? spot : { holder: null, field: '', at: blocks.length }, [there.block]);
    } else if (kind === 'both' && there !== undefined) {
      const data = (mergedBlock: StoredBlock) =>
        field === null ? there.block.data : withValue(mergedBlock.data, field, theirs ?? undefined);
      blocks = replace(blocks, block, (mergedBlock) => ({ ...mergedBlock, data: data(mergedBlock) }));
    }
  }
  return { version, page, merged: { title, blocks }, conflicts };
}
