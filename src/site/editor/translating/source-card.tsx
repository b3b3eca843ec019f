import { useState } from 'preact/hooks';
import type { MarkedText as Piece } from '../../../content/diff/marked.js';
import { withoutTags } from '../../../content/html/write.js';
import type { OpenedText } from '../../../operations/translations/open-texts.js';
import { fill, words } from '../../../words/words.js';
import { recentTime } from '../../browser/local-times.js';
import { languageName, ownLanguageName } from '../../frame/language.js';
import { Button } from '../../parts/button.js';
import { Icon } from '../../parts/icon.js';
import { useSelected } from '../use.js';
import { signs } from './signs.js';
import type { TextsEditor } from './texts-editor.js';

/** Characters of an unchanged part above which it is folded. */
const maxSame = 120;

interface SourceCardProps {
  readonly place: string;
  readonly editor: TextsEditor;
}

/** Source of the texts of a place, with what has changed in it, below the place. */
export function SourceCard({ place, editor }: SourceCardProps) {
  const texts = words().translating;
  const isOpen = useSelected(() => editor.source === place);
  const changed = useSelected(() => editor.changed);
  const state = useSelected(() => editor.stateOf(place));
  const list = useSelected(() => editor.textsOf(place));
  const [isWhole, setWhole] = useState(false);
  if (!isOpen) return null;
  const { source, language } = editor.api.into;
  const ofPlace = (changed ?? []).filter(({ block }) => block === place);
  const [first] = ofPlace;
  const wordsOf = (path: string): readonly Piece[] | null => ofPlace.find((one) => one.path === path)?.words ?? null;
  const outdated = list.filter((one) => one.state === 'outdated');
  const shown = outdated.length > 0 && !isWhole ? outdated : list;
  return (
    <section class="src" aria-label={fill(texts.source, { language: languageName(source) })} lang={words().language}>
      <header>
        <Icon name={signs[state]} />
        <b>{fill(texts.source, { language: ownLanguageName(source) })}</b>
        <span class="dim grow">
          {first && fill(texts.changedBy, { time: recentTime(new Date(first.at)), name: first.by.name })}
        </span>
        <Button
          icon="copy"
          class="btn ic sm quiet"
          aria-label={texts.copy}
          onClick={() => void navigator.clipboard.writeText(list.map((one) => plain(one)).join('\n\n'))}
        />
        <Button icon="x" class="btn ic sm quiet" aria-label={texts.close} onClick={() => editor.showSource(null)} />
      </header>
      <div class="src-text" lang={source} dir="auto">
        {shown.map((one) => {
          const pieces = isWhole ? null : wordsOf(one.path);
          return (
            <p key={one.path}>{pieces === null ? plain(one) : folded(pieces).map((piece) => <Marked {...piece} />)}</p>
          );
        })}
      </div>
      <footer>
        {state === 'outdated' && (
          <Button icon="check" class="btn sm" aria-keyshortcuts="Alt+Enter" onClick={() => editor.confirm(place)}>
            {texts.stillCorrect}
          </Button>
        )}
        <Button class="btn sm quiet" onClick={() => editor.takeSource(place)}>
          {texts.startFromSource}
        </Button>
        {outdated.length > 0 && !isWhole && (
          <Button class="btn sm quiet" onClick={() => setWhole(true)}>
            {texts.showAll}
          </Button>
        )}
        <span class="dim end not-s">{fill(texts.into, { language: languageName(language) })}</span>
      </footer>
    </section>
  );
}

/** Words of a source without markup. */
const plain = ({ source, isHtml }: OpenedText): string =>
  isHtml ? withoutTags(flowing(source).replaceAll(/<\/(?:p|h\d|li|div|blockquote)> ?/g, '\n')).trim() : source;

/** HTML with blanks for its line breaks, which mean nothing outside of code. */
const flowing = (html: string): string =>
  html
    .split('</pre>')
    .map((part) => {
      const code = part.search(/<pre[\s>]/);
      const end = code < 0 ? part.length : code;
      return part.slice(0, end).replaceAll(/\s+/g, ' ') + part.slice(end);
    })
    .join('</pre>');

/** Pieces with long unchanged parts shortened to what is next to a change. */
function folded(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, at) => {
    if (piece.mark !== 'same' || piece.text.length <= maxSame) return piece;
    const { text, mark } = piece;
    const before = at === 0 ? '' : text.slice(0, maxSame / 2);
    const after = at === pieces.length - 1 ? '' : text.slice(-maxSame / 2);
    return { mark, text: `${before} … ${after}` };
  });
}

/** Words that were added or removed: hidden words say it, too. */
function Marked({ mark, text }: Piece) {
  if (mark === 'same' || text.trim() === '') return <span class="dim">{text}</span>;
  const Tag = mark === 'added' ? 'ins' : 'del';
  return (
    <Tag>
      <span class="vh">{words().translating.marks[mark]} </span>
      {text}
    </Tag>
  );
}
