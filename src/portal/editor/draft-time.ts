import type { PageReview } from '../../operations/proposals/of-page.js';

type PageProposal = PageReview['proposals'][number];

export const isOwnDraft = ({ isOwn, state }: PageProposal): boolean => isOwn && state === 'draft';

/** Time of the last write of a proposal; of today without the day. */
export function draftTime({ updated_at }: Pick<PageProposal, 'updated_at'>): string {
  const at = new Date(updated_at);
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString('en-GB', {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
  });
}
