import { type BlockType, fields, line, mapBlocksOf, nestedBlocks } from '../block-type.js';

export const group: BlockType = {
  type: 'group',
  data: fields({ title: line(), blocks: nestedBlocks() }),
  mapChildren: (data, map) => mapBlocksOf(data, map),
};
