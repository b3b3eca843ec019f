import type { StoredBlock } from '../content/blocks/block-type.js';

export const documentTypes = ['page', 'section', 'entry'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Names a document within its brand: a page by its id. */
export type Key = number | string;

/** What can be found. It crosses a thread: nothing but JSON values. */
export interface SearchDocument {
  readonly key: Key;
  readonly type: DocumentType;
  readonly id: number | string;
  readonly title: string;
  /** A page's blocks, or the texts of what has none. */
  readonly content: { readonly blocks: readonly StoredBlock[] } | { readonly texts: readonly string[] };
}

export interface SearchQuery {
  readonly words: string;
  /** `null`: all. */
  readonly type: DocumentType | null;
  readonly limit: number;
}

export interface Found {
  readonly type: DocumentType;
  readonly id: number | string;
  readonly title: string;
  /** The block that matches best; `null` where only the title does, and for what has no blocks. */
  readonly block_id: string | null;
  readonly excerpt: string;
  readonly matches: { readonly start: number; readonly end: number }[];
}
