import { joinPath, message, type Violations } from '../../validation/violations.js';
import { collectionNamed, hasBoth, mediaIn } from '../collection-media.js';
import type { Collection } from '../collections.js';
import { isAvailable, type MediaFile } from '../media.js';
import type { BlockData, StoredBlock } from './block-type.js';
import { mapChildren } from './children.js';

/** @param path of the data */
export function reportItems(type: string, data: BlockData, path: string, violations: Violations): void {
  const at = joinPath(path, 'items');
  if (hasBoth(type, data)) violations.add(at, message.prohibitedWith(at, joinPath(path, 'collection')));
}

interface Content {
  readonly collections: { get(id: number): Collection | undefined };
  readonly media: { has(id: number): boolean; get(id: number): MediaFile | undefined };
}

/**
 * Blocks in which a collection that is named has become items: the media of the content that may be used, in its order. A
 * collection that is not in the content gives none.
 */
export function withCollections(blocks: readonly StoredBlock[], content: Content): StoredBlock[] {
  return blocks.map((block) => {
    const id = collectionNamed(block);
    if (id === null) return { ...block, data: mapChildren(block, (inner) => withCollections(inner, content)) };
    const collection = content.collections.get(id);
    const media = collection === undefined ? [] : mediaIn(content, collection);
    const items = media.flatMap((id) => itemOf(block.type, content.media.get(id)) ?? []);
    return { ...block, data: { ...block.data, items } };
  });
}

function itemOf(type: string | null, medium: MediaFile | undefined): BlockData | null {
  if (medium === undefined || !isAvailable(medium)) return null;
  const { id: media_id, description } = medium;
  return type === 'gallery' && description !== null ? { media_id, alt: description } : { media_id };
}
