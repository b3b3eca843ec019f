import { isMadeTitle, shownTitle } from '../../../content/proposals/made-title.js';
import { told } from '../../../words/errors.js';

/** Title of a proposal for people: that of the thing which a made one names, else the made one in their language. */
export function proposalTitle(title: string): string {
  const shown = shownTitle(title);
  return shown === title && isMadeTitle(title) ? told(title) : shown;
}
