import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { Page, PageSummary } from '../../content/page.js';
import type { OpenedPage } from '../../operations/open-page.js';
import type { PageReview } from '../../operations/proposals/of-page.js';
import type { Choices, Collision } from './save-conflicts.js';

/** The page with the open proposals that change it. */
export interface Opened extends OpenedPage {
  readonly review: PageReview;
  /** Tag of the version. */
  readonly version: string;
}

/** A page in the list of all, without its content. */
export type ListedPage = Pick<PageSummary, 'id' | 'title' | 'type' | 'parent_id' | 'slug' | 'visibility'>;

/** Place in the navigation: at the end of a chapter, or next to a page. */
export type PagePlace =
  | { readonly parent_id: number | null }
  | { readonly before: number }
  | { readonly after: number };

/** Changes of where a page is, its slug, who sees it, and its language (`null`: the brand's), with what becomes of translations. */
export type Arrangement = Partial<Pick<PageSummary, 'slug' | 'visibility'> & { readonly language: string | null }> &
  (PagePlace | object) & { readonly translations?: 'outdated' | 'swap' };

/** Title, note and reviewers of a proposal that is sent for review; without a title it keeps its own. */
export interface SentReview {
  readonly title?: string;
  readonly note: string;
  readonly reviewers: readonly string[];
}

/**
 * Sends a write for review; called again after a lost answer, it makes no second proposal.
 *
 * @returns number of the proposal
 */
export type Propose = (asked: SentReview) => Promise<number>;

/** Offer to send something for review. */
export interface Offer {
  /** Change of a write, in words; `null` for the draft. */
  readonly change: string | null;
  /** Title of the draft, or the suggested one of a write. */
  readonly title: string;
  readonly note: string;
  /** Ids of the people who are asked already. */
  readonly reviewers: readonly string[];
  readonly propose: Propose;
  close(): void;
}

/** A save as it is sent. */
export interface SentPage {
  readonly base: string;
  /** `null`: that of the source. */
  readonly title: string | null;
  readonly summary?: string | null;
  readonly cover?: number | null;
  readonly blocks?: readonly StoredBlock[];
  readonly note?: string;
  /** Places to choose for. */
  readonly since?: readonly Collision[];
  readonly choices?: Pick<Choices, 'version' | 'places'>;
}

/** Stored page after a save. */
export interface Saved {
  readonly page: Page;
  readonly version: string;
  /** Number of others' changes that it took over. */
  readonly merged: number;
  /** Ids that new blocks got in place of those that they were sent with. */
  readonly given?: Readonly<Record<string, string>> | undefined;
}
