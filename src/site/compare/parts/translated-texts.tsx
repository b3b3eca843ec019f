import type { ComparedText, ComparedTexts } from '../../../operations/proposals/compared-texts.js';
import { fill, words } from '../../../words/words.js';
import { Html } from '../../blocks/html.js';
import { ownLanguageName } from '../../frame/language.js';
import { blockName, labelOf } from '../../labels.js';
import { Tag } from './proposal-state.js';
import type { Names } from './reference-names.js';

interface TranslatedTextsProps extends Pick<ComparedTexts, 'source' | 'language' | 'changed'> {
  readonly names: Names;
}

/** Changed texts of a page in a language, each next to its source. */
export function TranslatedTexts({ source, language, changed, names }: TranslatedTextsProps) {
  const texts = words().proposedChanges;
  return (
    <>
      <div class="with-source head-s">
        <small>{fill(texts.sourceSide, { language: ownLanguageName(source) })}</small>
        <small>{fill(texts.translationSide, { language: ownLanguageName(language) })}</small>
      </div>
      {changed.map((text) => (
        <section key={`${text.block} ${text.path}`} class="translated">
          <h3>
            {placeOf(text)}{' '}
            {text.state === 'outdated' && <Tag kind="warn" icon="history" text={words().translating.states.outdated} />}
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
        </section>
      ))}
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
