import { type BlockType, color, fields, line, listOf } from '../block-type.js';

export const colorPalette: BlockType = {
  type: 'color_palette',
  data: fields({ title: line(), color_ids: listOf(color()) }),
};
