import { useEffect } from 'preact/hooks';
import { counted, listText, words } from '../../words/words.js';
import { Avatar } from '../parts/avatar.js';
import type { Editor } from './editor.js';
import { announce } from './focus.js';
import { useSelected } from './use.js';

/** Interval in which the editor says that the page is open, in ms: the server forgets after 60 s. */
const stayMs = 20_000;

/** Says that the person is editing the page while it is seen, and learns who else is. A page that is in a draft only has no other readers. */
export function startHereNow(editor: Editor): void {
  const { api } = editor;
  if (api.place.onlyIn !== null) return;
  const stay = async (): Promise<void> => {
    if (document.visibilityState === 'hidden') return;
    // A server that does not answer is told of by the saves.
    const writers = await api.stay().catch(() => []);
    if (listText(writers) === listText(editor.writers)) return;
    editor.writers = writers;
    editor.notify();
  };
  document.addEventListener('visibilitychange', () => void stay());
  setInterval(() => void stay(), stayMs);
  void stay();
}

/** Names of people in the bar that are drawn as pictures. */
const maxPictures = 3;

/** The other people who are editing the page. */
export function Writers() {
  const writers = useSelected((editor) => editor.writers);
  const text =
    writers.length === 0 ? '' : counted(words().common.editing, writers.length, { names: listText(writers) });
  useEffect(() => {
    if (text !== '') announce(text);
  }, [text]);
  if (text === '') return null;
  return (
    <span class="writers" role="img" aria-label={text} title={text}>
      {writers.slice(0, maxPictures).map((name) => (
        <Avatar key={name} name={name} />
      ))}
      <span class="cut not-s">{text}</span>
    </span>
  );
}
