import { Type } from '../../../validation/schema.js';
import { type BlockType, fields, plain } from '../block-type.js';

export const heading: BlockType = {
  type: 'heading',
  data: fields({ text: plain(), level: Type.Integer({ minimum: 1, maximum: 6 }) }),
};
