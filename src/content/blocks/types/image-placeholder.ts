import { type BlockType, fields, line, pixels } from '../block-type.js';

export const imagePlaceholder: BlockType = {
  type: 'image_placeholder',
  data: fields({ label: line(), width: pixels(), height: pixels() }),
};
