import { type BlockType, fields, html, line, listOf } from '../block-type.js';

export const accordion: BlockType = {
  type: 'accordion',
  data: fields({ items: listOf(fields({ title: line(), body: html() })) }),
};
