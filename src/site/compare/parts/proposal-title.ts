import { isMadeTitle, shownTitle, titleOfTexts } from '../../../content/proposals/made-title.js';
import { told } from '../../../words/errors.js';
import { fill, listText, words } from '../../../words/words.js';
import { languageName } from '../../frame/language.js';

/** Title of a proposal for people: that of the thing which a made one names, else the made one in their language. */
export function proposalTitle(title: string): string {
  const texts = titleOfTexts(title);
  if (texts !== null) {
    const { page, languages, part } = texts;
    const names = listText(languages.map((tag) => languageName(tag)));
    const { ofPage, ofTexts } = words().proposals;
    const named = page === null ? fill(ofTexts, { languages: names }) : fill(ofPage, { languages: names, page });
    return part === null ? named : `${named} (${part.replace(' of ', '/')})`;
  }
  const shown = shownTitle(title);
  return shown === title && isMadeTitle(title) ? told(title) : shown;
}
