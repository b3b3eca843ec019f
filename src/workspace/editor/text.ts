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
import { insertBreak, normalised, splitBare, splitItem, toggleMarkOf } from '../../portal/editor/text/commands.js';
import { type PasteTarget, pasteHandlers } from '../../portal/editor/text/paste.js';
import { nodeType, schema } from '../../portal/editor/text/schema.js';
import { clean } from './clean.js';
import { editLink } from './link-row.js';
import { Toolbar } from './toolbar.js';

const li = nodeType('li');

const keys = {
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-b': toggleMarkOf('strong'),
  'Mod-i': toggleMarkOf('em'),
  'Mod-]': sinkListItem(li),
  'Mod-[': normalised(liftListItem(li)),
  'Shift-Enter': chainCommands(newlineInCode, insertBreak),
  Enter: chainCommands(
    newlineInCode,
    splitItem,
    normalised(splitListItem(li)),
    createParagraphNear,
    normalised(liftEmptyBlock),
    splitBare,
    splitBlock,
  ),
};

/** Editor in the place of a textarea, whose value it keeps up to date. */
export class TextEditor implements PasteTarget {
  readonly view: EditorView;
  readonly element: HTMLElement;
  readonly status: HTMLElement;
  readonly #toolbar: Toolbar;
  readonly #textarea: HTMLTextAreaElement;
  readonly #keysHint = document.createElement('span');
  /** HTML by block node, so that only changed blocks are written again. */
  readonly #htmlByNode = new WeakMap<Node, string>();
  /** Document as opened, and its HTML. While the document is unchanged, the textarea keeps that HTML byte by byte. */
  #opened: { readonly doc: Node; readonly html: string };
  readonly pending = new Set<{ from: number; to: number }>();
  readonly clean = clean;

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
    this.element.append(this.#toolbar.element, this.view.dom, this.status, this.#keysHint);
    this.#toolbar.update();
  }

  /** Shows another document, whose HTML the textarea has already. */
  open(document: NodeJson): void {
    const state = this.#stateOf(document);
    this.#opened = { doc: state.doc, html: this.#textarea.value };
    this.view.updateState(state);
    this.#toolbar.update();
  }

  showStatus(text: string): void {
    this.status.textContent = text;
  }

  #stateOf(document: NodeJson): EditorState {
    const doc = schema.nodeFromJSON(document);
    doc.check();
    const toToolbar = (): boolean => this.#toolbar.focus();
    const link = (): boolean => editLink(this.view);
    const ownKeys = keymap({ ...keys, 'Alt-F10': toToolbar, 'Mod-k': link });
    return EditorState.create({ doc, plugins: [ownKeys, keymap(baseKeymap), history()] });
  }

  /** Attributes of the editable element, with the labels and descriptions of the textarea. */
  #attributes(): Record<string, string> {
    const { labels, id } = this.#textarea;
    for (const [index, label] of [...labels].entries()) {
      label.id ||= `${id}-label-${index}`;
      label.addEventListener('click', () => this.view.focus());
    }
    this.#keysHint.id = `${id}-keys`;
    this.#keysHint.className = 'vh';
    this.#keysHint.textContent = 'Press Alt+F10 to go to the toolbar, Escape to return.';
    const describedBy = [this.#textarea.getAttribute('aria-describedby'), this.#keysHint.id].filter(Boolean).join(' ');
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
    const jsonAt = (index: number): NodeJson | undefined => doc.maybeChild(index)?.toJSON();
    return doc.children
      .map((node, index) => {
        // The HTML of `bare` text depends on its neighbours.
        const isBare = node.type.name === 'bare';
        const written = isBare ? undefined : this.#htmlByNode.get(node);
        const html = written ?? writeTopBlock(node.toJSON(), ...(isBare ? [jsonAt(index - 1), jsonAt(index + 1)] : []));
        this.#htmlByNode.set(node, html);
        return html;
      })
      .join('');
  }
}
