import type { ComponentChild } from 'preact';
import { visibleLines } from '../../../lib/display-safety.js';
import type { NoteFile } from '../../../notes/note.js';
import { fill, words } from '../../../words/words.js';
import { namedAuthor } from '../../compare/parts/proposal-state.js';
import type { WorkContext } from '../../context.js';
import { Avatar } from '../../parts/avatar.js';
import { Icon } from '../../parts/icon.js';
import { Time } from '../../parts/time.js';
import { mentionsIn } from './mentions.js';
import { Name } from './text.js';

type Writer = NoteFile['by'];

/** Title of the page of a note; of one in the trash, too. */
export function pageTitle({ catalog }: Pick<WorkContext, 'catalog'>, page: number): string {
  return (catalog.pages.get(page) ?? catalog.trash.get(page))?.title ?? String(page);
}

export function WriterPicture({ by }: { readonly by: Writer }): ComponentChild {
  if (by !== null) return <Avatar {...namedAuthor(by)} />;
  return (
    <span class="av reader" aria-hidden="true">
      <Icon name="user-round" />
    </span>
  );
}

/** `Ada Lind`, `A reader`, or `Nightwriter, an agent`. */
export function writerName({ by, kind }: Pick<NoteFile, 'by' | 'kind'>): string {
  const texts = words().notes;
  if (by === null) return texts.reader;
  const { name } = namedAuthor(by);
  return kind === 'problem' ? fill(texts.agent, { name }) : name;
}

/** Place of a note: first words of its block. */
export function Place({ note }: { readonly note: Pick<NoteFile, 'block' | 'quote'> }): ComponentChild {
  const texts = words().notes;
  return (
    <span class="where">
      <Icon name={note.block === null ? 'file-text' : 'text'} size="s" />
      {note.block === null ? texts.wholePage : <Name text={note.quote || texts.goneBlock} />}
    </span>
  );
}

interface MessageProps {
  readonly by: Writer;
  readonly name: string;
  readonly at: string;
  readonly text: string;
  /** Whether the reader gets it by mail. */
  readonly mailed?: boolean;
  /** People whose mentions are marked. */
  readonly people: readonly { readonly name: string }[];
}

function Message({ by, name, at, text, mailed = false, people }: MessageProps): ComponentChild {
  return (
    <div class="msg">
      <WriterPicture by={by} />
      <div>
        <b>
          <Name text={name} />
        </b>{' '}
        <small>
          <Time at={at} form="recent" />
          {mailed && ` · ${words().notes.mailed}`}
        </small>
        <p dir="auto">{marked(visibleLines(text), people)}</p>
      </div>
    </div>
  );
}

/** The text, with mentions as elements. */
function marked(text: string, people: MessageProps['people']): ComponentChild {
  const names = mentionsIn(text, people).map(({ name }) => name);
  const first = names
    .map((name) => ({ at: text.toLowerCase().indexOf(`@${name.toLowerCase()}`), length: name.length + 1 }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  if (first === undefined) return text;
  const end = first.at + first.length;
  return (
    <>
      {text.slice(0, first.at)}
      <bdi class="at">{text.slice(first.at, end)}</bdi>
      {marked(text.slice(end), people)}
    </>
  );
}

/** A note with its comments. */
export function Thread({ note, people }: { readonly note: NoteFile; readonly people: MessageProps['people'] }) {
  return (
    <>
      <Place note={note} />
      <Message by={note.by} name={writerName(note)} at={note.at} text={note.text} people={people} />
      {note.comments.map((comment) => (
        <Message {...comment} name={namedAuthor(comment.by).name} people={people} />
      ))}
    </>
  );
}

/** Number of a page in the address; `null` for all. */
export const pageIn = ({ query }: WorkContext): number | null => {
  const page = Number(query.page);
  return Number.isInteger(page) && page > 0 ? page : null;
};
