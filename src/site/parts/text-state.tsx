import type { ComponentChild } from 'preact';
import type { PageRecord } from '../../content/catalog/page-record.js';
import type { TextCounts } from '../../content/translations/counts.js';
import { countsOfPage, type Language } from '../../operations/translations/languages.js';
import { counted, fill, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { mayTranslate } from '../languages.js';
import { translateHref } from '../translate-href.js';
import { Icon } from './icon.js';

/** Sign, look and words of a page in a language. */
export function stateOfTexts(counts: TextCounts | null) {
  const texts = words().translations;
  if (counts === null) return ['check', '', texts.source] as const;
  const { texts: count, missing, outdated } = counts;
  if (outdated > 0) return ['history', 'is-outdated', counted(texts.cellOutdated, outdated)] as const;
  if (missing === 0) return ['check', 'is-done', texts.done] as const;
  const text = missing === count ? texts.missingAll : counted(texts.cellMissing, missing);
  return ['circle-dashed', 'is-missing', text] as const;
}

/** Pages of a language that are complete, and its outdated texts, in words. */
export function progressText({ pages, complete, outdated }: Pick<Language, 'pages' | 'complete' | 'outdated'>): string {
  const texts = words().translations;
  const done = counted(texts.pages, pages, { done: complete });
  return outdated === 0 ? done : `${done} · ${counted(texts.outdated, outdated)}`;
}

interface PageProps {
  readonly context: BrandContext;
  readonly page: Pick<PageRecord, 'id'>;
}

/** Texts of a page in the language of the address; `null` for who does not translate into it, and for the source. */
function countsHere({ context: { source, language, actor }, page }: PageProps): TextCounts | null {
  const record = source.pages.get(page.id);
  const isHere = language !== null && record !== undefined && mayTranslate(actor, language);
  return isHere ? countsOfPage(source, record, language) : null;
}

/** Mark after the title of a page that is to be translated, for who may do it. */
export function TextsMark(props: PageProps) {
  const counts = countsHere(props);
  if (counts === null || counts.missing + counts.outdated === 0) return null;
  const [icon, look, state] = stateOfTexts(counts);
  const text = fill(words().forms.buttonOf, { button: words().labels.kinds.translation, name: state });
  return (
    <span class={`lmark ${look}`} title={text}>
      <span class="vh">, {text}</span>
      <Icon name={icon} />
    </span>
  );
}

/** Link that begins to translate a page with outdated texts, for who may do it; else `null`. */
export function outdatedTexts(props: PageProps): ComponentChild {
  const { language } = props.context;
  const outdated = countsHere(props)?.outdated ?? 0;
  if (outdated === 0 || language === null) return null;
  return (
    <a class="tag warn" href={translateHref(props.context, props.page, language)}>
      <Icon name="history" />
      {counted(words().translations.outdated, outdated)}
    </a>
  );
}
