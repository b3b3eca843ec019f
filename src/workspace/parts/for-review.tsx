import type { Operation } from '../../operations/engine/contract.js';
import { parseProposal } from '../../operations/engine/proposal-query.js';
import type { ProposalName } from '../../operations/engine/proposed-brand.js';
import { showProposal, submitProposal } from '../../operations/proposals/proposals.js';
import type { BrandContext, Fields } from '../context.js';
import { hiddenFields } from './form.js';

/** Hidden fields of a form whose write has to be reviewed; none for another. */
export const reviewFields = (context: BrandContext, writes: Operation | undefined): Fields =>
  writes !== undefined && context.needsReview(writes) ? { proposal: 'new' } : {};

/** Hidden field of a form whose write has to be reviewed. */
export function ForReview({ context, writes }: { readonly context: BrandContext; readonly writes: Operation }) {
  return <>{hiddenFields(Object.entries(reviewFields(context, writes)))}</>;
}

/** Text of the button of a form, which says whether its write is sent for review. */
export function reviewedText(context: BrandContext, writes: Operation | undefined, text: string): string {
  if (writes === undefined || !context.needsReview(writes)) return text;
  return text === 'Save' ? sending : `${sending}: ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

const sending = 'Send for review';

/**
 * Proposal that the write of a form goes into.
 *
 * @throws `invalid`
 */
export const proposalOf = ({ proposal }: Fields): ProposalName | undefined =>
  proposal === undefined ? undefined : parseProposal(proposal, true);

/** Sends the proposal of a write for review, unless it was sent before. */
export async function sendForReview(
  context: BrandContext,
  { proposal }: { readonly proposal?: number | null },
): Promise<void> {
  if (!proposal) return;
  const params = { ...context.params, proposal: String(proposal) };
  try {
    await context.perform(submitProposal, { params });
  } catch (error) {
    if ((await context.perform(showProposal, { params })).value.state === 'draft') throw error;
  }
}
