import { daysLeft } from '../../content/proposals/draft-end.js';
import { plural } from '../../lib/plural.js';
import type { PageReview } from '../../operations/proposals/of-page.js';
import { recentTime } from '../browser/local-times.js';

type PageProposal = PageReview['proposals'][number];

export const isOwnDraft = ({ isOwn, state }: PageProposal): boolean => isOwn && state === 'draft';

/** Sentence on the day when an old draft is withdrawn; empty while that is far off. */
export function draftEnd(draft: PageProposal): string {
  const left = daysLeft(draft, new Date());
  return left === null ? '' : `Withdrawn ${left === 0 ? 'today' : `in ${plural(left, 'day')}`}, unless it changes.`;
}

/** Time of the last write of a proposal. */
export const draftTime = ({ updated_at }: Pick<PageProposal, 'updated_at'>): string => recentTime(new Date(updated_at));
