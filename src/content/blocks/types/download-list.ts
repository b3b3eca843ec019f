import { type BlockType, fields, line, listOf, media } from '../block-type.js';

export const downloadList: BlockType = {
  type: 'download_list',
  data: fields({ title: line(), items: listOf(fields({ media_id: media(), label: line() })) }),
};
