import { type BlockType, fields, line, listOf, mapBlocksOf, nestedBlocks } from '../block-type.js';

export const tabs: BlockType = {
  type: 'tabs',
  data: fields({ items: listOf(fields({ title: line(), blocks: nestedBlocks() })) }),
  mapChildren: (data, map) =>
    Array.isArray(data.items) ? { ...data, items: data.items.map((item) => mapBlocksOf(item, map)) } : data,
};
