import { idOf, isForClones, parsePath, paths } from '../../content/catalog/paths.js';
import { isProvisional } from '../../content/catalog/provisional.js';
import type { ProposalState } from '../../content/proposals/format.js';
import { isAtLeast } from '../../registry/records.js';
import { undescribed } from '../engine/contract.js';
import { pageId } from '../engine/input.js';
import { read } from '../engine/operation.js';
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
    /** Whether it changes nothing else, but for media that it adds, and no part of it is published. */
    readonly isOfPageOnly: boolean;
  }[];
}

export function reviewOfPage({ actor, catalog, policy }: Review, id: number): PageReview {
  const me = authorOf(actor);
  const path = paths.page(id);
  const changing = visibleProposals(catalog, actor).filter(
    ({ record, files }) =>
      isOpen(record) && files.has(path) && !record.merges.some(({ paths: part }) => part.includes(path)),
  );
  const proposals = changing.map(({ record: { number, state, author, updated_at, merges }, files }) => ({
    number,
    state,
    author: author.name,
    updated_at,
    isOwn: isSameAuthor(author, me),
    isOfPageOnly: merges.length === 0 && [...files.keys()].every((other) => other === path || isOwnMedium(other)),
  }));
  const { role } = actor;
  const isApprover = policy.approvers !== 'admins' || (role !== undefined && isAtLeast(role, 'admin'));
  return {
    mayPublish: policy.review !== 'everyone',
    mayApprove: policy.own_approval && isApprover,
    // Reviews and comments do not make a proposal newer.
    proposals: proposals.sort((a, b) => b.number - a.number),
  };
}

/** Whether a file of a proposal is of a medium that it adds. */
function isOwnMedium(path: string): boolean {
  const at = parsePath(path);
  return at === null ? isForClones(path) : isProvisional(idOf(at).media ?? 0);
}

export const showPageReview = read({
  name: 'pages.review',
  summary: 'Show the open proposals that change a page',
  role: 'editor',
  params: { page: pageId },
  answers: undescribed<PageReview>(),
  async run(view, { params: { page } }) {
    return { value: reviewOfPage(await view.review(), page), resource: null };
  },
});
