import { listIn } from '../lib/json.js';
import type { BlockData, StoredBlock } from './blocks/block-type.js';
import type { Collection } from './collections.js';

const naming: ReadonlySet<string | null> = new Set(['gallery', 'download_list']);

/** Id of the collection that a block names in place of its items; `null` for none. */
export const collectionNamed = ({ type, data }: Pick<StoredBlock, 'type' | 'data'>): number | null =>
  naming.has(type) && typeof data.collection === 'number' ? data.collection : null;

/** Whether a block has items of its own and names a collection, too. */
export const hasBoth = (type: string | null, data: BlockData): boolean =>
  collectionNamed({ type, data }) !== null && listIn(data.items).length > 0;

/** Ids of the media that are there, each once, in the order of the collection. */
export const mediaIn = (
  { media }: { readonly media: { has(id: number): boolean } },
  collection: Collection,
): number[] => [...new Set(collection.media)].filter((id) => media.has(id));
