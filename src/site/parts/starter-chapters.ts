import { languageOf } from '../../content/language-tags.js';
import type { StarterPage } from '../../service/starters.js';
import { counted, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { langOf } from '../frame/language.js';

/**
 * Templates and chapters of the starter, in the language of the brand, and that language. `hintOf` says what one is
 * for, in the language of the reader.
 */
export async function starterFor({ service, source }: BrandContext) {
  const { starters } = service.provisioning;
  const { language, templates, top } = await starters.for(languageOf(source));
  const read = await starters.for(words().language);
  const hints = new Map(
    [...read.top.map(({ page }) => page), ...read.templates].map(({ id, summary }) => [id, summary]),
  );
  return {
    lang: langOf(language),
    templates,
    chapters: top.filter(({ page }) => page.type === 'container'),
    hintOf: ({ id, summary }: StarterPage['page']): string => hints.get(id) ?? summary ?? '',
  };
}

/** Number of pages of a chapter of the starter, in words. */
export const pagesToFill = ({ pages }: StarterPage): string => counted(words().newPage.pagesToFill, pages.length);
