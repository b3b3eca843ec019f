import { listIn } from '../../lib/json.js';
import { allBlocks } from './block-tree.js';
import type { StoredBlock } from './block-type.js';
import { referenceMark } from './references.js';

/** Number of pictures of a gallery that stand for it. */
const most = 4;

/** First picture of a page, as `referencesText` writes it; of a gallery that has it, its first four. */
export function picturesText(blocks: readonly StoredBlock[]): string {
  for (const { type, data } of allBlocks(blocks)) {
    const holders = type === 'image' ? [data] : type === 'gallery' ? listIn(data.items) : [];
    const ids = holders.map((holder) => Object(holder).media_id).filter((id) => Number.isInteger(id));
    if (ids.length > 0)
      return ids
        .slice(0, most)
        .map((id) => referenceMark('media', id))
        .join('');
  }
  return '';
}
