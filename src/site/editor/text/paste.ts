import { Slice } from 'prosemirror-model';
import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { DrawnHtml } from '../../../content/html/drawn.js';
import type { NodeJson } from '../../../content/html/write.js';
import { counted, fill, words } from '../../../words/words.js';
import { selectRange } from './commands.js';
import { schema } from './schema.js';

/** Text that is pasted into. */
interface PasteTarget {
  readonly view: EditorView;
  /** Ranges that wait for cleaned HTML; the text maps them through changes of its document. */
  readonly pending: Set<{ from: number; to: number }>;
  /** Ends when everything that was pasted is in the text. */
  pasted: Promise<unknown>;
  readonly options: PasteOptions;
}

export interface PasteOptions {
  showStatus(text: string): void;
  /**
   * Cleans HTML on the server.
   *
   * @returns `null` if the server did not answer
   */
  clean(html: string, from: 'clipboard' | 'source'): Promise<Cleaned | null>;
  /**
   * Takes pictures that were pasted or dropped.
   *
   * @returns whether it does
   */
  takePictures(files: readonly File[]): boolean;
}

/** Answer of the server. It has `html` and `document`, or the reason why not, and the number of pictures left out. */
export interface Cleaned {
  readonly html?: string;
  readonly pictures: number;
  readonly document?: NodeJson;
  readonly reason?: string;
  /** Parts of source that no document can have. */
  readonly drawn?: DrawnHtml;
}

/** Last cut or copy on this page. A paste of the same text is inserted without the server. */
let copied: { readonly text: string; readonly slice: Slice } | null = null;

/** Handlers for copy, cut, paste and drop. The server cleans pasted HTML; the browser never parses it. */
export function pasteHandlers(editor: PasteTarget) {
  const remember = (view: EditorView): false => {
    if (!view.state.selection.empty) copied = view.serializeForClipboard(view.state.selection.content());
    return false;
  };
  return {
    copy: remember,
    cut: remember,
    paste: (view: EditorView, event: ClipboardEvent): boolean => {
      const { from, to } = view.state.selection;
      return insertData(editor, event, event.clipboardData, from, to);
    },
    drop: (view: EditorView, event: DragEvent): boolean => {
      // ProseMirror moves text within the editor.
      if (view.dragging !== null) return false;
      const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from;
      return insertData(editor, event, event.dataTransfer, position, position);
    },
  };
}

function insertData(editor: PasteTarget, event: Event, data: DataTransfer | null, from: number, to: number): boolean {
  event.preventDefault();
  if (data === null) return true;
  const { view, options } = editor;
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  const files = [...data.files].filter(({ type }) => type.startsWith('image/'));
  const pictures = files.length;
  const isOwn = copied !== null && html.includes('data-pm-slice') && text === copied.text;
  options.showStatus('');
  if (html === '' && pictures > 0 && options.takePictures(files)) return true;
  if (isOwn && copied !== null) insertSlice(view, from, to, copied.slice);
  else if (html === '' || view.state.doc.resolve(from).parent.type.spec.code) {
    if (text !== '') insertText(editor, text, from, to);
    if (pictures > 0) options.showStatus(pictureNote('', pictures));
  } else editor.pasted = Promise.all([editor.pasted, insertHtml(editor, html, text, from, to)]);
  return true;
}

async function insertHtml(editor: PasteTarget, html: string, text: string, from: number, to: number): Promise<void> {
  const texts = words().editorText;
  const { view, pending, options } = editor;
  const range = { from, to };
  pending.add(range);
  options.showStatus(texts.pasting);
  const cleaned = await options.clean(withoutStylesAndPictures(html), 'clipboard');
  pending.delete(range);
  if (view.isDestroyed) {
    options.showStatus(texts.notPasted);
    return;
  }
  if (!cleaned?.document) {
    if (text !== '') insertText(editor, text, range.from, range.to);
    options.showStatus(fill(texts.unformatted, { reason: cleaned?.reason ?? texts.noReply }));
    return;
  }
  const content = schema.nodeFromJSON(cleaned.document).content;
  if (cleaned.html !== '') {
    // Paragraphs at both ends merge with the text around them.
    const openDepth = (node: typeof content.firstChild): number => (/^(?:p|bare)$/.test(node?.type.name ?? '') ? 1 : 0);
    const slice = new Slice(content, openDepth(content.firstChild), openDepth(content.lastChild));
    insertSlice(view, range.from, range.to, slice);
  }
  options.showStatus(pictureNote(cleaned.html === '' ? texts.emptyClipboard : texts.pasted, cleaned.pictures));
}

/** Inserts what was pasted. A caret that is still there goes to its end. */
function insertSlice(view: EditorView, from: number, to: number, slice: Slice): void {
  const { selection, tr } = view.state;
  tr.replaceRange(from, to, slice);
  if (selection.from === from && selection.to === to) {
    tr.mapping.maps.at(-1)?.forEach((_from, _to, _newFrom, end) => {
      tr.setSelection(Selection.near(tr.doc.resolve(end), -1));
    });
  }
  view.dispatch(tr.scrollIntoView());
}

function insertText({ view }: PasteTarget, text: string, from: number, to: number): void {
  view.dispatch(selectRange(view.state, from, to));
  view.pasteText(text);
}

function pictureNote(done: string, pictures: number): string {
  if (pictures === 0) return done;
  return `${done} ${counted(words().editorText.picturesLeftOut, pictures)}`.trim();
}

/** Drops styles and inline pictures, most of the bytes, before HTML is sent. */
function withoutStylesAndPictures(html: string): string {
  const parts = html.replace(/(["'])data:image\/[^"']*\1/gi, '""').split(/<(?=style[\s>]|xml[\s>])/i);
  const [first = '', ...rest] = parts;
  return first + rest.map((part) => part.slice(/<\/(?:style|xml)\s*>/i.exec(part)?.index ?? part.length)).join('');
}
