import { type BlockType, fields, media, plain, url } from '../block-type.js';

export const image: BlockType = {
  type: 'image',
  data: fields({ media_id: media(), alt: plain(), caption: plain(), link: url() }),
};
