import type { ListedPage } from './api.js';
import type { Spot } from './page-model.js';
import type { Line } from './table.js';

/** Place of the caret when the menu of the kinds of blocks was opened. */
export interface InsertPlace {
  /** Puts focus and caret back when nothing is added. In a text it types `/` and the words. */
  back(words: string): void;
  /** Takes the empty paragraph away that had the caret, when a block is added. */
  leave?(): void;
}

/** Menu of the kinds of blocks. */
interface InsertOpen extends InsertPlace {
  readonly kind: 'insert';
  readonly spot: Spot;
  /** Block in whose place the new one comes. */
  readonly replaces?: string;
  /** Words that were typed to find a kind. */
  readonly words?: string;
}

/** Menu, panel or dialog that is open. In settings, `field` gets the focus; default: the first one. */
export type Open =
  | InsertOpen
  | { readonly kind: 'menu'; readonly id: string }
  | { readonly kind: 'move'; readonly id: string }
  | { readonly kind: 'settings'; readonly id: string; readonly field?: string | undefined }
  | { readonly kind: 'media'; readonly id: string; readonly field: string }
  | { readonly kind: 'cell'; readonly id: string; readonly row: number; readonly column: number; readonly line?: Line }
  | { readonly kind: 'page-move'; readonly page: Pick<ListedPage, 'id' | 'title' | 'parent_id'> }
  | { readonly kind: 'save' | 'more' | 'language' | 'keys' | 'page' | 'preview' };
