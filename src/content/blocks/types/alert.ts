import { type BlockType, fields, html, line } from '../block-type.js';

export const alert: BlockType = {
  type: 'alert',
  data: fields({ variant: line(), title: line(), body: html() }),
  look: ['variant'],
};
