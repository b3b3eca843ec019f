import type { PageRecord } from '../../content/catalog/page-record.js';
import { languageOf } from '../../content/language-tags.js';
import type { PageRead } from '../../operations/translations/read-page.js';
import { fill, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { languageName } from '../frame/language.js';
import { Icon } from '../parts/icon.js';

/** A page in the language that it was written in. */
export interface Original {
  readonly language: string;
  readonly href: string;
}

/** Address of the original. A page in a language that the portal does not have is shown at its address in the brand's. */
export function originalOf(context: BrandContext, page: PageRecord): Original {
  const language = languageOf(context.source, context.source.pages.get(page.id));
  const places = context.pageInLanguages(page);
  const own = places.find(({ tag }) => tag === language);
  return { language, href: own?.href ?? `${places[0]?.href ?? ''}?original` };
}

/** `de` of `de-CH`: readers of one read the other. */
const primary = (tag: string): string => new Intl.Locale(tag).language;

const wordedIn = ({ texts }: PageRead) => [...texts.values()].flat().filter(({ isWorded }) => isWorded);

/** Whether a reader reads a translation of an earlier text. */
export const isOutdated = (page: PageRead | null): boolean =>
  page !== null && wordedIn(page).some(({ state }) => state === 'outdated');

interface LanguageNoteProps extends PageRead {
  readonly language: string;
  readonly original: Original;
}

/** Line below the title of a page that is not, or not all, in the language of its address. */
export function LanguageNote({ language, original, ...page }: LanguageNoteProps) {
  const worded = wordedIn(page);
  const others = worded.filter((text) => primary(text.language) !== primary(language));
  const [other] = others;
  if (other === undefined) return null;
  const { partly, missing, missingFallback } = words().reading.languages;
  const isFallback = other.language !== original.language;
  const text = others.length < worded.length ? partly : isFallback ? missingFallback : missing;
  return (
    <p class="orig">
      <Icon name="globe" />
      <span>{fill(text, { language: languageName(language), other: languageName(other.language) })}</span>
    </p>
  );
}

/** Part of the last line of a page whose original was changed after it was translated. */
export function NewerOriginal({
  original: { language, href },
  day,
}: {
  readonly original: Original;
  readonly day: string;
}) {
  const { newer, read } = words().reading.languages;
  return (
    <>
      <span>{fill(newer, { language: languageName(language), day })}</span>
      <a href={href} hreflang={language}>
        {read}
      </a>
    </>
  );
}
