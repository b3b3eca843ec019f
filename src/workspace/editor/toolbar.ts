import { lift, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { externalAt, normalised, removeExternal, setBlock, toggleMarkOf } from '../../portal/editor/text/commands.js';
import { markType, nodeType } from '../../portal/editor/text/schema.js';
import { editLink } from './link-row.js';

/** Button of the toolbar. */
interface Tool {
  /** Text of the button. */
  readonly sign: string;
  /** Name for screen readers, and the tooltip. */
  readonly name: string;
  readonly run: Command;
  /** Whether the selection has it already. Left out: the button has no pressed state. */
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

/** Tool for an element around blocks. */
const wrapper = (tag: string, sign: string, name: string, wrap: Command, unwrap: Command): Tool => ({
  sign,
  name,
  run: (state, dispatch, view) => (isInside(state, tag) ? unwrap : wrap)(state, dispatch, view),
  isOn: (state) => isInside(state, tag),
});

const list = (tag: string, sign: string, name: string): Tool =>
  wrapper(tag, sign, name, normalised(wrapInList(nodeType(tag))), normalised(liftListItem(nodeType('li'))));

const addRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodeType('hr').create()).scrollIntoView());
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
  wrapper('blockquote', '”', 'Quote', wrapIn(nodeType('blockquote')), lift),
  { sign: '―', name: 'Rule', run: addRule },
  { sign: '↶', name: 'Undo (Ctrl+Z)', run: undo },
  { sign: '↷', name: 'Redo (Ctrl+Y)', run: redo },
  { sign: '✕', name: 'Remove element', run: removeExternal },
];

function hasMark({ selection, storedMarks, doc }: EditorState, tag: string): boolean {
  const { from, to, empty, $from } = selection;
  return empty
    ? markType(tag).isInSet(storedMarks ?? $from.marks()) !== undefined
    : doc.rangeHasMark(from, to, markType(tag));
}

/** Whether the selection is in an element; of nested lists the innermost counts. */
function isInside({ selection: { $from } }: EditorState, tag: string): boolean {
  const ancestors = Array.from({ length: $from.depth }, (_, index) => $from.node(index + 1).type.name);
  const isList = (name: string): boolean => name === 'ul' || name === 'ol';
  return isList(tag) ? ancestors.findLast(isList) === tag : ancestors.includes(tag);
}

/** Sets an attribute only when it differs, because each set costs a layout. */
function setOnce(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Toolbar of an editor. Tab stops at one of its buttons; arrow keys move between them (ARIA Authoring Practices, toolbar). */
export class Toolbar {
  readonly element = document.createElement('div');
  readonly #view: EditorView;
  readonly #buttons: { readonly tool: Tool; readonly button: HTMLButtonElement }[];
  /** Buttons of the tools, and the one for source. */
  readonly #allButtons: HTMLButtonElement[];

  constructor(view: EditorView, toSource: () => void) {
    this.#view = view;
    this.element.className = 'toolbar';
    this.element.setAttribute('role', 'toolbar');
    this.element.setAttribute('aria-label', 'Formatting');
    this.#buttons = tools.map((tool) => ({ tool, button: this.#button(tool.sign, tool.name, () => this.#run(tool)) }));
    const source = this.#button('Source', 'Source', toSource);
    this.#allButtons = [...this.#buttons.map(({ button }) => button), source];
    this.element.append(...this.#allButtons);
    this.element.addEventListener('keydown', (event) => this.#moveFocus(event));
    // A press on a button leaves the selection where it is.
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
    this.#stopAt(this.#allButtons[0]);
  }

  focus(): boolean {
    this.#allButtons.find(({ tabIndex }) => tabIndex === 0)?.focus();
    return true;
  }

  update(): void {
    const { state } = this.#view;
    for (const { tool, button } of this.#buttons) {
      if (tool.isOn !== undefined) setOnce(button, 'aria-pressed', String(tool.isOn(state)));
      const isOff = tool.isOn === undefined && !tool.run(state);
      setOnce(button, 'aria-disabled', String(isOff));
      if (tool.run !== removeExternal) continue;
      const external = externalAt(state);
      const name = external === null ? 'element' : 'mark' in external ? external.mark.type.name : external.tag;
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
    for (const button of this.#allButtons ?? []) button.tabIndex = button === stop ? 0 : -1;
  }

  #moveFocus(event: KeyboardEvent): void {
    const index = this.#allButtons.indexOf(document.activeElement as HTMLButtonElement);
    const last = this.#allButtons.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index <= 0 ? last : index - 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (event.key === 'Escape') this.#view.focus();
    else if (target === undefined) return;
    else {
      this.#stopAt(this.#allButtons[target]);
      this.#allButtons[target]?.focus();
    }
    event.preventDefault();
  }
}
