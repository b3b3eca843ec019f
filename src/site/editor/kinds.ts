import { holdsBlocks } from '../../content/blocks/children.js';
import type { BlockTypeName } from '../../content/blocks/types.js';
import { capitalised } from '../../lib/capitalised.js';
import { type BlockKind, blockKinds, emptyText, kindGroups } from '../blocks/kinds.js';
import { blockName } from '../labels.js';
import { type Blocks, copyOf } from './page-model.js';

/** A kind of block as it is added. */
export interface Kind extends BlockKind {
  readonly type: BlockTypeName;
}

export const kinds: readonly Kind[] = Object.entries(blockKinds).map(([type, row]) => ({
  type: type as BlockTypeName,
  ...row,
}));

/** All kinds of blocks, by their groups in the menu. */
export const kindsByGroup: ReadonlyMap<BlockKind['group'], readonly Kind[]> = new Map(
  kindGroups.map((name) => [name, kinds.filter(({ group }) => group === name)]),
);

/** Blocks of a new tab or column. */
export const newBlocks = (): Blocks => [copyOf(emptyText)];

/** Name of a kind, as the menu and the panel say it. */
export const kindName = (type: string | null): string => capitalised(blockName(type));

/** Whether a block has fields that are not written in the page: all of a text is. */
export const hasSettings = (type: string | null | undefined): boolean => type !== 'rich_text';

/** Upper bound on levels of blocks; that of the page is the first. */
const maxLevels = 4;

/**
 * Whether a kind may be added inside of others.
 *
 * @param around types of the blocks around the place
 */
export function isAllowed(type: string, around: readonly string[]): boolean {
  if (!holdsBlocks(type)) return true;
  return around.length < maxLevels - 1 && !around.includes(type);
}
