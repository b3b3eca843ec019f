import { type BlockType, fields, line, listOf, media, plain } from '../block-type.js';

export const gallery: BlockType = {
  type: 'gallery',
  data: fields({
    items: listOf(fields({ media_id: media(), alt: plain(), caption: plain() })),
    layout: line(),
  }),
  look: ['layout'],
};
