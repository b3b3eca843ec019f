import { type BlockType, fields, html } from '../block-type.js';

export const richText: BlockType = {
  type: 'rich_text',
  data: fields({ html: html() }),
};
