import type { NodeJson } from '../../content/html/write.js';
import { writeDocument } from '../../content/html/write.js';
import { buttonOf } from './link-row.js';
import { clean } from './paste.js';
import { TextEditor } from './text.js';

/** Whether this person wants texts as source. */
const preference = 'editor';

/** Form in which a page holds a text: some characters are replaced. */
const shown = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\ufffd](?<!\n)/gu, '');

/** A text field: source, or an editor that opens on focus, or earlier where its elements would be seen as source. */
export function upgrade(field: HTMLElement): void {
  const textarea = field.querySelector<HTMLTextAreaElement>('textarea[data-html]');
  const json = field.querySelector<HTMLTextAreaElement>('textarea[data-document]')?.value ?? '';
  const reason = field.querySelector<HTMLElement>('[data-reason]');
  if (textarea === null || reason === null) return;
  let document: NodeJson | null = json === '' ? null : JSON.parse(json);
  // The browser may have put back what was written here before.
  if (document !== null && shown(writeDocument(document)) !== shown(textarea.value)) document = null;
  let editor: TextEditor | null = null;
  /** HTML that the editor has. */
  let known = document === null ? null : textarea.value;

  /** Whether the editor opens on focus. */
  const isWaiting = (): boolean =>
    editor === null && known === textarea.value && localStorage.getItem(preference) !== 'source';
  const show = (isText: boolean): void => {
    textarea.hidden = isText;
    toText.hidden = isText || isWaiting();
    reason.hidden = isText || reason.textContent === '';
    if (editor !== null) editor.element.hidden = !isText;
  };
  const toSource = (): void => {
    known = textarea.value;
    localStorage.setItem(preference, 'source');
    show(false);
    textarea.focus();
  };
  const openText = async (isFocused = true): Promise<void> => {
    if (textarea.value !== known) {
      const { value } = textarea;
      const cleaned = await clean(value, 'source');
      if (textarea.value !== value) return;
      if (!cleaned?.document) {
        reason.textContent = `It stays source: ${cleaned?.reason ?? 'the server did not answer'}.`;
        show(false);
        return;
      }
      textarea.value = cleaned.html ?? '';
      document = cleaned.document;
      editor?.open(document);
    }
    if (document === null) return;
    if (editor === null) {
      editor = new TextEditor(textarea, document, toSource);
      textarea.before(editor.element);
    }
    known = textarea.value;
    reason.textContent = '';
    show(true);
    if (isFocused) editor.view.focus();
  };
  const toText = buttonOf('Edit as text', () => {
    localStorage.removeItem(preference);
    void openText();
  });
  textarea.after(toText);
  show(false);
  textarea.addEventListener('focus', () => {
    if (isWaiting()) void openText();
  });
  if (!textarea.value.includes('<')) return;
  const sight = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    sight.disconnect();
    if (isWaiting()) void openText(false);
  });
  sight.observe(textarea);
}
