import { Exact, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { FilePointer, Sha256 } from './file-pointer.js';
import { mediaKinds } from './file-types.js';

const item = {
  id: Type.Integer({ minimum: 1 }),
  title: Nullable(Type.String()),
  type: OneOf(mediaKinds),
  caption: Nullable(Type.String()),
  width: Nullable(Type.Integer({ minimum: 0, description: 'In pixels.' })),
  height: Nullable(Type.Integer({ minimum: 0, description: 'In pixels.' })),
  media_category_id: Nullable(Type.Integer()),
};

export const MediaItem = Exact(item, {
  title: 'MediaItem',
  description: 'A released, fully processed medium, to which blocks may refer by its id.',
});
export type MediaItem = Static<typeof MediaItem>;

/** `media/<id>.json`. */
export const MediaFile = Exact({
  ...item,
  released: Type.Boolean(),
  status: OneOf(['processing', 'ready', 'failed']),
});
export type MediaFile = Static<typeof MediaFile>;

/** A medium with its file; `null`: the file is kept elsewhere. */
export const StoredMedium = Exact({ ...MediaFile.properties, file: Nullable(FilePointer) });
export type StoredMedium = Static<typeof StoredMedium>;

/** `files/purged.json`: files that were deleted for good, though the history names them. */
export const PurgedFiles = Type.Array(Exact({ sha256: Sha256, date: Type.String(), reason: Type.String() }));
export type PurgedFiles = Static<typeof PurgedFiles>;

/** Released and fully processed: what the API lists and what blocks may refer to. */
export function isAvailable(media: MediaFile | undefined): boolean {
  return media?.released === true && media.status === 'ready';
}

export function presentMedia({ released: _, status: __, ...shown }: MediaFile): MediaItem {
  return shown;
}
