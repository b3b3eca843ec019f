import { lift, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { foreignAt, removeForeign, setBlock, settled, toggleMarkOf } from './commands.js';
import { editLink } from './link-row.js';
import { markOf, typeOf } from './schema.js';

interface Tool {
  readonly sign: string;
  readonly name: string;
  readonly run: Command;
  /** Whether the selection has it already. */
  readonly isOn?: (state: EditorState) => boolean;
}

const block = (tag: string, sign: string, name: string): Tool => ({
  sign,
  name,
  run: setBlock(tag),
  isOn: ({ selection }) => selection.$from.parent.type.name === tag,
});

const mark = (tag: string, sign: string, name: string): Tool => ({
  sign,
  name,
  run: toggleMarkOf(tag),
  isOn: (state) => hasMark(state, tag),
});

const holder = (tag: string, sign: string, name: string, wrap: Command, unwrap: Command): Tool => ({
  sign,
  name,
  run: (state, dispatch, view) => (isInside(state, tag) ? unwrap : wrap)(state, dispatch, view),
  isOn: (state) => isInside(state, tag),
});

const list = (tag: string, sign: string, name: string): Tool =>
  holder(tag, sign, name, settled(wrapInList(typeOf(tag))), settled(liftListItem(typeOf('li'))));

const addRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(typeOf('hr').create()).scrollIntoView());
  return true;
};

const link: Tool = {
  sign: 'Link',
  name: 'Link (Ctrl+K)',
  run: (_, __, view) => view !== undefined && editLink(view),
  isOn: (state) => hasMark(state, 'a'),
};

const tools: readonly Tool[] = [
  ...[block('p', '¶', 'Paragraph'), block('h2', 'H2', 'Heading H2'), block('h3', 'H3', 'Heading H3')],
  ...[block('h4', 'H4', 'Heading H4'), block('pre', '{ }', 'Code block')],
  ...[mark('strong', 'B', 'Strong (Ctrl+B)'), mark('em', 'I', 'Emphasis (Ctrl+I)'), mark('code', '<>', 'Code'), link],
  ...[list('ul', '•', 'Bulleted list'), list('ol', '#', 'Numbered list')],
  holder('blockquote', '”', 'Quote', wrapIn(typeOf('blockquote')), lift),
  { sign: '―', name: 'Rule', run: addRule },
  { sign: '↶', name: 'Undo (Ctrl+Z)', run: undo },
  { sign: '↷', name: 'Redo (Ctrl+Y)', run: redo },
  { sign: '✕', name: 'Remove element', run: removeForeign },
];

function hasMark({ selection, storedMarks, doc }: EditorState, tag: string): boolean {
  const { from, to, empty, $from } = selection;
  return empty
    ? markOf(tag).isInSet(storedMarks ?? $from.marks()) !== undefined
    : doc.rangeHasMark(from, to, markOf(tag));
}

function isInside({ selection: { $from } }: EditorState, tag: string): boolean {
  const holders = Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1).type.name);
  const isList = tag === 'ul' || tag === 'ol';
  return isList ? holders.findLast((name) => name === 'ul' || name === 'ol') === tag : holders.includes(tag);
}

/** Sets an attribute only when it differs: each set costs a layout. */
function setOnce(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Buttons that are one stop of the Tab key (ARIA Authoring Practices, toolbar). */
export class Toolbar {
  readonly element = document.createElement('div');
  readonly #view: EditorView;
  readonly #buttons: { readonly tool: Tool; readonly button: HTMLButtonElement }[];
  readonly #all: HTMLButtonElement[];

  constructor(view: EditorView, toSource: () => void) {
    this.#view = view;
    this.element.className = 'toolbar';
    this.element.setAttribute('role', 'toolbar');
    this.element.setAttribute('aria-label', 'Formatting');
    this.#buttons = tools.map((tool) => ({ tool, button: this.#button(tool.sign, tool.name, () => this.#run(tool)) }));
    const source = this.#button('Source', 'Source', toSource);
    this.#all = [...this.#buttons.map(({ button }) => button), source];
    this.element.append(...this.#all);
    this.element.addEventListener('keydown', (event) => this.#move(event));
    // The selection stays where it is.
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
    this.#stopAt(this.#all[0]);
  }

  focus(): boolean {
    this.#all.find(({ tabIndex }) => tabIndex === 0)?.focus();
    return true;
  }

  update(): void {
    const { state } = this.#view;
    for (const { tool, button } of this.#buttons) {
      if (tool.isOn !== undefined) setOnce(button, 'aria-pressed', String(tool.isOn(state)));
      const isOff = tool.isOn === undefined && !tool.run(state);
      setOnce(button, 'aria-disabled', String(isOff));
      if (tool.run !== removeForeign) continue;
      const found = foreignAt(state);
      const name = found === null ? 'element' : 'mark' in found ? found.mark.type.name : found.tag;
      setOnce(button, 'aria-label', `Remove ${name}`);
      setOnce(button, 'title', `Remove ${name}`);
    }
  }

  #button(sign: string, name: string, run: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.textContent = sign;
    button.title = name;
    if (sign !== name) button.setAttribute('aria-label', name);
    button.addEventListener('click', () => {
      this.#stopAt(button);
      run();
    });
    return button;
  }

  #run({ run }: Tool): void {
    this.#view.focus();
    run(this.#view.state, this.#view.dispatch, this.#view);
  }

  #stopAt(stop: HTMLButtonElement | undefined): void {
    for (const button of this.#all ?? []) button.tabIndex = button === stop ? 0 : -1;
  }

  #move(event: KeyboardEvent): void {
    const at = this.#all.indexOf(document.activeElement as HTMLButtonElement);
    const last = this.#all.length - 1;
    const ways: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const to = ways[event.key];
    if (event.key === 'Escape') this.#view.focus();
    else if (to === undefined) return;
    else {
      this.#stopAt(this.#all[to]);
      this.#all[to]?.focus();
    }
    event.preventDefault();
  }
}
