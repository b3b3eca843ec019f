import { paths } from '../../content/catalog/paths.js';
import type { ProposalState } from '../../content/proposals/format.js';
import { compare } from '../../lib/order.js';
import { isAtLeast } from '../../registry/records.js';
import { authorOf, isSameAuthor, visibleProposals } from '../engine/proposal-access.js';
import { isOpen } from '../engine/proposal-record.js';
import type { Review } from '../engine/review.js';

/** Rights of a person on changes of a page, and the open proposals that change it, the newest first. */
export interface PageReview {
  /** Whether a save may be live at once. */
  readonly mayPublish: boolean;
  /** Whether the person may approve an own draft. */
  readonly mayApprove: boolean;
  readonly proposals: readonly {
    readonly number: number;
    readonly state: ProposalState;
    readonly author: string;
    readonly updated_at: string;
    readonly isOwn: boolean;
  }[];
}

export function reviewOfPage({ actor, catalog, policy }: Review, id: number): PageReview {
  const me = authorOf(actor);
  const path = paths.page(id);
  const changing = visibleProposals(catalog, actor).filter(
    ({ record, files }) =>
      isOpen(record) && files.has(path) && !record.merges.some(({ paths: part }) => part.includes(path)),
  );
  const proposals = changing.map(({ record: { number, state, author, updated_at } }) => ({
    number,
    state,
    author: author.name,
    updated_at,
    isOwn: isSameAuthor(author, me),
  }));
  const { role } = actor;
  const isApprover = policy.approvers !== 'admins' || (role !== undefined && isAtLeast(role, 'admin'));
  return {
    mayPublish: policy.review !== 'everyone',
    mayApprove: policy.own_approval && isApprover,
    proposals: proposals.sort((a, b) => compare(b.updated_at, a.updated_at)),
  };
}
