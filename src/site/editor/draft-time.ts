import { daysLeft } from '../../content/proposals/draft-end.js';
import type { ProposalState } from '../../content/proposals/format.js';
import type { PageReview } from '../../operations/proposals/of-page.js';
import { counted, fill, words } from '../../words/words.js';
import { recentTime } from '../browser/local-times.js';
import type { Editor } from './editor.js';

type PageProposal = PageReview['proposals'][number];

export const isOwnDraft = ({ isOwn, state }: PageProposal): boolean => isOwn && state === 'draft';

/** State of the proposal that is written; `null` for the page itself. */
export function draftStateOf({ api: { draft }, review }: Editor): ProposalState | null {
  if (draft === null) return null;
  // A draft that was begun here is not in the list.
  return review.proposals.find(({ number }) => number === draft)?.state ?? 'draft';
}

/** Whether the proposal that is written is with reviewers: a save ends its approvals. */
export function isInReview(editor: Editor): boolean {
  return ![null, 'draft'].includes(draftStateOf(editor));
}

/** Answer to a save without changes. */
export function unchangedText(editor: Editor): string {
  const { api, review, draftSavedAt } = editor;
  const texts = words().editor;
  if (draftStateOf(editor) !== 'draft') return texts.nothingToSave;
  const stored = review.proposals.find(({ number }) => number === api.draft)?.updated_at;
  const at = draftSavedAt ?? (stored === undefined ? null : new Date(stored));
  return at === null ? texts.draftSaved : fill(texts.draftSavedAt, { time: recentTime(at) });
}

/** Sentence on the day when an old draft is withdrawn; empty while that is far off. */
export function draftEnd(draft: PageProposal): string {
  const left = daysLeft(draft, new Date());
  if (left === null) return '';
  const { draftEndsToday, draftEndsIn } = words().editor;
  return left === 0 ? draftEndsToday : counted(draftEndsIn, left);
}

/** Time of the last write of a proposal. */
export const draftTime = ({ updated_at }: Pick<PageProposal, 'updated_at'>): string => recentTime(new Date(updated_at));

/** Text of the link to the proposal that is written. Viewers who translate see none, and go back to what is to do. */
export const proposalLink = ({ api }: Editor): string =>
  api.place.isViewer ? words().translating.seeQueue : words().editor.seeProposal;
