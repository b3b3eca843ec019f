import type { ComponentChild } from 'preact';
import type { BrandColor } from '../../content/brand.js';
import type { Collection } from '../../content/collections.js';
import type { Embed } from '../../content/embeds.js';
import type { FilePointer } from '../../content/files/pointer.js';
import type { FileType } from '../../content/files/types.js';
import type { DescribedMedium, MediaFile, OutsideDay } from '../../content/media.js';
import type { Picture } from '../../service/files/media-body.js';
import type { BlockLangs, Lang } from '../frame/language.js';
import type { HtmlStyle } from './heading.js';

/** A medium as a block shows it. */
export interface ShownMedium {
  readonly medium: DescribedMedium & Partial<Pick<MediaFile, 'credit' | 'licence'>>;
  /** `null` if the file is stored outside the portal. */
  readonly file: FilePointer | null;
  readonly type: FileType | undefined;
  /** Whether it is a drawing for dark grounds, as its words in the source say. */
  readonly isDeep: boolean;
  /** For editors, if it is released and may not be used now. */
  readonly outside?: OutsideDay | undefined;
  /** Address of the file, or of a picture of it, for the page itself. */
  shown(picture: Picture | null): string;
  /** Class that gives its picture the ground of its mean colour; `null`: it has none. */
  mean?(): string | null;
  /** Address from which it is saved. */
  saved(picture: Picture | null): string;
}

/** A collection that a block names in place of its items. */
export interface ShownCollection extends Pick<Collection, 'title' | 'visibility'> {
  /** Ids of its media that the reader sees, in their order. */
  readonly media: readonly number[];
}

/** Element that holds a text. */
export interface TextBox {
  /** Default: `div`. */
  readonly tag?: 'div' | 'td';
  readonly class?: string;
  readonly id?: string | undefined;
  /** Direction by the first letter. */
  readonly dir?: 'auto';
  readonly lang?: string;
}

/** Everything that blocks refer to, as the reader may see it. */
export interface Referred extends HtmlStyle {
  /**
   * @param id as content has it, of any shape
   * @returns `null` when the reader sees no such medium
   */
  medium(id: unknown): ShownMedium | null;
  /** What is to be seen on a medium, also on one that readers do not see any more; empty if nothing says it. */
  description(id: unknown): string;
  color(id: unknown): BrandColor | null;
  /** @returns `null` when the reader sees no such collection */
  collection(id: unknown): ShownCollection | null;
  /** Embed that a frame can show; `null`: the address is a link. */
  embed(address: string): Embed | null;
  /** Font of the theme by its family. */
  font(family: string): ShownFont | null;
  /** Address of the brand's colours in a file; `null` if there is none. */
  colorFile(format: 'ase' | 'css' | 'json'): string | null;
  /** Address of all downloads of a block in one file; `null` if there is none. */
  allFiles(block: string): string | null;
  /** Whether each block gets its id as its anchor: only where a document shows a block once. */
  readonly isAnchored: boolean;
  /** Whether the reader can mend what is missing or not released: then it is marked. */
  readonly isEditor: boolean;
  /** In a browser: whether palettes are compact on this device. A script tells the pages of the server. */
  isCompact?(): boolean;
  readonly langs: BlockLangs;
  /** `lang` of a medium or a colour that is not in the language of the page's address. */
  langOfRecord?(kind: 'color' | 'media', id: number): Lang;
  /** Languages of the texts of a block, by field, where some are read in another one. */
  languagesIn?(block: string): BlockLanguages | null;
}

/** Languages of a block that is read in translation. */
export interface BlockLanguages {
  /** Language of most of its texts. */
  readonly block: BlockLangs;
  /** Language of a text that is another than that of its block. */
  text(field: string): Lang;
}

/**
 * Everything that blocks show: what they refer to, and the fields of their data. A page that is written puts its own
 * elements in the place of fields.
 */
export interface BlockView extends Referred {
  /** Whether the page is being written: what has no content is drawn, too. */
  readonly isWriting: boolean;
  /** View of the fields of one block. */
  of(block: Readonly<Record<string, unknown>>): BlockView;
  /**
   * Properties of the element of the block.
   *
   * @param name its class
   */
  root(name: string, anchor: string | undefined): Omit<TextBox, 'tag'>;
  /**
   * A text without markup.
   *
   * @param field dotted path in the data
   * @returns `null` for an empty one
   */
  plain(value: unknown, field: string): ComponentChild;
  /**
   * HTML in an element of its own.
   *
   * @returns `null` for an empty one, unless it is a cell
   */
  html(value: unknown, field: string, box?: TextBox): ComponentChild;
  /** Blocks in a block. */
  blocks(value: unknown, field: string): ComponentChild;
  /** Controls for the medium in a field. */
  controls(field: string): ComponentChild;
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
