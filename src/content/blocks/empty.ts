import { isObject, listIn } from '../../lib/json.js';
import { collectionNamed } from '../collection-media.js';
import { withoutTags } from '../html/write.js';
import type { BlockData, StoredBlock } from './block-type.js';
import { mapChildren } from './children.js';

/** Parts of a page that have no content yet: its visitors see nothing of them, and its editors see where they are. */
export type EmptyPart = 'picture' | 'table' | 'placeholder';

const isFilled = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && withoutTags(value).trim() !== '');

export const isEmptyPicture = ({ media_id }: BlockData): boolean => !isFilled(media_id);

/** A table with nothing but its head says nothing. */
const isEmptyTable = ({ rows }: BlockData): boolean => !listIn(rows).flatMap(listIn).some(isFilled);

/** The parts of a block that are empty, without those of blocks in it. */
export function emptyParts(type: string | null, data: BlockData): readonly EmptyPart[] {
  if (type === 'image_placeholder') return ['placeholder'];
  if (type === 'table') return isEmptyTable(data) ? ['table'] : [];
  const pictures = type === 'image' ? [data] : picturesIn(type, data);
  return pictures.filter(isEmptyPicture).map(() => 'picture');
}

/** Pictures of a gallery; one without any has an empty one. */
function picturesIn(type: string | null, data: BlockData): readonly BlockData[] {
  if (type !== 'gallery' || collectionNamed({ type, data }) !== null) return [];
  const items = listIn(data.items).filter(isObject);
  return items.length === 0 ? [{}] : items;
}

/** Whether a block has nothing that visitors see. */
export const isEmptyBlock = (type: string | null, data: BlockData): boolean =>
  emptyParts(type, data).length === Math.max(1, picturesIn(type, data).length);

/** Blocks as visitors get them, at any level. An empty picture of a gallery keeps its place, but none of its words. */
export function withoutEmpty(blocks: readonly StoredBlock[]): readonly StoredBlock[] {
  return blocks.flatMap((block) => {
    const { type, data } = block;
    const empty = emptyParts(type, data);
    if (empty.length === 0) return [{ ...block, data: mapChildren<StoredBlock>(block, withoutEmpty) }];
    if (isEmptyBlock(type, data)) return [];
    const items = listIn(data.items).map((item) => (isObject(item) && isEmptyPicture(item) ? {} : item));
    return [{ ...block, data: { ...data, items } }];
  });
}
