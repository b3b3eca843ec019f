import { shownTitle, titleOfTexts } from '../../content/proposals/made-title.js';
import { fill, listText, words } from '../../words/words.js';
import { languageName } from '../frame/language.js';

/** Title of a proposal for people: of a made one, the title of the thing that it names; of texts in other languages, that of their page. */
export function suggestedTitle(title: string): string {
  const texts = titleOfTexts(title);
  if (texts === null) return shownTitle(title);
  const { page, part } = texts;
  const languages = listText(texts.languages.map((tag) => languageName(tag)));
  const { ofPage, ofTexts } = words().sending;
  const named = page === null ? fill(ofTexts, { languages }) : fill(ofPage, { languages, page });
  return part === null ? named : `${named} (${part.replace(' of ', '/')})`;
}
