import { Exact, Nullable, OneOf, type Static, Type } from '../../validation/schema.js';
import type { Catalog } from '../catalog/catalog.js';
import { MediaDetails, type MediaFile, MediaItem, presentMedia } from '../media.js';
import { categoryOf, tagsOf } from '../media-names.js';
import { Page, PageDetails } from '../page.js';
import { offeredWidths } from './picture-widths.js';
import { type FilePointer, mimeOf } from './pointer.js';
import { fileTypeOf, pictureFormats } from './types.js';

const PresentedFile = Exact(
  {
    name: Type.String(),
    type: Type.String({ description: 'The media type of its content.' }),
    bytes: Type.Integer({ minimum: 0 }),
    sha256: Type.String({ description: 'Hash of its content, hex.' }),
    address: Type.String({
      description:
        'URL of the file, absolute or a path on this host. Public while the medium is released; with `at`, readable only with this key.',
    }),
    picture: Nullable(
      Exact(
        { widths: Type.Array(Type.Integer()), formats: Type.Array(OneOf(pictureFormats)) },
        {
          description:
            'Available renditions: append `?width=…&format=…` to `address`, or with `at`, which is part of the address, ' +
            '`&width=…&format=…`. Null if there are none.',
        },
      ),
    ),
  },
  { title: 'File', description: "Addition. A medium's file." },
);

/** `null` if the file is stored outside the portal. */
const file = Nullable(PresentedFile);

export const MediaItemWithFile = Exact(
  { ...MediaItem.properties, file },
  { title: 'MediaItemWithFile', description: 'A medium, returned with `include=file`.' },
);
export type MediaItemWithFile = Static<typeof MediaItemWithFile>;

const { owner, ...openDetails } = MediaDetails.properties;

export const MediaItemWithDetails = Exact(
  {
    ...MediaItem.properties,
    category: Nullable(Type.String({ description: 'Name of its category.' })),
    ...openDetails,
    owner: Type.Optional(owner),
    file: Type.Optional(file),
  },
  {
    title: 'MediaItemWithDetails',
    description:
      'Addition. A medium, returned with `include=details`; with its file if `include` also names that. `owner` only with the right `write`.',
  },
);
export type MediaItemWithDetails = Static<typeof MediaItemWithDetails>;

/** @param isOwnerShown whether the caller may know who is responsible */
export function presentWithDetails(
  { tags, media_categories }: Pick<Catalog, 'tags' | 'media_categories'>,
  medium: MediaFile,
  isOwnerShown: boolean,
): MediaItemWithDetails {
  const { description, credit, licence, owner, valid_from, valid_until, original_name } = medium;
  return {
    ...presentMedia(medium),
    category: categoryOf(media_categories, medium)?.name ?? null,
    ...{ description, tags: tagsOf(tags, medium).map(({ name }) => name), credit, licence },
    ...{ valid_from, valid_until, original_name },
    ...(isOwnerShown && { owner }),
  };
}

export const PageWithMedia = Exact(
  {
    ...Page.properties,
    media: Type.Array(MediaItemWithFile, {
      description: 'The released media that its blocks name, and the cover if it is included, by id.',
    }),
    ...Type.Partial(PageDetails).properties,
  },
  {
    title: 'PageWithMedia',
    description:
      'A page, returned with `include=media`; with its language, summary and cover if `include` also names these.',
  },
);

export function presentWithFile(
  medium: MediaFile,
  pointer: FilePointer | undefined,
  addressOf: (file: FilePointer & { readonly id: number }) => string,
): MediaItemWithFile {
  if (pointer === undefined) return { ...presentMedia(medium), file: null };
  const { id, width } = medium;
  const { name, bytes, sha256 } = pointer;
  const type = fileTypeOf(name);
  const widths = type === undefined ? [] : [...offeredWidths(type, width)];
  const picture = widths.length === 0 ? null : { widths, formats: [...pictureFormats] };
  const address = addressOf({ ...pointer, id });
  return { ...presentMedia(medium), file: { name, type: mimeOf(name), bytes, sha256, address, picture } };
}
