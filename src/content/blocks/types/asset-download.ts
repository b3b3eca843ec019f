import { type BlockType, fields, html, line, media } from '../block-type.js';

export const assetDownload: BlockType = {
  type: 'asset_download',
  data: fields({ media_id: media(), label: line(), description: html() }),
};
