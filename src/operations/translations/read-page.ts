import { type Page, presentPage } from '../../content/page.js';
import type { TranslatedTexts } from '../../content/translations/apply.js';
import { undescribed } from '../engine/contract.js';
import { pageId } from '../engine/input.js';
import { read } from '../engine/operation.js';
import { lang } from './page-texts.js';

/** A page as its readers see it in a language, with the state and the language of each text. */
export interface PageRead {
  readonly page: Page;
  readonly texts: TranslatedTexts;
}

export const readPageIn = read({
  name: 'translations.read',
  summary: 'Show a page in a language with the languages of its texts',
  isProposable: true,
  params: { page: pageId, lang },
  answers: undescribed<PageRead>(),
  async run(view, { params }) {
    const inLanguage = view.in(params.lang);
    const page = await inLanguage.page(params.page);
    return { value: { page: presentPage(page), texts: inLanguage.lastPage?.texts ?? new Map() }, resource: null };
  },
});
