import { type Visibility, visibilities } from '../../content/brand.js';
import type { Proposal } from '../../content/proposals/catalog.js';
import type { Opening, Review as ReviewFile } from '../../content/proposals/format.js';
import { PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import type { ProposalContent } from '../engine/proposal-content.js';
import type { ProposedResult } from '../engine/proposal-results.js';
import type { Review } from '../engine/review.js';
import { readersIn } from '../page-readers.js';

/** Order of the readers of a page, from the fewest. */
const width = (visibility: Visibility): number => visibilities.toReversed().indexOf(visibility);

/** Pages that have more readers with some content than now, in the order of their ids. The filter decides, whatever fields changed. */
export function openingsOf({ snapshot }: ProposalContent, review: Pick<Review, 'snapshot' | 'policy'>): Opening[] {
  const { catalog } = snapshot;
  const before = readersIn(review.snapshot.catalog, review.policy.portal);
  const after = readersIn(catalog, review.policy.portal);
  const ids = [...catalog.pages.keys()].sort((a, b) => a - b);
  return ids.flatMap((page) => {
    const to = after(page);
    return to !== 'hidden' && width(to) > width(before(page)) ? [{ page, to }] : [];
  });
}

/** Openings that an approval does not name, or names for fewer readers. */
export const unapprovedOpenings = (openings: readonly Opening[], { opens }: Pick<ReviewFile, 'opens'>): Opening[] =>
  openings.filter(({ page, to }) => {
    const named = opens.find((opening) => opening.page === page);
    return named === undefined || width(named.to) < width(to);
  });

/** Openings of only a part of a proposal: a chapter may open pages that the whole keeps hidden. */
async function openingsOfPart(
  proposal: Proposal,
  part: readonly ProposedResult[],
  review: Review,
): Promise<{ readonly openings: readonly Opening[]; readonly titleOf: (page: number) => string }> {
  const chosen = new Set(part.map(({ path }) => path));
  const content = await review.contentOf({ ...proposal, files: proposal.files.filter((_, path) => chosen.has(path)) });
  const { pages } = content.snapshot.catalog;
  return { openings: openingsOf(content, review), titleOf: (page) => pages.get(page)?.title ?? `${page}` };
}

/** @throws `precondition_failed` when a part would show pages to more readers than its approval says */
export async function requireOpeningsApproved(
  proposal: Proposal,
  part: readonly ProposedResult[],
  approval: Pick<ReviewFile, 'opens'>,
  review: Review,
): Promise<void> {
  const { openings, titleOf } = await openingsOfPart(proposal, part, review);
  const [first, ...others] = unapprovedOpenings(openings, approval);
  if (first === undefined) return;
  const title = titleOf(first.page);
  throw new PortalError(
    'precondition_failed',
    others.length === 0
      ? say`It would show "${title}" to more readers than was approved. Look at the proposal again.`
      : say`It would show "${title}" and ${others.length} more to more readers than was approved. Look at the proposal again.`,
  );
}
