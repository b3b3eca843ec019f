import { outlineOf } from '../../content/blocks/outline.js';
import { closedStates } from '../../content/proposals/format.js';
import { found, invalidField } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { type NoteFile, noteLimits, writerOf } from '../../notes/note.js';
import { authorOf } from '../../operations/engine/proposal-access.js';
import { showPage } from '../../operations/pages.js';
import { createProposal } from '../../operations/proposals/proposals.js';
import { fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { sentField } from '../form-fields.js';
import { Icon } from '../parts/icon.js';
import type { WorkReply } from '../replies.js';
import { mailAnswer } from './parts/answer-mail.js';
import type { FormInputs } from './parts/form.js';
import { withLineFeeds } from './parts/form-text.js';
import { type Action, type FormsModel, formsPage } from './parts/forms-page.js';
import { colleagues, mentionsIn, offered } from './parts/mentions.js';
import { Place, pageIn, Thread } from './parts/note-thread.js';
import { Name } from './parts/text.js';

/** Text of a form: plain, with line feeds. @throws `invalid` */
function textIn(context: WorkContext): string {
  const text = withLineFeeds(sentField(context.form, 'text')).trim();
  if (text === '') throw invalidField('text', 'Write a text.');
  const { textLength: max } = noteLimits;
  if (text.length > max) throw invalidField('text', say`A note has at most ${max} characters.`);
  return text;
}

/** Ids of the people whom a text mentions and who are told, and the names of others. @throws `invalid` when they are too many */
async function mentionedIn(context: WorkContext, text: string) {
  const found = mentionsIn(text, await colleagues(context));
  const { mentions: max } = noteLimits;
  if (found.length > max) throw invalidField('text', say`A comment mentions at most ${max} people.`);
  const names = found.filter(({ isTold }) => !isTold).map(({ name }) => name);
  return { ids: found.filter(({ isTold }) => isTold).map(({ id }) => id), untold: names };
}

const toldNotice = ({ query }: WorkContext) =>
  query.untold ? <p class="note warn">{fill(words().notes.notTold, { names: query.untold })}</p> : null;

const textField = (context: WorkContext, inputs: FormInputs, label: string, rows?: number) => (
  <div data-mentions={context.href('/notes/people')}>
    {inputs.textarea({
      ...{ name: 'text', label, hint: words().notes.replyHint, isRequired: true, maxLength: noteLimits.textLength },
      ...(rows !== undefined && { rows }),
    })}
  </div>
);

/** Whether a reader waits for an answer at an address, and whether it is sent there. */
type Answering = 'none' | 'mail' | 'no mail server';

/** A note, its comments, and what can be done with it. @param isConfirming whether it is asked if the note is to be deleted */
const noteForms = (isConfirming: boolean) =>
  formsPage(async (context): Promise<FormsModel> => {
    const { service, slug, params } = context;
    const texts = words().notes;
    const number = Number(params.note);
    const notes = service.notes.of(slug);
    const note = await notes.one(number);
    const people = await colleagues(context);
    const hasAddress = (await notes.addressOf(number)) !== null;
    const answering: Answering = hasAddress ? (service.mails.isOn ? 'mail' : 'no mail server') : 'none';
    const state = stateAction(context, note);
    const proposed = await proposedState(context, note);
    const isOpen = note.resolved === null;
    return {
      title: fill(texts.number, { number }),
      up: ['/notes', texts.title],
      path: `/notes/${number}`,
      isNarrow: true,
      said: texts.said,
      actions: [
        replyAction(context, note, answering),
        state,
        proposalAction(context, note),
        removeAction(context, note, isConfirming),
      ],
      sections: (form) => (
        <section class="thread" data-note={number} data-block={note.block ?? ''}>
          {toldNotice(context)}
          <Thread note={note} people={people} />
          {note.proposal !== null && proposed !== null && (
            <p class="hint">
              <a href={context.href(`/proposals/${note.proposal}`)}>
                {fill(words().readers.proposal, { number: note.proposal })}
              </a>
              : {words().common.proposalStates[proposed]}
              {isOpen && ` · ${texts.resolvedThen}`}
            </p>
          )}
          {isOpen && !isConfirming && answering === 'no mail server' && <p class="hint">{texts.noMail}</p>}
          {isOpen && !isConfirming && form('reply')}
          {isConfirming && <p class="note warn">{texts.removeHint}</p>}
          <div class="actions">
            {!isConfirming && form(state.name)}
            {isOpen && !isConfirming && (proposed === null || hasEnded(proposed)) && form('proposal')}
            {form('remove')}
          </div>
          <p class="more">
            <a href={placeHref(context, note)}>
              <Icon name="link" size="s" /> {texts.seePage}
            </a>
          </p>
        </section>
      ),
    };
  });

export const notePage = noteForms(false);

const placeHref = (context: WorkContext, { page, block }: Pick<NoteFile, 'page' | 'block'>): string =>
  context.href(`/-/page/${page}`) + (block === null ? '' : `#${block}`);

/** State of the proposal that was made of a note; `null` if there is none any more. */
async function proposedState({ service, slug }: WorkContext, { proposal }: NoteFile) {
  if (proposal === null) return null;
  const { catalog } = (await (await service.brands.proposals(slug))?.read()) ?? {};
  return catalog?.byNumber.get(proposal)?.record?.state ?? null;
}

const hasEnded = (state: string): boolean => closedStates.some((closed) => closed === state);

function replyAction(context: WorkContext, { number }: NoteFile, answering: Answering): Action {
  const { service, slug, form, actor } = context;
  const texts = words().notes;
  return {
    name: 'reply',
    button: texts.reply,
    look: 'go',
    guards: [],
    inputs: (inputs) => (
      <>
        {textField(context, inputs, texts.reply, 3)}
        {answering === 'mail' && inputs.checkbox({ name: 'mail', label: texts.sendToReader, isChecked: true })}
      </>
    ),
    async run() {
      const text = textIn(context);
      const { ids, untold } = await mentionedIn(context, text);
      const mailed = answering === 'mail' && form.mail === 'yes';
      const note = await service.notes.of(slug).comment(number, { by: authorOf(actor), text, mentions: ids, mailed });
      if (mailed) await mailAnswer(context, note);
      const query = { said: mailed ? 'mailed' : 'replied', untold: untold.join(', ') || undefined };
      return { to: context.href(`/notes/${number}`, query) };
    },
  };
}

function stateAction({ service, slug, actor }: WorkContext, { number, resolved }: NoteFile): Action {
  const texts = words().notes;
  const set = async (by: ReturnType<typeof authorOf> | null) => void (await service.notes.of(slug).resolve(number, by));
  return resolved === null
    ? { ...plain, name: 'resolve', button: texts.resolve, said: 'resolved', run: () => set(authorOf(actor)) }
    : { ...plain, name: 'reopen', button: texts.reopen, said: 'reopened', run: () => set(null) };
}

const plain = { look: 'plain', guards: [] } as const;

/** Begins a proposal, which is written at the block of the note. */
function proposalAction(context: WorkContext, { number, page, block }: NoteFile): Action {
  return {
    name: 'proposal',
    button: words().notes.makeProposal,
    look: 'plain',
    guards: ['once'],
    async run({ guard }) {
      // The words of a note are in no title and no commit.
      const body = { title: fill(words().notes.number, { number }), note: '' };
      const { value } = await context.perform(createProposal, { once: guard.once, body });
      const notes = context.service.notes.of(context.slug);
      await notes.change(number, (note) => ({ ...note, proposal: value.number }));
      const query = { draft: String(value.number), ...(block !== null && { block }) };
      return { to: `${context.href(`/-/page/${page}`, query)}#edit` };
    },
  };
}

function removeAction(context: WorkContext, { number }: NoteFile, isConfirming: boolean): Action {
  const texts = words().notes;
  return {
    name: 'remove',
    button: isConfirming ? texts.removeForGood : texts.remove,
    look: 'bad',
    guards: [],
    to: '/notes',
    said: 'removed',
    inputs: () => isConfirming && <input type="hidden" name="sure" value="yes" />,
    async run() {
      if (context.form.sure !== 'yes') return noteForms(true).page(context);
      await context.service.notes.of(context.slug).remove(number);
    },
  };
}

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
        inputs: (inputs) => textField(context, inputs, texts.comment),
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
