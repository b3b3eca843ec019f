import type { ComponentChild } from 'preact';
import type { Operation } from '../../../operations/engine/contract.js';
import { type ProposalName, parseProposal } from '../../../operations/engine/target.js';
import { type HistoryScope, pathsIn } from '../../../operations/history.js';
import { listWaiting } from '../../../operations/proposals/of-page.js';
import { showProposal, submitProposal } from '../../../operations/proposals/proposals.js';
import { Filled } from '../../../words/filled.js';
import { fill, words } from '../../../words/words.js';
import type { Fields } from '../../addresses.js';
import type { WorkContext } from '../../context.js';
import { Note } from '../../parts/note.js';
import { reviewedText } from '../../parts/sent-for-review.js';
import { hiddenFields } from './form.js';

/** Note that proposals which were sent for review change what a page shows; `null` if there are none. */
export async function waitingNote({ perform, href }: WorkContext, scope: HistoryScope): Promise<ComponentChild> {
  const paths = pathsIn(scope);
  if (paths === undefined) return null;
  // The page is shown even if the proposals cannot be read.
  const waiting = (await perform(listWaiting, { query: { paths } }).catch(() => null))?.value ?? [];
  const [newest] = waiting;
  if (newest === undefined) return null;
  const texts = words().reviews;
  const isOne = waiting.length === 1;
  const text = newest.state === 'open' ? texts.openChanges : texts.approvedChanges;
  const link = (
    <a href={href(isOne ? `/proposals/${newest.number}` : '/proposals')}>
      {isOne ? words().common.seeIt : texts.seeThem}
    </a>
  );
  return (
    <Note>
      <Filled text={isOne ? text : texts.severalChange} values={{ n: waiting.length, link }} />
    </Note>
  );
}

/** Hidden fields of a form whose write has to be reviewed; none for another. */
export const reviewFields = (context: WorkContext, writes: Operation | undefined): Fields =>
  writes !== undefined && context.needsReview(writes) ? { proposal: 'new' } : {};

/** Hidden field of a form whose write has to be reviewed. */
export function ForReview({ context, writes }: { readonly context: WorkContext; readonly writes: Operation }) {
  return <>{hiddenFields(Object.entries(reviewFields(context, writes)))}</>;
}

/**
 * Text of the button of a form, which says whether its write is sent for review.
 *
 * @param text default: *Save*
 */
export function buttonText(context: WorkContext, writes: Operation | undefined, text?: string): string {
  const { save, sendForReview } = words().common;
  if (writes === undefined || !context.needsReview(writes)) return text ?? save;
  return text === undefined ? sendForReview : reviewedText(text);
}

/** Name of a button for screen readers, where others have the same text. */
export const buttonFor = (button: string, name: string): string => fill(words().reviews.buttonFor, { button, name });

/**
 * Proposal that the write of a form goes into.
 *
 * @throws `invalid`
 */
export const proposalOf = ({ proposal }: Fields): ProposalName | undefined =>
  proposal === undefined ? undefined : parseProposal(proposal, true);

/** Sends the proposal of a write for review, unless it was sent before. */
export async function sendForReview(
  context: WorkContext,
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
