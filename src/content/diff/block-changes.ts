import type { StoredBlock } from '../blocks/block-type.js';
import { type FieldChange, fieldChanges } from './field-changes.js';
import { movedKeys, type Placed, placeAll, withoutBlocks } from './placed-blocks.js';

export interface BlockChange {
  readonly change: 'added' | 'removed' | 'edited' | 'moved';
  readonly block: string | null;
  readonly type: string | null;
  /** Where it stands on the page, counted from 1: `3`, or `3.2` for the second block inside the third. For a removed one: stood. */
  readonly at: string;
  /** Where a moved block stood before. */
  readonly from_at?: string;
  /** What changed in its `data`; blocks inside have changes of their own, but for those of an added or removed block. */
  readonly fields: readonly FieldChange[];
}

/** What happened to the blocks of a page, known by their ids: first what is gone, then the others in page order. */
export function compareBlocks(before: readonly StoredBlock[], after: readonly StoredBlock[]): BlockChange[] {
  const old = placeAll(before);
  const now = placeAll(after);
  const moved = movedKeys(old, now);
  const changes: BlockChange[] = [];
  for (const placed of old.values()) {
    const isTold = placed.parent !== undefined && !now.has(placed.parent.key);
    if (!now.has(placed.key) && !isTold) changes.push(tell('removed', placed, fieldChanges(placed.block.data, {})));
  }
  for (const placed of now.values()) {
    const was = old.get(placed.key);
    if (was === undefined) {
      const isTold = placed.parent !== undefined && !old.has(placed.parent.key);
      if (!isTold) changes.push(tell('added', placed, fieldChanges({}, placed.block.data)));
      continue;
    }
    if (moved.has(placed.key)) changes.push({ ...tell('moved', placed, []), from_at: was.at });
    const fields = fieldChanges(withoutBlocks(was.block), withoutBlocks(placed.block));
    if (fields.length > 0) changes.push(tell('edited', placed, fields));
  }
  return changes;
}

function tell(change: BlockChange['change'], { block, at }: Placed, fields: readonly FieldChange[]): BlockChange {
  return { change, block: block.id, type: block.type, at, fields };
}
