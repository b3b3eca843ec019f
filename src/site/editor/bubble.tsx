import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { lift, wrapIn } from 'prosemirror-commands';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { Button } from '../parts/button.js';
import type { IconName } from '../parts/icon.js';
import { LinkField } from './link-field.js';
import { placeInWindow } from './popup.js';
import { externalAt, normalised, removeExternal, setBlock, toggleMarkOf } from './text/commands.js';
import { markType, nodeType } from './text/schema.js';

/** The bar at a selection. Only one text can have it at a time. */
class Bubbles {
  view: EditorView | null = null;
  isLink = false;
  element: HTMLElement | null = null;
  #listener: () => void = () => {};

  listen(listener: () => void): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = () => {};
    };
  }

  look(view: EditorView): void {
    const isShown = view.hasFocus() && !view.state.selection.empty;
    if (!isShown && this.view === null) return;
    if (isShown) this.view = view;
    else if (this.view === view) this.#hideWhenLeft(view);
    this.#listener();
  }

  /** While the focus moves from the text to its bar, nothing has it. So the check runs after that. */
  #hideWhenLeft(view: EditorView): void {
    setTimeout(() => {
      if (this.view !== view || this.holdsFocus() || (view.hasFocus() && !view.state.selection.empty)) return;
      this.#hide();
      this.#listener();
    });
  }

  link(view: EditorView): boolean {
    this.view = view;
    this.isLink = true;
    this.#listener();
    return true;
  }

  leave(view: EditorView): void {
    if (this.view === view) this.#hide();
    this.#listener();
  }

  close(): void {
    const { view } = this;
    this.isLink = false;
    view?.focus();
    if (view?.state.selection.empty) this.#hide();
    this.#listener();
  }

  holdsFocus(): boolean {
    return this.element?.contains(document.activeElement) ?? false;
  }

  #hide(): void {
    this.view = null;
    this.isLink = false;
  }
}

export const bubbles = new Bubbles();

interface Tool {
  readonly icon: IconName;
  readonly name: string;
  readonly run: Command;
  readonly isOn: (state: EditorState) => boolean;
}

const hasMark = ({ selection, doc }: EditorState, tag: string): boolean =>
  doc.rangeHasMark(selection.from, selection.to, markType(tag));

/** Whether the selection is in an element; of nested lists the innermost counts. */
function isInside({ selection: { $from } }: EditorState, tag: string): boolean {
  const names = Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1).type.name);
  const isList = (name: string): boolean => name === 'ul' || name === 'ol';
  return isList(tag) ? names.findLast(isList) === tag : names.includes(tag);
}

const mark = (icon: IconName, tag: string, name: string): Tool => ({
  icon,
  name,
  run: toggleMarkOf(tag),
  isOn: (state) => hasMark(state, tag),
});

const wrapper = (icon: IconName, tag: string, name: string, wrap: Command, unwrap: Command): Tool => ({
  icon,
  name,
  run: (state, dispatch, view) => (isInside(state, tag) ? unwrap : wrap)(state, dispatch, view),
  isOn: (state) => isInside(state, tag),
});

const list = (icon: IconName, tag: string, name: string): Tool =>
  wrapper(icon, tag, name, normalised(wrapInList(nodeType(tag))), normalised(liftListItem(nodeType('li'))));

const block = (icon: IconName, tag: string, name: string): Tool => ({
  icon,
  name,
  isOn: ({ selection }) => selection.$from.parent.type.name === tag,
  run: (state, dispatch) => setBlock(state.selection.$from.parent.type.name === tag ? 'p' : tag)(state, dispatch),
});

const marks = [mark('bold', 'strong', 'Bold'), mark('italic', 'em', 'Italic'), mark('code', 'code', 'Code')];
const link: Tool = {
  icon: 'link',
  name: 'Link',
  run: (_state, _dispatch, view) => view !== undefined && bubbles.link(view),
  isOn: (state) => hasMark(state, 'a'),
};
const blocks = [
  list('list', 'ul', 'Bulleted list'),
  list('list-ordered', 'ol', 'Numbered list'),
  block('heading-2', 'h2', 'Heading 2'),
  block('heading-3', 'h3', 'Heading 3'),
  wrapper('text-quote', 'blockquote', 'Quote', wrapIn(nodeType('blockquote')), lift),
];

const kinds = { p: 'Text', h2: 'Heading 2', h3: 'Heading 3', h4: 'Heading 4', pre: 'Code block' } as const;

/** Bar at the selection of the text that is written. */
export function Bubble() {
  const [, draw] = useState({});
  useLayoutEffect(() => bubbles.listen(() => draw({})), []);
  const { view, isLink } = bubbles;
  const ref = usePlaceAtSelection(view);
  if (view === null) return null;
  return (
    <div
      ref={ref}
      class="float"
      role="toolbar"
      aria-label="Text"
      onPointerDown={(event) => {
        // A press leaves the selection where it is.
        if (event.target instanceof Element && event.target.closest('input, select') === null) event.preventDefault();
      }}
      onKeyDown={({ key, isComposing }) => key === 'Escape' && !isComposing && bubbles.close()}
    >
      {isLink ? <LinkField view={view} close={() => bubbles.close()} /> : <Tools view={view} />}
    </div>
  );
}

/** Ref of the bar, which stays at the selection of a text. */
function usePlaceAtSelection(view: EditorView | null) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    bubbles.element = element;
    if (element === null || view === null) return;
    const { from, to } = view.state.selection;
    const start = view.coordsAtPos(from);
    const end = view.coordsAtPos(to);
    const width = element.offsetWidth;
    const middle = start.top === end.top ? (start.left + end.left) / 2 : start.left + width / 2;
    const above = start.top - element.offsetHeight - 8;
    // The bar is below the selection if the bar of the page would cover it above.
    placeInWindow(element, middle - width / 2, above < 64 ? end.bottom + 8 : above);
  });
  return ref;
}

interface ViewProps {
  readonly view: EditorView;
}

/** Kind of the text, marks, and elements around it. */
function Tools({ view }: ViewProps) {
  const { state } = view;
  const tag = state.selection.$from.parent.type.name;
  const external = externalAt(state);
  const run = (command: Command): void => {
    command(state, view.dispatch, view);
    if (!bubbles.isLink) view.focus();
  };
  const button = ({ icon, name, run: command, isOn }: Tool) => (
    <Button icon={icon} aria-label={name} title={name} aria-pressed={isOn(state)} onClick={() => run(command)} />
  );
  return (
    <>
      <select
        aria-label="Kind of text"
        value={Object.hasOwn(kinds, tag) ? tag : 'p'}
        onChange={({ currentTarget }) => run(setBlock(currentTarget.value))}
      >
        {Object.entries(kinds).map(([value, name]) => (
          <option value={value}>{name}</option>
        ))}
      </select>
      <span class="sep" />
      {marks.map(button)}
      {button(link)}
      <span class="sep" />
      {blocks.map(button)}
      {external !== null &&
        button({ icon: 'x', name: `Remove ${external.tag}`, run: removeExternal, isOn: () => false })}
    </>
  );
}
