import { type ErrorText, say } from '../lib/say.js';
import { since } from '../validation/new-members.js';
import { Exact, inOrder, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { FilePointer, Sha256 } from './files/pointer.js';
import { mediaKinds } from './files/types.js';
import { maxTagLength, maxTagsOfMedium } from './media-names.js';

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

export const licenceKinds = [
  ...(['own', 'royalty_free', 'rights_managed'] as const),
  ...(['cc_by_4', 'cc_by_sa_4', 'cc0', 'other'] as const),
] as const;

export const Licence = Exact({ kind: OneOf(licenceKinds), text: Type.String({ maxLength: 300 }) });
export type Licence = Static<typeof Licence>;

const text = (maxLength: number, description: string) =>
  Nullable(Type.String({ maxLength, description, default: null, [since]: 2 }));
const day = (description: string) =>
  Nullable(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description, default: null, [since]: 2 }));

const tagIds = Type.Array(Type.Integer({ minimum: 1 }), { maxItems: maxTagsOfMedium, default: [], [since]: 2 });

export const maxOriginalName = 200;
export const maxDescription = 500;
export const maxCredit = 200;

/** What the described medium does not have. */
const details = {
  description: text(maxDescription, 'What is to be seen, for those who do not see it.'),
  tags: tagIds,
  credit: text(maxCredit, 'Whom to name.'),
  licence: Nullable(Type.Object(Licence.properties, { additionalProperties: false, default: null, [since]: 2 })),
  owner: text(200, 'Who is responsible for it.'),
  valid_from: day('First day of use, in the time zone of the brand.'),
  valid_until: day('Last day of use, in the time zone of the brand.'),
  original_name: text(maxOriginalName, 'Name of the file as it was sent, where the name of the stored file differs.'),
};

export const MediaDetails = Exact({
  ...details,
  tags: Type.Array(Type.String({ minLength: 1, maxLength: maxTagLength }), { maxItems: maxTagsOfMedium }),
});
export type MediaDetails = Static<typeof MediaDetails>;

export const newMediaDetails = {
  ...{ description: null, tags: [], credit: null, licence: null, owner: null },
  ...{ valid_from: null, valid_until: null, original_name: null },
} satisfies MediaDetails;

const described = { ...item, released: Type.Boolean(), status: OneOf(['processing', 'ready', 'failed']) };

/** The members that format 1 has. */
export const DescribedMedium = Exact(described);
export type DescribedMedium = Static<typeof DescribedMedium>;

/** `media/<id>.json`. */
export const MediaFile = Exact({ ...described, ...details });
export type MediaFile = Static<typeof MediaFile>;

/** A medium with its file; `null` if the file is stored elsewhere. */
export const StoredMedium = Exact({ ...described, file: Nullable(FilePointer) });
export type StoredMedium = Static<typeof StoredMedium>;

/** A stored medium with all that is known of it; its tags by name. */
export const DetailedMedium = Exact({ ...StoredMedium.properties, ...MediaDetails.properties });
export type DetailedMedium = Static<typeof DetailedMedium>;

/** `files/purged.json`: files that were deleted for good, though the history names them. */
export const PurgedFiles = Type.Array(Exact({ sha256: Sha256, date: Type.String(), reason: Type.String() }));
export type PurgedFiles = Static<typeof PurgedFiles>;

/** A released medium that may not be used at the instant that a catalog is for. */
export interface OutsideMedium {
  /** As it is stored. */
  readonly stored: MediaFile;
  /** Whether its last day is over; else its first has not come. */
  readonly isOver: boolean;
}

/** Why a released medium may not be used now, and the day. */
export interface OutsideDay extends Pick<OutsideMedium, 'isOver'> {
  readonly day: string;
}

export const outsideDay = ({ stored, isOver }: OutsideMedium): OutsideDay => ({
  isOver,
  day: (isOver ? stored.valid_until : stored.valid_from) ?? '',
});

/** Media as reads have them: `outside` of some instant. */
interface Judged {
  readonly media: ById<MediaFile>;
  readonly outside?: ReadonlyMap<number, OutsideMedium> | undefined;
}

/**
 * Released and fully processed: listed by the API, and a valid target of blocks. In a catalog of `catalogAt`, it is also valid at that
 * instant.
 */
export function isAvailable(media: MediaFile | undefined): boolean {
  return media?.released === true && media.status === 'ready';
}

/** Why blocks cannot newly refer to a medium; `null` if they can. */
export function mediaProblem({ media, outside }: Judged, id: number): ErrorText | null {
  const medium = media.get(id);
  if (isAvailable(medium)) return null;
  if (medium === undefined) return 'it does not exist';
  const found = outside?.get(id);
  if (found !== undefined) {
    const { isOver, day } = outsideDay(found);
    return isOver
      ? say`medium ${id} may be used until and including ${day}`
      : say`medium ${id} may be used from ${day} on`;
  }
  if (!medium.released) return say`medium ${id} is not released`;
  return medium.status === 'failed'
    ? say`medium ${id} could not be processed`
    : say`medium ${id} is still being processed`;
}

/** Why a medium cannot newly be shown as a picture outside blocks; `null` if it can. */
export function pictureProblem(
  catalog: Judged & { readonly files: { has(id: number): boolean } },
  id: number,
): ErrorText | null {
  const isPicture = catalog.media.get(id)?.type === 'image' && catalog.files.has(id);
  return mediaProblem(catalog, id) ?? (isPicture ? null : say`medium ${id} has no picture`);
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

/** The described members, in their order. */
export const presentMedia = (medium: MediaFile): MediaItem => inOrder(MediaItem, medium);
