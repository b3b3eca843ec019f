import { languageOf } from '../../content/language-tags.js';
import type { StarterPage } from '../../service/starters.js';
import { counted, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { langOf } from '../frame/language.js';

/** Templates and chapters of the starter, in the language of the brand, and that language. */
export async function starterFor({ service, source }: BrandContext) {
  const { language, templates, top } = await service.provisioning.starters.for(languageOf(source));
  return { lang: langOf(language), templates, chapters: top.filter(({ page }) => page.type === 'container') };
}

/** How many pages a chapter of the starter has. */
export const pagesToFill = ({ pages }: StarterPage): string => counted(words().newPage.pagesToFill, pages.length);
