import { countsIn } from '../../operations/translations/languages.js';
import { nearestLanguage } from '../../words/languages.js';
import { tables } from '../../words/tables.js';
import { fill, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { type InLanguage, mayTranslate } from '../languages.js';
import { Icon } from '../parts/icon.js';
import { progressText } from '../parts/text-state.js';
import { languageName, ownLanguageName } from './language.js';

interface LanguageSwitchProps {
  readonly context: BrandContext;
  /** The page in each language. */
  readonly places: readonly InLanguage[];
}

/** Menu of the languages of the portal, each in its own name; `null` for a portal with one. */
export function LanguageSwitch({ context, places }: LanguageSwitchProps) {
  const { base, language, actor, href } = context;
  if (language === null) return null;
  const texts = words().frame;
  return (
    <details class="menu langs" data-languages={base}>
      <summary class="btn quiet">
        <Icon name="globe" />
        <span>{language.toUpperCase()}</span>
        <span class="vh">{fill(texts.languageIs, { language: languageName(language) })}</span>
      </summary>
      <div class="pop sheet">
        <p class="h only-s">{texts.language}</p>
        {places.map(({ tag, href, isWritten }) => {
          const isCurrent = tag === language;
          return (
            <a
              key={tag}
              class="it"
              href={href}
              lang={tag}
              hreflang={tag}
              aria-current={isCurrent ? 'true' : undefined}
              data-offer={isWritten && !isCurrent ? offerIn(tag) : undefined}
            >
              <span class="grow">
                {ownLanguageName(tag)}
                {mayTranslate(actor, tag) && <Progress context={context} tag={tag} />}
              </span>
              {isCurrent && <Icon name="check" />}
            </a>
          );
        })}
        {mayTranslate(actor) && (
          <a class="it" href={href('/translations')}>
            <Icon name="languages" />
            {words().places.translations}
          </a>
        )}
      </div>
    </details>
  );
}

/** Progress of a language, for translators; `null` for one that no page is translated into. */
function Progress({ context: { source }, tag }: { readonly context: BrandContext; readonly tag: string }) {
  const counts = countsIn(source, tag);
  const isShown = source.brand?.languages.find((one) => one.tag === tag)?.shown ?? true;
  if (counts.pages === 0) return null;
  return (
    <small lang={words().language}>
      {!isShown && `${words().translations.hidden} · `}
      {progressText(counts)}
    </small>
  );
}

/** Offer that leads readers of a language to it. */
function offerIn(tag: string): string {
  const { frame, locale } = tables[nearestLanguage([tag]) ?? 'en'];
  return fill(frame.readIn, { language: languageName(tag, locale) });
}
