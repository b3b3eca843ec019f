import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { Conflict } from '../../content/merge/values.js';
import type { SaveConflict } from './api.js';
import type { Editor } from './editor.js';
import { find, insert, remove, replace, withValue } from './page-model.js';
import { isSame } from './rebase-blocks.js';

/** Conflicts with changes of others, which the person settles before a save; `null` if there are none. */
export function localConflicts(editor: Editor): SaveConflict | null {
  const { base: version, collisions, state, stored } = editor;
  const conflicts: Conflict[] = [];
  let { title } = state;
  let blocks = [...state.removed]
    .filter((id) => !collisions.some(({ block }) => block === id) || find(stored.blocks, id) === undefined)
    .reduce((all, id) => remove(all, id), state.blocks);
  const seen = new Set<string>();
  for (const { block: id, field, base } of collisions) {
    if (seen.has(`${id} ${field}`)) continue;
    seen.add(`${id} ${field}`);
    const theirs = find(stored.blocks, id)?.block;
    const mine = id !== null && state.removed.has(id) ? undefined : find(state.blocks, id)?.block;
    if (id === null && state.title !== stored.title) {
      conflicts.push({ ...{ block: null, field, kind: 'both', base }, mine: title, theirs: stored.title });
      title = stored.title;
    } else if (mine !== undefined && theirs !== undefined) {
      const [ours, other] = field === null ? [mine.data, theirs.data] : [mine.data[field], theirs.data[field]];
      if (isSame(ours, other)) continue;
      conflicts.push({ ...{ block: id, field, kind: 'both', base }, mine: ours, theirs: other });
      blocks = replace(blocks, String(id), (mergedBlock) => ({
        ...mergedBlock,
        data: field === null ? theirs.data : withValue(mergedBlock.data, field, other),
      }));
    } else if ((mine !== undefined || theirs !== undefined) && !conflicts.some(({ block }) => block === id)) {
      const kind = mine === undefined ? 'removed_here' : 'removed_there';
      conflicts.push({
        ...{ block: id, field: null, kind, base },
        mine: mine?.data ?? null,
        theirs: theirs?.data ?? null,
      });
    }
  }
  return conflicts.length === 0 ? null : { version, page: stored, merged: { title, blocks }, conflicts };
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
