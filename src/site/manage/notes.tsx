import { sortedBy } from '../../lib/order.js';
import type { IndexedNote, NoteFile } from '../../notes/note.js';
import { counted, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import type { WorkReply } from '../replies.js';
import { ButtonLink } from './parts/button.js';
import { Empty, paginate, Segments } from './parts/list.js';
import { Place, pageIn, pageTitle, WriterPicture, writerName } from './parts/note-thread.js';
import { saidNotice } from './parts/notices.js';
import { Name } from './parts/text.js';

const states = ['open', 'mine', 'resolved'] as const;
type State = (typeof states)[number];

const isIn = (state: State, row: IndexedNote, person: string): boolean => {
  if (state === 'resolved') return row.resolved !== null;
  return row.resolved === null && (state === 'open' || row.meant.includes(person) || row.by === `person ${person}`);
};

const perPage = 50;

/** Notes of the brand, or of one page: those that wait for the person first, then the newest. */
export async function notesPage(context: WorkContext): Promise<WorkReply> {
  const { service, slug, query, actor } = context;
  const texts = words().notes;
  const page = pageIn(context);
  const state = states.find((name) => name === query.show) ?? 'open';
  const notes = service.notes.of(slug);
  const all = (await notes.index()).notes.filter((row) => page === null || row.page === page);
  const isMeant = (row: IndexedNote): boolean => row.meant.includes(actor.id);
  const rows = sortedBy(
    all.filter((row) => isIn(state, row, actor.id)),
    (row) => `${isMeant(row) ? 1 : 0} ${row.last}`,
  ).reverse();
  const kept = { page: page === null ? undefined : String(page) };
  const path = context.href('/notes');
  const more = { path, query: { ...kept, show: state }, perPage, more: words().proposals.older };
  const { shown, pager } = paginate(context, rows, more);
  const files = new Map((await notes.read(shown.map(({ number }) => number))).map((note) => [note.number, note]));
  const empty = { open: texts.none, mine: texts.noneMine, resolved: texts.noneResolved };
  const body = (
    <>
      {saidNotice(context, texts.said)}
      <h1>{texts.title}</h1>
      {page !== null && (
        <p class="row wrap between">
          <a href={context.href(`/-/page/${page}`)}>
            <Name text={pageTitle(context, page)} />
          </a>
          <ButtonLink to={context.href('/notes/new', { page: String(page) })} text={texts.newNote} look="sm" />
        </p>
      )}
      <Segments
        label={texts.title}
        options={states.map((name) => [name, texts.states[name], countOf(name, all, actor.id)] as const)}
        chosen={state}
        hrefOf={(show) => context.href('/notes', { ...kept, show })}
      />
      {rows.length === 0 ? (
        <Empty icon="message-square" title={texts.title}>
          {empty[state]}
        </Empty>
      ) : (
        <ol class="list threads">
          {shown.flatMap(({ number }) => {
            const note = files.get(number);
            return note === undefined
              ? []
              : [<NoteRow key={number} context={context} note={note} isOfPage={page !== null} />];
          })}
        </ol>
      )}
      {pager}
    </>
  );
  return { title: texts.title, body };
}

const countOf = (state: State, rows: readonly IndexedNote[], person: string): number =>
  state === 'resolved' ? 0 : rows.filter((row) => isIn(state, row, person)).length;

interface NoteRowProps {
  readonly context: WorkContext;
  readonly note: NoteFile;
  /** Whether all rows are of one page. */
  readonly isOfPage: boolean;
}

function NoteRow({ context, note, isOfPage }: NoteRowProps) {
  const texts = words().notes;
  const { number, comments, block, page } = note;
  return (
    <li class="li" data-note={number} data-block={block ?? ''}>
      <WriterPicture by={note.by} />
      <span>
        <Place note={note} />
        <b>
          <a href={context.href(`/notes/${number}`)}>
            <Name text={note.text.slice(0, maxShown)} />
          </a>
        </b>
        <small>
          <Name text={writerName(note)} />
          {!isOfPage && (
            <>
              {' · '}
              <Name text={pageTitle(context, page)} />
            </>
          )}
          {comments.length > 0 && ` · ${counted(texts.replies, comments.length)}`}
        </small>
      </span>
    </li>
  );
}

/** Characters of a note that a list shows. */
const maxShown = 200;
