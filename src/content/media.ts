import { type ErrorText, say } from '../lib/say.js';
import { Exact, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { FilePointer, Sha256 } from './files/pointer.js';
import { mediaKinds } from './files/types.js';

const item = {
  id: Type.Integer({ minimum: 1 }),
  title: Nullable(Type.String()),
  type: OneOf(mediaKinds),
  caption: Nullable(Type.String()),
  width: Nullable(Type.Integer({ minimum: 0, description: 'Width in pixels.' })),
  height: Nullable(Type.Integer({ minimum: 0, description: 'Height in pixels.' })),
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

/** A medium with its file; `null` if the file is stored elsewhere. */
export const StoredMedium = Exact({ ...MediaFile.properties, file: Nullable(FilePointer) });
export type StoredMedium = Static<typeof StoredMedium>;

/** `files/purged.json`: files that were deleted for good, though the history names them. */
export const PurgedFiles = Type.Array(Exact({ sha256: Sha256, date: Type.String(), reason: Type.String() }));
export type PurgedFiles = Static<typeof PurgedFiles>;

/** Released and fully processed: listed by the API, and a valid target of blocks. */
export function isAvailable(media: MediaFile | undefined): boolean {
  return media?.released === true && media.status === 'ready';
}

/** Why blocks cannot newly refer to a medium; `null` if they can. */
export function mediaProblem(id: number, media: MediaFile | undefined): ErrorText | null {
  if (isAvailable(media)) return null;
  if (media === undefined) return 'it does not exist';
  if (!media.released) return say`medium ${id} is not released`;
  return media.status === 'failed'
    ? say`medium ${id} could not be processed`
    : say`medium ${id} is still being processed`;
}

interface ById<Value> {
  get(id: number): Value | undefined;
}

/** The file, if it is public. */
export function releasedFile(
  { media, files }: { readonly media: ById<MediaFile>; readonly files: ById<FilePointer> },
  id: number,
): FilePointer | null {
  return isAvailable(media.get(id)) ? (files.get(id) ?? null) : null;
}

export function presentMedia({ released: _, status: __, ...shown }: MediaFile): MediaItem {
  return shown;
}
