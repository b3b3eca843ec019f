import { outlineOf } from '../../content/blocks/outline.js';
import { found, invalidField } from '../../lib/errors.js';
import { sortedBy } from '../../lib/order.js';
import { say } from '../../lib/say.js';
import { type IndexedNote, type NoteFile, noteLimits, writerOf } from '../../notes/note.js';
import { authorOf } from '../../operations/engine/proposal-access.js';
import { showPage } from '../../operations/pages.js';
import { createProposal } from '../../operations/proposals/proposals.js';
import { counted, fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { sentField } from '../form-fields.js';
import { Icon } from '../parts/icon.js';
import type { WorkReply } from '../replies.js';
import { withLineFeeds } from './parts/form-text.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { Empty, paginate, Segments } from './parts/list.js';
import { colleagues, mentionsIn, offered } from './parts/mentions.js';
import { Place, pageTitle, Thread, WriterPicture, writerName } from './parts/note-thread.js';
import { saidNotice } from './parts/notices.js';
import { Name } from './parts/text.js';

const states = ['open', 'mine', 'resolved'] as const;
type State = (typeof states)[number];

const isIn = (state: State, row: IndexedNote, person: string): boolean => {
  if (state === 'resolved') return row.resolved !== null;
  return row.resolved === null && (state === 'open' || row.meant.includes(person) || row.by === `person ${person}`);
};

/** Number of a page in the address; `null` for all. */
const pageIn = ({ query }: WorkContext): number | null => {
  const page = Number(query.page);
  return Number.isInteger(page) && page > 0 ? page : null;
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
        <p>
          <a href={context.href(`/-/page/${page}`)}>
            <Name text={pageTitle(context, page)} />
          </a>
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
            return note === undefined ? [] : [<NoteRow key={number} context={context} note={note} />];
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

function NoteRow({ context, note }: { readonly context: WorkContext; readonly note: NoteFile }) {
  const texts = words().notes;
  const { number, comments, block, page } = note;
  return (
    <li class="li hit" data-note={number} data-block={block ?? ''}>
      <WriterPicture by={note.by} />
      <span>
        <Place note={note} />
        <b>
          <a href={context.href(`/notes/${number}`)}>
            <Name text={note.text.slice(0, maxShown)} />
          </a>
        </b>
        <small>
          <Name text={writerName(note)} /> · <Name text={pageTitle(context, page)} />
          {comments.length > 0 && ` · ${counted(texts.replies, comments.length)}`}
        </small>
      </span>
    </li>
  );
}

/** Characters of a note that a list shows. */
const maxShown = 200;

/** Text of a form: plain, with line feeds. @throws `invalid` */
function textIn(context: WorkContext): string {
  const text = withLineFeeds(sentField(context.form, 'text')).trim();
  if (text === '') throw invalidField('text', 'Write a text.');
  const { textLength: max } = noteLimits;
  if (text.length > max) throw invalidField('text', say`A note has at most ${max} characters.`);
  return text;
}

/** Ids of the people whom a text mentions and who are told, and the names of others. */
async function mentionedIn(context: WorkContext, text: string) {
  const found = mentionsIn(text, await colleagues(context));
  const names = found.filter(({ isTold }) => !isTold).map(({ name }) => name);
  return { ids: found.filter(({ isTold }) => isTold).map(({ id }) => id), untold: names };
}

const toldNotice = ({ query }: WorkContext) =>
  query.untold ? <p class="note warn">{fill(words().notes.notTold, { names: query.untold })}</p> : null;

/** A note, its comments, and what can be done with it. */
export const notePage = formsPage(async (context) => {
  const { service, slug, params, actor } = context;
  const texts = words().notes;
  const number = Number(params.note);
  const notes = service.notes.of(slug);
  const note = await notes.one(number);
  const people = await colleagues(context);
  const path = `/notes/${number}`;
  const by = authorOf(actor);
  const isOpen = note.resolved === null;
  const hasAddress = (await notes.addressOf(number)) !== null;
  const state: Action = isOpen
    ? { name: 'resolve', button: texts.resolve, look: 'plain', guards: [], said: 'resolved', run: () => set(by) }
    : { name: 'reopen', button: texts.reopen, look: 'plain', guards: [], said: 'reopened', run: () => set(null) };
  const set = async (resolver: typeof by | null) => void (await notes.resolve(number, resolver));
  return {
    title: fill(texts.number, { number }),
    up: ['/notes', texts.title],
    path,
    isNarrow: true,
    said: texts.said,
    actions: [
      {
        name: 'reply',
        button: texts.reply,
        look: 'go',
        guards: [],
        inputs: (inputs) => (
          <div data-mentions={context.href('/notes/people')}>
            {inputs.textarea({
              name: 'text',
              label: texts.reply,
              hint: texts.replyHint,
              rows: 3,
              isRequired: true,
              maxLength: noteLimits.textLength,
            })}
          </div>
        ),
        async run() {
          const text = textIn(context);
          const { ids, untold } = await mentionedIn(context, text);
          await notes.comment(number, { by, text, mentions: ids });
          return { to: context.href(path, { said: 'replied', untold: untold.join(', ') || undefined }) };
        },
      },
      state,
      {
        name: 'proposal',
        button: texts.makeProposal,
        look: 'plain',
        guards: ['once'],
        async run({ guard }) {
          // The words of a note are in no title and no commit.
          const body = { title: fill(words().notes.number, { number }), note: '' };
          const { value } = await context.perform(createProposal, { once: guard.once, body });
          await notes.change(number, (before) => ({ ...before, proposal: value.number }));
          return { to: context.href(`/proposals/${value.number}`) };
        },
      },
      {
        name: 'remove',
        button: texts.remove,
        look: 'bad',
        guards: [],
        to: '/notes',
        said: 'removed',
        run: async () => void (await notes.remove(number)),
      },
    ],
    sections: (form) => (
      <section class="thread" data-note={number}>
        {toldNotice(context)}
        <Thread note={note} people={people} />
        {hasAddress && <p class="hint">{texts.noMail}</p>}
        {isOpen && form('reply')}
        <div class="actions">
          {form(state.name)}
          {isOpen && note.proposal === null && form('proposal')}
          {form('remove')}
        </div>
        <p class="more">
          {note.proposal !== null && (
            <a href={context.href(`/proposals/${note.proposal}`)}>
              {fill(words().readers.proposal, { number: note.proposal })}
            </a>
          )}{' '}
          <a href={`${context.href(`/-/page/${note.page}`)}${note.block === null ? '' : `#${note.block}`}`}>
            <Icon name="link" size="s" /> {texts.seePage}
          </a>
        </p>
      </section>
    ),
  };
});

/** Form of a new comment on a block, or on a page. */
export const newNotePage = formsPage(async (context) => {
  const { service, slug, query, actor, catalog } = context;
  const texts = words().notes;
  const id = pageIn(context) ?? 0;
  found(catalog.pages.get(id), 'Page');
  const page = (await context.perform(showPage, { params: { page: String(id) } })).value;
  const block = outlineOf(page.blocks).find((entry) => entry.id !== null && entry.id === query.block);
  const place = { block: block?.id ?? null, quote: block?.text ?? '' };
  return {
    title: texts.newNote,
    up: ['/notes', texts.title],
    path: '/notes/new',
    query: { page: String(id), block: place.block ?? undefined },
    isNarrow: true,
    actions: [
      {
        name: '',
        button: texts.add,
        guards: ['once'],
        inputs: (inputs) => (
          <div data-mentions={context.href('/notes/people')}>
            {inputs.textarea({
              name: 'text',
              label: texts.comment,
              hint: texts.replyHint,
              isRequired: true,
              maxLength: noteLimits.textLength,
            })}
          </div>
        ),
        async run({ guard }) {
          const text = textIn(context);
          const { ids, untold } = await mentionedIn(context, text);
          const by = authorOf(actor);
          const form = `${writerOf(by)} ${guard.once}`;
          const sent = { ...place, page: id, by, kind: 'comment', text, mentions: ids, form } as const;
          const { number } = await service.notes.of(slug).add(sent);
          return { to: context.href(`/notes/${number}`, { said: 'added', untold: untold.join(', ') || undefined }) };
        },
      },
    ],
    sections: (form) => (
      <section class="thread">
        <p>
          <Name text={page.title} />
        </p>
        <Place note={place} />
        {form('')}
      </section>
    ),
  };
});

/** Names for the script of a form: those of editors that begin with the letters. */
export const offerPeople = async (context: WorkContext): Promise<WorkReply> => ({
  json: { names: offered(await colleagues(context), context.query.letters ?? '') },
});
