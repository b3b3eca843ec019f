import type { StoredBlock } from '../content/blocks/block-type.js';
import { type BlockText, joinTexts, textsOf } from '../content/blocks/texts.js';

/** Types that a search without a type finds through the API, and for people, who see media apart. */
export const writtenTypes = ['page', 'section', 'entry'] as const;
export const documentTypes = [...writtenTypes, 'media'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Identifies a document within its brand: the id of a page, or a type and an id: `section <name>`. */
export type Key = number | `${Exclude<DocumentType, 'page'>} ${string}`;

/** The unit that a search finds. It has only JSON values, because it is sent to another thread. */
export interface SearchDocument {
  readonly key: Key;
  readonly type: DocumentType;
  readonly id: number | string;
  readonly title: string;
  /** Texts, and the blocks of a page. */
  readonly content: { readonly texts: readonly string[]; readonly blocks?: readonly StoredBlock[] };
}

export interface SearchQuery {
  readonly words: string;
  readonly types: readonly DocumentType[];
  readonly limit: number;
}

export interface Excerpt {
  /** The block that matches best. `null` if only the title matches, or the document has no blocks. */
  readonly block_id: string | null;
  readonly excerpt: string;
  readonly matches: { readonly start: number; readonly end: number }[];
}

export interface Found extends Excerpt {
  readonly type: DocumentType;
  readonly id: number | string;
  readonly title: string;
}

/** Searched length of a document, in UTF-16 code units; the rest is not found. */
export const maxCharacters = 50_000;

export function searchedTexts({ content }: SearchDocument): BlockText[] {
  const own = content.blocks === undefined || content.texts.length > 0 ? [joinTexts(content.texts)] : [];
  const texts = [...own.map((text) => ({ id: null, text })), ...textsOf(content.blocks ?? [])];
  const searched: BlockText[] = [];
  let remaining = maxCharacters;
  for (const { id, text } of texts) {
    // The cut may leave the first half of a surrogate pair at the end.
    searched.push({ id, text: text.slice(0, remaining).replace(/[\ud800-\udbff]$/, '') });
    remaining -= text.length;
    if (remaining <= 0) break;
  }
  return searched;
}
