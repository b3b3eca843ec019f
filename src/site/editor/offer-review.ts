import { capitalised } from '../../lib/capitalised.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { fill, words } from '../../words/words.js';
import { sentForReview } from '../parts/sent-for-review.js';
import type { Offer, Propose } from './api-types.js';
import type { Editor } from './editor.js';
import { emptyNote } from './published-note.js';
import type { AskedWrite } from './refusal.js';

/**
 * Offers to send a write for review.
 *
 * @returns whether it was sent, once the person closes the offer
 */
export function offerReview(editor: Editor, propose: Propose, asked: AskedWrite): Promise<boolean> {
  const change = changeText(editor, asked);
  return offered(editor, { change, title: capitalised(change), note: '', reviewers: [] }, propose);
}

/**
 * Sends the draft for review, with what the person says in a dialog. One that is in review stays so.
 *
 * @param summary of the save, for who goes back to writing
 * @returns what to say of it; `null` if it was not sent
 */
export async function sendDraft(editor: Editor, draft: ProposalDetails, summary: string): Promise<string | null> {
  const { number, title, note, reviewers } = draft;
  let sent: ProposalDetails | null = draft.state === 'draft' ? null : draft;
  const ids = reviewers.map(({ id }) => id);
  if (sent === null) {
    await offered(editor, { change: null, title, note, reviewers: ids }, async (asked) => {
      sent = await editor.api.submit(number, asked);
      return number;
    });
  }
  if (sent !== null)
    return `${sentForReview((sent as ProposalDetails).reviews)} ${emptyNote(editor)?.text ?? ''}`.trim();
  editor.showMessage(`${words().editor.savedAsDraft} ${summary}`.trim());
  return null;
}

function offered(editor: Editor, about: Omit<Offer, 'propose' | 'close'>, propose: Propose): Promise<boolean> {
  const { activeElement } = document;
  return new Promise((answer) => {
    let isSent = false;
    const close = (): void => {
      editor.offer = null;
      editor.notify();
      if (activeElement instanceof HTMLElement) activeElement.focus();
      answer(isSent);
    };
    const send: Propose = async (asked) => {
      const number = await propose(asked);
      isSent = true;
      return number;
    };
    editor.offer = { ...about, propose: send, close };
    editor.notify();
  });
}

/** Change that a write makes, in words: `move “Logo” to the trash`. */
function changeText({ settings }: Editor, { method, path, body = '{}' }: AskedWrite): string {
  const [, , id = '', action = ''] = path.split('/');
  const inNavigation = document.querySelector(`.side li[data-nav="${CSS.escape(id)}"] bdi`)?.textContent;
  const title = (id === String(settings.id) ? settings.title : inNavigation) ?? '';
  const { add, named, unnamed } = words().editorPage.writes;
  const texts = title === '' ? unnamed : named;
  if (method === 'DELETE') return fill(texts.trash, { title });
  if (action === 'arrange') return arrangedText(Object.keys(JSON.parse(body)), title);
  if (action === 'undo' || action === 'duplicate' || action === 'restore') return fill(texts[action], { title });
  return add;
}

const arrangedNames = { slug: 'address', visibility: 'readers', language: 'language' } as const;

/** @param title empty if it is not known */
function arrangedText(fields: readonly string[], title: string): string {
  const { changes, writes } = words().editorPage;
  const texts = title === '' ? writes.unnamed : writes.named;
  const changed = Object.entries(arrangedNames).flatMap(([field, name]) => (fields.includes(field) ? [name] : []));
  if (changed.length === 0) return fill(texts.move, { title });
  const isMoved = fields.length > changed.length;
  const names = [...changed, ...(isMoved ? (['place'] as const) : [])].map((name) => changes[name]);
  return fill(texts.change, { title, names: names.join(', ') });
}
