import { isObject, listIn } from '../../lib/json.js';
import type { BlockData } from './block-type.js';
import type { BlockListPaths } from './types.js';

/** Paths of the lists of blocks in the data of each type that has some: in the data, or in each row of a list. */
const listPaths: BlockListPaths = { columns: 'columns.*.blocks', group: 'blocks', tabs: 'items.*.blocks' };

const pathsByType: ReadonlyMap<string | null, string> = new Map(Object.entries(listPaths));

/** Block of any kind, as far as a walk through its lists reads it. */
export interface BlockLike {
  readonly type: string | null;
  readonly data: BlockData;
}

/** Whether blocks of a type hold others. */
export const holdsBlocks = (type: string | null): boolean => pathsByType.has(type);

/** Name of the list whose rows hold blocks, such as the tabs; `null` if a type has none. */
export function rowsWithBlocks(type: string | null): string | null {
  const [rows = '', ...rest] = pathsByType.get(type)?.split('.') ?? [];
  return rest.length === 0 ? null : rows;
}

/** Dotted paths of the lists of blocks in a block, also of absent ones; in pushed content, they may be anything. */
export function childLists({ type, data }: BlockLike): readonly (readonly [path: string, value: unknown])[] {
  if (!holdsBlocks(type)) return [];
  const rows = rowsWithBlocks(type);
  if (rows === null) return [['blocks', data.blocks]];
  return listIn(data[rows]).map((row, at) => [`${rows}.${at}.blocks`, isObject(row) ? row.blocks : undefined]);
}

/** The data of a block with each list of blocks in it mapped, in order; the data itself if its type has none. */
export function mapChildren<Holder extends BlockLike, Block extends BlockLike = Holder>(
  { type, data }: Holder,
  map: (blocks: readonly Block[]) => readonly unknown[],
): BlockData {
  if (!holdsBlocks(type)) return data;
  const mapIn = <T>(value: T): T =>
    isObject(value) && Array.isArray(value.blocks) ? { ...value, blocks: map(value.blocks) } : value;
  const rows = rowsWithBlocks(type);
  if (rows === null) return mapIn(data);
  const list = data[rows];
  return Array.isArray(list) ? { ...data, [rows]: list.map(mapIn) } : data;
}
