import { isMadeTitle } from '../../../content/proposals/made-title.js';
import { told } from '../../../words/errors.js';
import { suggestedTitle } from '../../parts/suggested-title.js';

/** Title of a proposal for people; a made one that names no thing is in their language. */
export function proposalTitle(title: string): string {
  const shown = suggestedTitle(title);
  return shown === title && isMadeTitle(title) ? told(title) : shown;
}
