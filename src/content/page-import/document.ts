import { noted } from '../../lib/say.js';

/** A block that an import makes. Its `media_id` is a place in `ImportedDocument.files`, its `color_ids` in `colors`. */
export interface ImportedBlock {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Kinds of content that an import leaves out, with the reason. */
export const lossReasons = {
  image: noted`The picture is not in the folder.`,
  image_elsewhere: noted`The picture is at another website.`,
  picture_refused: noted`The file is not a picture that can be shown.`,
  file_refused: noted`The file could not be stored.`,
  pictures: noted`A proposal has no room for more files.`,
  link: noted`The link leads to a page that is not in the folder: its words stay.`,
  drawing: noted`A drawing in the code of the page is no file.`,
  form: noted`Forms and their fields have no block.`,
  frame: noted`The address of the embedded page cannot be used.`,
  html: noted`The element has no block.`,
  looks: noted`Looks that the file gives stay behind.`,
  front_matter: noted`Pages have no such field.`,
  shortcode: noted`It is a command of the program that made the file, and stays as text.`,
  footnote: noted`Footnotes have no block, and stay as text.`,
  attributes: noted`Attributes have no block, and stay as text.`,
  alignment: noted`Tables have no alignment.`,
  heading_format: noted`Headings have no emphasis and no links.`,
  code_language: noted`Code has no language.`,
  nesting: noted`It is nested too deep.`,
  block: noted`There is no block of this type.`,
  long: noted`A text or an address is longer than a block takes.`,
  colors: noted`A page has room for 60 colours.`,
  rows: noted`The table has more than 1000 rows.`,
  note: noted`Comments and hidden text stay behind.`,
} as const;
export type LossKind = keyof typeof lossReasons;

/** Content that is left out. */
export interface Loss {
  readonly kind: LossKind;
  /** Number of the line, where the file has lines. */
  readonly line: number | null;
  /** Name of what is lost: the address of a picture or link, a field. */
  readonly name: string | null;
}

/** A colour of a file, as `#rrggbb` or `#rrggbbaa`. */
export interface ImportedColor {
  readonly name: string;
  readonly hex: string;
  readonly cmyk: string | null;
}

/** A file as a page. */
export interface ImportedDocument {
  readonly title: string | null;
  /** Address that the file itself names. */
  readonly slug: string | null;
  readonly isHidden: boolean;
  /** Whether it only lists the pages of an export: it becomes no page. */
  readonly isList: boolean;
  readonly blocks: readonly ImportedBlock[];
  /**
   * Files that the blocks name: a path relative to the document, a `media:<id>` of the brand, or `embedded:<n>`.
   */
  readonly files: readonly string[];
  /** Bytes of the pictures inside the document. */
  readonly embedded: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly colors?: readonly ImportedColor[];
  /** Address of the web page that was saved. */
  readonly address: string | null;
  /** Links to the pages above, the highest first; `null` if the document names none. */
  readonly above: readonly string[] | null;
  /** All links in order, those of menus too: they say how pages are ordered. */
  readonly links: readonly string[];
  readonly lost: readonly Loss[];
}

export type DocumentKind = 'markdown' | 'html' | 'docx' | 'csv';

const kinds: Readonly<Record<string, DocumentKind>> = {
  ...{ md: 'markdown', markdown: 'markdown', mdoc: 'markdown', mdx: 'markdown' },
  ...{ html: 'html', htm: 'html', xhtml: 'html', csv: 'csv', docx: 'docx' },
};

/** Extension of a name in lower case, without the dot; empty if it has none. */
export const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** @returns `null` for a file that becomes no page */
export const documentKind = (path: string): DocumentKind | null => kinds[extensionOf(path)] ?? null;

/** Upper bounds of one document. */
export const documentLimits = { links: 2000, lost: 100 };

/** Losses of one document, each once. */
export class Losses {
  readonly #seen = new Set<string>();
  readonly list: Loss[] = [];

  add(kind: LossKind, name: string | null | undefined = null, line: number | null = null): void {
    const shown = name == null ? null : [...name.toWellFormed()].slice(0, 200).join('');
    const key = JSON.stringify([kind, shown, line]);
    if (this.#seen.has(key) || this.list.length >= documentLimits.lost) return;
    this.#seen.add(key);
    this.list.push({ kind, line, name: shown });
  }
}

/** Words of a name of a file: `logo-usage` and `Logo_usage` are `Logo usage`. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/[-_+]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A block with another place of its file. */
export const withFile = ({ type, data }: ImportedBlock, placeOf: (at: number) => number): ImportedBlock => ({
  type,
  data: typeof data.media_id === 'number' ? { ...data, media_id: placeOf(data.media_id) } : data,
});

/** Places of the colours that a block names. */
export const colorsIn = ({ data: { color_ids } }: ImportedBlock): number[] =>
  Array.isArray(color_ids) ? color_ids.filter((at): at is number => typeof at === 'number') : [];

/** A block with other places of its colours. */
export const withColors = (block: ImportedBlock, placeOf: (at: number) => number): ImportedBlock =>
  block.data.color_ids === undefined
    ? block
    : { type: block.type, data: { ...block.data, color_ids: [...new Set(colorsIn(block).map(placeOf))] } };
