import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  liftEmptyBlock,
  newlineInCode,
  splitBlock,
} from 'prosemirror-commands';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type NodeJson, writeTopBlock } from '../../../content/html/write.js';
import type { InsertPlace } from '../open.js';
import { Pause } from '../pause.js';
import { insertBreak, normalised, splitBare, splitItem, toggleMarkOf } from './commands.js';
import { markdown } from './markdown.js';
import { type PasteOptions, pasteHandlers } from './paste.js';
import { nodeType, schema } from './schema.js';

const li = nodeType('li');

/** Pause in typing after which the words are handed over, in ms. */
const pauseMs = 200;

/** Time after which they are handed over without a pause, in ms. */
const lastMs = 1000;

interface TextOptions extends PasteOptions {
  readonly html: string;
  readonly document: NodeJson;
  /** Attributes of the element that is written in. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Takes the HTML and the document of what was typed. */
  change(html: string, document: NodeJson): void;
  /**
   * `/` in an empty paragraph.
   *
   * @param isWhole whether the text has nothing else
   * @param place of the caret, for the menu
   */
  insert(isWhole: boolean, place: InsertPlace): boolean;
  /** Backspace in an empty text. */
  remove(): boolean;
  /** Called when the selection or the focus changes. */
  look(view: EditorView): void;
  link(view: EditorView): boolean;
}

/** Text that is being written, in an element of the page. */
export class TextView {
  readonly view: EditorView;
  readonly pending = new Set<{ from: number; to: number }>();
  pasted: Promise<unknown> = Promise.resolve();
  /** HTML and JSON by block node, so that only changed blocks are written again. */
  readonly #written = new WeakMap<Node, { readonly json: NodeJson; html?: string }>();
  /** Document as it was handed over last, and its HTML. While it is unchanged, the HTML stays byte by byte. */
  #known: { readonly doc: Node; readonly html: string };
  readonly #first: { readonly doc: Node; readonly html: string };
  readonly #pause = new Pause(() => this.flush(), pauseMs, lastMs);

  constructor(
    element: HTMLElement,
    readonly options: TextOptions,
  ) {
    const doc = docOf(options.document);
    this.#known = { doc, html: options.html };
    this.#first = this.#known;
    this.view = new EditorView(
      { mount: element },
      {
        state: EditorState.create({ doc, plugins: [this.#keys(), keymap(baseKeymap), markdown] }),
        attributes: { ...options.attributes, role: 'textbox', 'aria-multiline': 'true' },
        handleDOMEvents: {
          ...pasteHandlers(this),
          keydown: (_view, { ctrlKey, metaKey }) => {
            // A browser reports a selection after the keys that follow it quickly: a command would have the one before.
            if (ctrlKey || metaKey) document.dispatchEvent(new Event('selectionchange'));
            return false;
          },
          focus: (view) => {
            options.look(view);
            return false;
          },
          blur: (view) => {
            this.flush();
            options.look(view);
            return false;
          },
        },
        handleTextInput: (view, _from, _to, text) => {
          const { $from, empty } = view.state.selection;
          const isEmpty = empty && $from.parent.content.size === 0 && /^(?:p|bare)$/.test($from.parent.type.name);
          return (
            text === '/' &&
            isEmpty &&
            options.insert(view.state.doc.childCount === 1, {
              back: (typed) => this.#typeSlash(typed),
              leave: () => this.#dropEmptyEnd(),
            })
          );
        },
        dispatchTransaction: (transaction) => {
          this.#apply(transaction);
          if (transaction.docChanged) this.#pause.changed();
          options.look(this.view);
        },
      },
    );
  }

  #keys() {
    const { link, remove } = this.options;
    return keymap({
      'Mod-b': toggleMarkOf('strong'),
      'Mod-i': toggleMarkOf('em'),
      'Mod-e': toggleMarkOf('code'),
      'Mod-k': (_state, _dispatch, view) => view !== undefined && link(view),
      'Mod-]': sinkListItem(li),
      'Mod-[': normalised(liftListItem(li)),
      Backspace: chainCommands(
        undoInputRule,
        (state) => state.doc.textContent === '' && state.doc.childCount === 1 && remove(),
      ),
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
    });
  }

  giveSignsBack(): boolean {
    return this.view.hasFocus() && undoInputRule(this.view.state, this.view.dispatch);
  }

  get isComposing(): boolean {
    return this.view.composing;
  }

  /** Shows a text that was not typed here. The selection stays, and so do the parts that are unchanged. */
  show(html: string, document: NodeJson): void {
    this.flush();
    if (html === this.#known.html) return;
    const next = docOf(document);
    const { doc } = this.view.state;
    const from = doc.content.findDiffStart(next.content);
    const ends = doc.content.findDiffEnd(next.content);
    this.#known = { doc: next, html };
    if (from === null || ends === null) {
      this.#replace(next);
      return;
    }
    const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
    const transaction = this.view.state.tr.replace(from, ends.a + overlap, next.slice(from, ends.b + overlap));
    this.#apply(transaction);
    // Attributes of blocks, which a difference of texts does not reach.
    if (!this.view.state.doc.eq(next)) this.#replace(next);
  }

  #apply(transaction: Transaction): void {
    for (const range of this.pending) {
      const end = transaction.mapping.mapResult(range.to);
      // Words that were typed since stay: behind the place, or for the selection that they replaced.
      const isCaret = range.from === range.to || end.deletedBefore;
      range.from = transaction.mapping.map(range.from, -1);
      range.to = isCaret ? range.from : end.pos;
    }
    this.view.updateState(this.view.state.apply(transaction));
  }

  #replace(doc: Node): void {
    for (const range of this.pending) {
      range.from = Math.min(range.from, doc.content.size);
      range.to = Math.min(range.to, doc.content.size);
    }
    this.view.updateState(EditorState.create({ doc, plugins: this.view.state.plugins }));
  }

  /** Puts the caret at a point of the window, or at one end of the text. */
  caret(at: { readonly left: number; readonly top: number } | 'start' | 'end'): void {
    const { state } = this.view;
    this.view.focus();
    const position = typeof at === 'string' ? undefined : this.view.posAtCoords(at)?.pos;
    const end = at === 'start' ? Selection.atStart(state.doc) : Selection.atEnd(state.doc);
    const selection = position === undefined ? end : TextSelection.near(state.doc.resolve(position));
    this.view.dispatch(state.tr.setSelection(selection));
  }

  #typeSlash(typed: string): void {
    if (this.view.isDestroyed) return;
    this.view.focus();
    this.view.dispatch(this.view.state.tr.insertText(`/${typed}`));
  }

  /** A block that is added below takes the place of an empty last paragraph. */
  #dropEmptyEnd(): void {
    const { doc, tr } = this.view.state;
    const { lastChild, childCount, content } = doc;
    if (this.view.isDestroyed || childCount === 1 || !lastChild?.isTextblock || lastChild.content.size > 0) return;
    this.view.dispatch(tr.delete(content.size - lastChild.nodeSize, content.size));
    this.flush();
  }

  flush(): void {
    this.#pause.stop();
    const { doc } = this.view.state;
    if (doc === this.#known.doc || doc.eq(this.#known.doc)) return;
    const html = doc.eq(this.#first.doc) ? this.#first.html : this.#htmlOf(doc);
    this.#known = { doc, html };
    const content = doc.children.map((node) => this.#writtenOf(node).json);
    this.options.change(html, { type: 'doc', content });
  }

  #writtenOf(node: Node) {
    const known = this.#written.get(node);
    const json: NodeJson = known?.json ?? node.toJSON();
    const written = known ?? { json };
    this.#written.set(node, written);
    return written;
  }

  #htmlOf(doc: Node): string {
    const isEmpty = doc.childCount === 1 && doc.firstChild?.isTextblock && doc.firstChild.content.size === 0;
    if (isEmpty) return '';
    const jsonAt = (at: number): NodeJson | undefined => {
      const node = doc.maybeChild(at);
      return node === null ? undefined : this.#writtenOf(node).json;
    };
    return doc.children
      .map((node, at) => {
        const written = this.#writtenOf(node);
        // The HTML of `bare` text depends on its neighbours.
        if (node.type.name === 'bare') return writeTopBlock(written.json, jsonAt(at - 1), jsonAt(at + 1));
        written.html ??= writeTopBlock(written.json);
        return written.html;
      })
      .join('');
  }

  destroy(): void {
    this.flush();
    this.view.destroy();
  }
}

function docOf(document: NodeJson): Node {
  const doc = Node.fromJSON(schema, document);
  doc.check();
  return doc;
}
