import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  liftEmptyBlock,
  newlineInCode,
  splitBlock,
} from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type NodeJson, writeTopBlock } from '../../content/html/write.js';
import { insertBreak, settled, splitBare, splitItem, toggleMarkOf } from './commands.js';
import { editLink } from './link-row.js';
import { type PasteTarget, pasteHandlers } from './paste.js';
import { schema, typeOf } from './schema.js';
import { Toolbar } from './toolbar.js';

const li = typeOf('li');

const keys = {
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-b': toggleMarkOf('strong'),
  'Mod-i': toggleMarkOf('em'),
  'Mod-]': sinkListItem(li),
  'Mod-[': settled(liftListItem(li)),
  'Shift-Enter': chainCommands(newlineInCode, insertBreak),
  Enter: chainCommands(
    newlineInCode,
    splitItem,
    settled(splitListItem(li)),
    createParagraphNear,
    settled(liftEmptyBlock),
    splitBare,
    splitBlock,
  ),
};

/** An editor in the place of a textarea, whose value it keeps up to date. */
export class TextEditor implements PasteTarget {
  readonly view: EditorView;
  readonly element: HTMLElement;
  readonly status: HTMLElement;
  readonly #toolbar: Toolbar;
  readonly #textarea: HTMLTextAreaElement;
  readonly #hint = document.createElement('span');
  readonly #written = new WeakMap<Node, string>();
  /** The document as it was opened, and what the textarea had for it. */
  #opened: { readonly doc: Node; readonly html: string };
  readonly pending = new Set<{ from: number; to: number }>();

  constructor(textarea: HTMLTextAreaElement, opened: NodeJson, toSource: () => void) {
    this.#textarea = textarea;
    const state = this.#stateOf(opened);
    this.#opened = { doc: state.doc, html: textarea.value };
    this.element = document.createElement('div');
    this.element.className = 'editor';
    this.status = document.createElement('p');
    this.status.className = 'hint';
    this.status.setAttribute('role', 'status');
    this.view = new EditorView(null, {
      state,
      attributes: this.#attributes(),
      handleDOMEvents: pasteHandlers(this),
      dispatchTransaction: (transaction) => {
        for (const range of this.pending) {
          range.from = transaction.mapping.map(range.from, -1);
          range.to = transaction.mapping.map(range.to);
        }
        this.view.updateState(this.view.state.apply(transaction));
        if (transaction.docChanged) this.#write();
        this.#toolbar.update();
      },
    });
    this.#toolbar = new Toolbar(this.view, toSource);
    this.element.append(this.#toolbar.element, this.view.dom, this.status, this.#hint);
    this.#toolbar.update();
  }

  /** Shows another document: the textarea has its HTML already. */
  open(document: NodeJson): void {
    const state = this.#stateOf(document);
    this.#opened = { doc: state.doc, html: this.#textarea.value };
    this.view.updateState(state);
    this.#toolbar.update();
  }

  say(text: string): void {
    this.status.textContent = text;
  }

  #stateOf(document: NodeJson): EditorState {
    const doc = schema.nodeFromJSON(document);
    doc.check();
    const toToolbar = (): boolean => this.#toolbar.focus();
    const link = (): boolean => editLink(this.view);
    const own = keymap({ ...keys, 'Alt-F10': toToolbar, 'Mod-k': link });
    return EditorState.create({ doc, plugins: [own, keymap(baseKeymap), history()] });
  }

  #attributes(): Record<string, string> {
    const { labels, id } = this.#textarea;
    for (const [at, label] of [...labels].entries()) {
      label.id ||= `${id}-label-${at}`;
      label.addEventListener('click', () => this.view.focus());
    }
    this.#hint.id = `${id}-keys`;
    this.#hint.className = 'hidden';
    this.#hint.textContent = 'Alt F10 goes to the toolbar, Escape back.';
    const describedBy = [this.#textarea.getAttribute('aria-describedby'), this.#hint.id].filter(Boolean).join(' ');
    const copied = ['aria-invalid', 'aria-label', 'lang'].flatMap((name) => {
      const value = this.#textarea.getAttribute(name);
      return value === null ? [] : [[name, value]];
    });
    return {
      ...Object.fromEntries(copied),
      ...(labels.length > 0 ? { 'aria-labelledby': [...labels].map((label) => label.id).join(' ') } : {}),
      'aria-describedby': describedBy,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-keyshortcuts': 'Alt+F10',
      class: 'text',
    };
  }

  #write(): void {
    const { doc } = this.view.state;
    const isEmpty = doc.childCount === 1 && doc.firstChild?.isTextblock && doc.firstChild.content.size === 0;
    const html = doc.eq(this.#opened.doc) ? this.#opened.html : isEmpty ? '' : this.#htmlOf(doc);
    this.#textarea.value = html;
    this.#textarea.dispatchEvent(new Event('input', { bubbles: true }));
  }

  #htmlOf(doc: Node): string {
    const json = (at: number): NodeJson | undefined => doc.maybeChild(at)?.toJSON();
    return doc.children
      .map((node, at) => {
        // Bare texts alone depend on those before and behind them.
        const isBare = node.type.name === 'bare';
        const known = isBare ? undefined : this.#written.get(node);
        const html = known ?? writeTopBlock(node.toJSON(), ...(isBare ? [json(at - 1), json(at + 1)] : []));
        this.#written.set(node, html);
        return html;
      })
      .join('');
  }
}
