import { type BlockType, fields, flag, line, url } from '../block-type.js';

export const button: BlockType = {
  type: 'button',
  data: fields({ label: line(), url: url(), style: line(), new_tab: flag() }),
  look: ['style'],
};
