import { type BlockType, fields, listOf, mapBlocksOf, nestedBlocks, pixels } from '../block-type.js';

export const columns: BlockType = {
  type: 'columns',
  data: fields({ columns: listOf(fields({ width: pixels(), blocks: nestedBlocks() })) }),
  mapChildren: (data, map) =>
    Array.isArray(data.columns) ? { ...data, columns: data.columns.map((column) => mapBlocksOf(column, map)) } : data,
};
