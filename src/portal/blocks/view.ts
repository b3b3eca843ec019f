import type { BrandColor } from '../../content/brand.js';
import type { FilePointer } from '../../content/files/pointer.js';
import type { FileType } from '../../content/files/types.js';
import type { MediaFile } from '../../content/media.js';
import type { Picture } from '../../service/files/media-body.js';
import type { HtmlStyle } from './html.js';

/** A medium as a block shows it. */
export interface ShownMedium {
  readonly medium: MediaFile;
  /** `null`: it is stored elsewhere. */
  readonly file: FilePointer | null;
  readonly type: FileType | undefined;
  /** Address of the file, or of a picture of it, for the page itself. */
  shown(picture: Picture | null): string;
  /** Address from which it is saved. */
  saved(picture: Picture | null): string;
}

/** Everything that blocks show of what they refer to, as the reader may see it. */
export interface BlockView extends HtmlStyle {
  /** @param id as content has it, of any shape @returns `null` when the reader sees no such medium */
  medium(id: unknown): ShownMedium | null;
  color(id: unknown): BrandColor | null;
  /** Font of the theme by its family. */
  font(family: string): ShownFont | null;
  /** Address of all downloads of a block in one file; `null`: there is none. */
  allFiles(block: string): string | null;
  /** Whether each block gets its id as its anchor: only where a document shows a block once. */
  readonly isAnchored: boolean;
  /** Whether the reader can mend what is missing or not released: then it is marked. */
  readonly isEditor: boolean;
}

export interface ShownFont {
  readonly family: string;
  readonly role: string;
  readonly faces: readonly { readonly weight: number; readonly style: string }[];
  /** Text in which each face is shown. */
  readonly sample: string;
  /** Whether a file of it is served. */
  readonly isStored: boolean;
}
