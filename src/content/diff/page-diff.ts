import type { StoredBlock } from '../blocks/block-type.js';
import type { PageFile } from '../page.js';
import { alignBlocks, type BlockDiff } from './align.js';
import { type DiffTools, diffFields, type FieldDiff } from './fields.js';

/** Blocks of both versions at any level, each counted once; a moved one, too, as the same or edited. */
export interface BlockCounts {
  readonly same: number;
  readonly added: number;
  readonly removed: number;
  readonly edited: number;
  readonly moved: number;
}

export interface PageDiff {
  /** Settings that differ. */
  readonly fields: readonly FieldDiff[];
  readonly blocks: readonly BlockDiff[];
  readonly counts: BlockCounts;
}

/** @param before `null`: there is no such version; nor are there fields that differ then */
export async function diffPages(before: PageFile | null, after: PageFile | null, tools: DiffTools): Promise<PageDiff> {
  const fields = before === null || after === null ? [] : diffFields({}, headOf(before), headOf(after), tools);
  return { fields, ...(await diffBlocks(before?.blocks ?? [], after?.blocks ?? [], tools)) };
}

export async function diffBlocks(
  before: readonly StoredBlock[],
  after: readonly StoredBlock[],
  tools: DiffTools,
): Promise<Pick<PageDiff, 'blocks' | 'counts'>> {
  const blocks = await alignBlocks(before, after, tools);
  return { blocks, counts: count(blocks) };
}

/** A page's own settings: all but its blocks, and the stamps that change with the rest. */
export function headOf({ title, slug, type, parent_id, position, nav_expansion, visibility }: PageFile) {
  return { title, slug, type, parent_id, position, nav_expansion, visibility };
}

function count(blocks: readonly BlockDiff[]): BlockCounts {
  const counts = { same: 0, added: 0, removed: 0, edited: 0, moved: 0 };
  const waiting = [...blocks];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    counts[block.change] += 1;
    if (block.moved) counts.moved += 1;
    for (const { blocks: inside } of block.lists) waiting.push(...inside);
  }
  return counts;
}

export function isSamePage({ fields, counts }: PageDiff): boolean {
  return fields.length + counts.added + counts.removed + counts.edited + counts.moved === 0;
}
