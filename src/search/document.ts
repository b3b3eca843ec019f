import type { StoredBlock } from '../content/blocks/block-type.js';
import type { Excerpt } from './excerpt.js';

export const documentTypes = ['page', 'section', 'entry'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Names a document within its brand: a page by its id, others by `section <name>` and `entry <id>`. */
export type Key = number | `${'section' | 'entry'} ${string}`;

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
  readonly types: readonly DocumentType[];
  readonly limit: number;
}

/** Of an excerpt, `block_id` names the block that matches best; `null` where only the title does, and for what has no blocks. */
export interface Found extends Excerpt {
  readonly type: DocumentType;
  readonly id: number | string;
  readonly title: string;
}
