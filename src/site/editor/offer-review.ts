import { fill, words } from '../../words/words.js';
import type { Propose } from './api.js';
import type { Editor } from './editor.js';
import type { AskedWrite } from './refusal.js';

/**
 * Offers to send a write for review.
 *
 * @returns whether it was sent, once the person closes the offer
 */
export function offerReview(editor: Editor, propose: Propose, asked: AskedWrite): Promise<boolean> {
  const { activeElement } = document;
  return new Promise((answer) => {
    let isSent = false;
    const close = (): void => {
      editor.offer = null;
      editor.notify();
      if (activeElement instanceof HTMLElement) activeElement.focus();
      answer(isSent);
    };
    const send = async (): Promise<number> => {
      const number = await propose();
      isSent = true;
      return number;
    };
    editor.offer = { change: changeText(editor, asked), propose: send, close };
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
