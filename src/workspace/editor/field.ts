import { type NodeJson, writeDocument } from '../../content/html/write.js';
import { buttonOf } from './button.js';
import { clean } from './clean.js';
import { TextEditor } from './text.js';

/** Key in `localStorage`: its value is `source` for a person who wants to write HTML. */
const preferenceKey = 'editor';

/** Text for comparing without characters that a page replaces. */
const comparable = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\ufffd](?<!\n)/gu, '');

/** Upgrades a field for HTML to an editor, which opens on focus, or, if the text has elements, as soon as it is in view. */
export function upgradeField(field: HTMLElement): void {
  const textarea = field.querySelector<HTMLTextAreaElement>('textarea[data-html]');
  const json = field.querySelector<HTMLTextAreaElement>('textarea[data-document]')?.value ?? '';
  const reason = field.querySelector<HTMLElement>('[data-reason]');
  if (textarea === null || reason === null) return;
  let document: NodeJson | null = json === '' ? null : JSON.parse(json);
  // The browser may have put back a text that was written before: it is not that of the document.
  if (document !== null && comparable(writeDocument(document)) !== comparable(textarea.value)) document = null;
  let editor: TextEditor | null = null;
  /** HTML that the document represents; another text is read by the server first. */
  let documentHtml = document === null ? null : textarea.value;

  /** Whether the editor is to open on focus. */
  const isWaiting = (): boolean =>
    editor === null && documentHtml === textarea.value && localStorage.getItem(preferenceKey) !== 'source';
  const show = (isEditor: boolean): void => {
    textarea.hidden = isEditor;
    editButton.hidden = isEditor || isWaiting();
    reason.hidden = isEditor || reason.textContent === '';
    if (editor !== null) editor.element.hidden = !isEditor;
  };
  const toSource = (): void => {
    documentHtml = textarea.value;
    localStorage.setItem(preferenceKey, 'source');
    show(false);
    textarea.focus();
  };
  const openEditor = async (isFocused = true): Promise<void> => {
    if (textarea.value !== documentHtml) {
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
    documentHtml = textarea.value;
    reason.textContent = '';
    show(true);
    if (isFocused) editor.view.focus();
  };
  const editButton = buttonOf('Edit as text', () => {
    localStorage.removeItem(preferenceKey);
    void openEditor();
  });
  textarea.after(editButton);
  show(false);
  textarea.addEventListener('focus', () => {
    if (isWaiting()) void openEditor();
  });
  if (!textarea.value.includes('<')) return;
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    if (isWaiting()) void openEditor(false);
  });
  observer.observe(textarea);
}
