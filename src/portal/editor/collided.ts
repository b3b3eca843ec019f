import type { Conflict } from '../../content/merge/values.js';
import type { SaveConflict } from './api.js';
import type { Editor } from './editor.js';
import { isSame } from './go-on.js';
import { find, remove, replace, withValue } from './page-model.js';

/** What others have changed at the same places, to be asked before a save; `null`: nothing. */
export function collided(editor: Editor): SaveConflict | null {
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
      blocks = replace(blocks, String(id), (one) => ({
        ...one,
        data: field === null ? theirs.data : withValue(one.data, field, other),
      }));
    } else if (mine !== undefined || theirs !== undefined) {
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
