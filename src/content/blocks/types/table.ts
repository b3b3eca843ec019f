import { type BlockType, fields, html, listOf, plain } from '../block-type.js';

export const table: BlockType = {
  type: 'table',
  data: fields({ caption: plain(), header: listOf(plain()), rows: listOf(listOf(html())) }),
};
