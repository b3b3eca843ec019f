import type { ComparedText, ComparedTexts } from '../../../operations/proposals/compared-texts.js';
import type { PageFindings } from '../../../operations/proposals/findings.js';
import { counted, fill, words } from '../../../words/words.js';
import { Html } from '../../blocks/html.js';
import { ownLanguageName } from '../../frame/language.js';
import { blockName, labelOf } from '../../labels.js';
import { Name } from '../../manage/parts/text.js';
import { FoundWords } from './findings.js';
import { Tag } from './proposal-state.js';
import type { Names } from './reference-names.js';

interface TranslatedTextsProps extends Pick<ComparedTexts, 'source' | 'language' | 'changed'> {
  /** Findings of the language check in them. */
  readonly findings: PageFindings['breaks'];
  readonly names: Names;
}

/** Changed texts of a page in a language, each next to its source. */
export function TranslatedTexts({ source, language, changed, findings, names }: TranslatedTextsProps) {
  const texts = words().proposedChanges;
  return (
    <>
      <div class="with-source head-s">
        <small>{fill(texts.sourceSide, { language: ownLanguageName(source) })}</small>
        <small>{fill(texts.translationSide, { language: ownLanguageName(language) })}</small>
      </div>
      {changed.map((text) => {
        const found = findings.filter(({ block, field }) => block === text.block && field === text.path);
        return (
          <section key={`${text.block} ${text.path}`} class="translated">
            <h3>
              {placeOf(text)}{' '}
              {text.state === 'outdated' && (
                <Tag kind="warn" icon="history" text={words().translating.states.outdated} />
              )}
              {found.length > 0 && (
                <Tag kind="warn" icon="spell-check" text={counted(words().check.ofText, found.length)} />
              )}
            </h3>
            <div class="with-source">
              <div lang={source} class="dim">
                <Words text={text.source} isHtml={text.isHtml} names={names} />
              </div>
              {text.to === null ? (
                <p class="hint">{texts.gone}</p>
              ) : (
                <div lang={language}>
                  <Words text={text.to} isHtml={text.isHtml} names={names} />
                </div>
              )}
            </div>
            {found.map(({ found: wrong, offset, rule }) => (
              <p key={offset} class="finding">
                <span>
                  <FoundWords found={wrong} suggestion={rule.suggestion} />{' '}
                  {rule.reason !== null && (
                    <small>
                      <Name text={rule.reason} />
                    </small>
                  )}
                </span>
              </p>
            ))}
          </section>
        );
      })}
    </>
  );
}

/** `Table › Caption`. */
function placeOf({ block, type, path }: ComparedText): string {
  if (block === null) return words().proposedChanges.title;
  const { name } = labelOf(type, path);
  return path === 'html' || path === 'text' ? blockName(type) : `${blockName(type)} › ${name}`;
}

interface WordsProps extends Pick<ComparedText, 'isHtml'> {
  readonly text: string;
  readonly names: Names;
}

const Words = ({ text, isHtml, names }: WordsProps) =>
  isHtml ? <Html text={text} style={names.view} /> : <p class="lines">{text}</p>;
