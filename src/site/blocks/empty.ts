import type { BlockData } from '../../content/blocks/block-type.js';
import { collectionNamed } from '../../content/collection-media.js';
import { withoutTags } from '../../content/html/write.js';
import { list, objects, text } from './data.js';
import type { BlockView } from './view.js';

/** Parts of a page that have no content yet: its readers see nothing of them, and its editors see where they are. */
export type EmptyPart = 'picture' | 'table' | 'placeholder';

export const isEmptyPicture = ({ media_id }: BlockData): boolean => text(media_id) === '';

/** A table with nothing but its head says nothing. */
const isEmptyTable = ({ rows }: BlockData): boolean =>
  list(rows)
    .flatMap(list)
    .every((cell) => withoutTags(text(cell)).trim() === '');

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
  const items = objects(data.items);
  return items.length === 0 ? [{}] : items;
}

/** Whether a block has nothing that readers see. */
export const isEmptyBlock = (type: string | null, data: BlockData): boolean =>
  emptyParts(type, data).length === Math.max(1, picturesIn(type, data).length);

/** Whether a view leaves out what is empty. */
export const leavesOut = ({ isEditor, isWriting }: BlockView): boolean => !isEditor && !isWriting;
