import { type BlockType, fields, line, media, plain, url } from '../block-type.js';

export const video: BlockType = {
  type: 'video',
  data: fields({ url: url(), media_id: media(), title: line(), caption: plain() }),
};
