/** What the metadata of a picture tell of where and with what it was made; `unread`: what was too long to be read. */
export const privateParts = ['place', 'serial', 'unread'] as const;
export type PrivatePart = (typeof privateParts)[number];

/** Texts that metadata have about a picture; empty without one. */
export interface EmbeddedTexts {
  readonly title: string;
  readonly credit: string;
  readonly description: string;
}

export const noTexts: EmbeddedTexts = { title: '', credit: '', description: '' };

/** Types whose metadata are read, by their extensions. */
const readTypes = ['jpg', 'png', 'webp', 'avif', 'heic', 'tif'] as const;
export type ReadType = (typeof readTypes)[number];
export const isReadType = (extension: string): extension is ReadType => readTypes.some((type) => type === extension);

/** Other types that hold a place: of cameras and phones, or in the XMP that Adobe's programs write. */
export const unreadTypes: ReadonlySet<string> = new Set('psd mp4 mov gif pdf ai eps indd'.split(' '));

export interface Metadata {
  /** What was found; taken out where that was asked for. */
  readonly parts: readonly PrivatePart[];
  readonly texts: EmbeddedTexts;
  /** Whether they were read to the end. If not, nothing was changed, and there may be more. */
  readonly isWhole: boolean;
}

export const unread: Metadata = { parts: [], texts: noTexts, isWhole: false };
