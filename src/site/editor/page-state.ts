import type { Page } from '../../content/page.js';
import type { Opened } from './api.js';
import type { Open } from './open.js';
import type { Blocks, PageContent } from './page-model.js';
import type { GivenIds } from './rebase-blocks.js';
import type { Collision } from './save-conflicts.js';
import type { WrittenDetails } from './written-details.js';

/** State of the page while it is written. Each change makes a new state; undoing goes back to an earlier state. */
export interface PageState {
  readonly title: string;
  readonly blocks: Blocks;
  readonly details: WrittenDetails;
  /** Blocks that are removed with the next save; until then they can be put back. */
  readonly removed: ReadonlySet<string>;
  /** Ids of the blocks that were changed, added, moved or removed; `title`, `summary` and `cover` for those of the page. */
  readonly touched: ReadonlySet<string>;
}

/** Page that others have stored, merged with what is written here. */
export interface TakenOver {
  /** Tag of the version. */
  readonly version: string;
  readonly stored: Page;
  readonly language: Opened['language'];
  readonly details: Opened['details'];
  readonly state: PageState;
  readonly collisions: readonly Collision[];
  readonly open: Open | null;
  past(state: PageState): readonly PageState[];
}

/** Page that was stored from here. */
export interface Rebased {
  /** Tag of the version. */
  readonly version: string;
  readonly stored: PageContent;
  /** Default: none was given. */
  readonly ids?: GivenIds;
  /** The stored page with what was typed since it was sent. */
  readonly next: PageContent;
  /** Default: those that are written stay. */
  readonly details?: WrittenDetails;
  /** Maps each former state to the states that replace it. Default: they are dropped, and nothing can be undone. */
  past?(state: PageState): readonly PageState[];
}
