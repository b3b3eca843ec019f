import type { ProposalDetails } from '../../operations/proposals/present.js';
import { counted, fill, listText, words } from '../../words/words.js';
import { authorText } from './avatar.js';

/** Notice after a proposal was sent for review, by its reviews until then. */
export function sentForReview(reviews: ProposalDetails['reviews']): string {
  const names = reviews.flatMap(({ verdict, by }) => (verdict === 'changes_requested' ? [authorText(by)] : []));
  const { sentForReview, sentAgain } = words().conflicts;
  return names.length === 0 ? sentForReview : counted(sentAgain, names.length, { names: listText(names) });
}

/** Text of a button whose write is sent for review: `Send for review: move to the trash`. */
export const reviewedText = (text: string): string => fill(words().common.sendWhat, { button: inSentence(text) });

/** Text after a colon, which begins small in English. In German it may begin with a noun. */
const inSentence = (text: string): string =>
  words().language === 'en' ? `${text.slice(0, 1).toLowerCase()}${text.slice(1)}` : text;
