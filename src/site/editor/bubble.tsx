import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { lift, wrapIn } from 'prosemirror-commands';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { fill, type Words, words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import type { IconName } from '../parts/icon.js';
import { LinkField } from './link-field.js';
import { placeInWindow } from './popup.js';
import { externalAt, normalised, removeExternal, setBlock, toggleMarkOf } from './text/commands.js';
import { markType, nodeType } from './text/schema.js';

/** The bar at a selection. Only one text can have it at a time. */
class Bubbles {
  view: EditorView | null = null;
  /** State of the text when the field for a link was opened; `null` without that field. */
  linked: EditorState | null = null;
  /** Whether the field for a link has words that are not set yet: it stays open without the focus. */
  hasTyped = false;
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
    // Words that are selected in a text take the place of the field for a link.
    if (isShown) this.#show(view);
    else if (this.view === view) this.#hideWhenLeft(view);
    this.#listener();
  }

  /** While the focus moves from the text to its bar, nothing has it. So the check runs after that. */
  #hideWhenLeft(view: EditorView): void {
    setTimeout(() => {
      if (this.isUsedFor(view) || this.view !== view || (view.hasFocus() && !view.state.selection.empty)) return;
      this.#show(null);
      this.#listener();
    });
  }

  link(view: EditorView): boolean {
    this.#show(view, view.state);
    this.#listener();
    return true;
  }

  leave(view: EditorView): void {
    if (this.view === view) this.#show(null);
    this.#listener();
  }

  close(): void {
    const { view } = this;
    this.#show(view);
    view?.focus();
    if (view?.state.selection.empty) this.#show(null);
    this.#listener();
  }

  /** Whether a text has to stay open for its bar. */
  isUsedFor(view: EditorView | undefined): boolean {
    const hasFocus = this.element?.contains(document.activeElement) ?? false;
    return this.view === view && (hasFocus || this.hasTyped);
  }

  #show(view: EditorView | null, linked: EditorState | null = null): void {
    this.view = view;
    this.linked = linked;
    this.hasTyped = false;
  }
}

export const bubbles = new Bubbles();

type ToolName = keyof Words['editorText']['tools'];

interface Tool {
  readonly icon: IconName;
  readonly name: ToolName;
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

const mark = (icon: IconName, tag: ToolName): Tool => ({
  icon,
  name: tag,
  run: toggleMarkOf(tag),
  isOn: (state) => hasMark(state, tag),
});

const wrapper = (icon: IconName, tag: ToolName, wrap: Command, unwrap: Command): Tool => ({
  icon,
  name: tag,
  run: (state, dispatch, view) => (isInside(state, tag) ? unwrap : wrap)(state, dispatch, view),
  isOn: (state) => isInside(state, tag),
});

const list = (icon: IconName, tag: ToolName): Tool =>
  wrapper(icon, tag, normalised(wrapInList(nodeType(tag))), normalised(liftListItem(nodeType('li'))));

const block = (icon: IconName, tag: ToolName): Tool => ({
  icon,
  name: tag,
  isOn: ({ selection }) => selection.$from.parent.type.name === tag,
  run: (state, dispatch) => setBlock(state.selection.$from.parent.type.name === tag ? 'p' : tag)(state, dispatch),
});

const marks = [mark('bold', 'strong'), mark('italic', 'em'), mark('code', 'code')];
const link: Tool = {
  icon: 'link',
  name: 'a',
  run: (_state, _dispatch, view) => view !== undefined && bubbles.link(view),
  isOn: (state) => hasMark(state, 'a'),
};
const blocks = [
  list('list', 'ul'),
  list('list-ordered', 'ol'),
  block('heading-2', 'h2'),
  block('heading-3', 'h3'),
  wrapper('text-quote', 'blockquote', wrapIn(nodeType('blockquote')), lift),
];

/** Bar at the selection of the text that is written. */
export function Bubble() {
  const [, draw] = useState({});
  useLayoutEffect(() => bubbles.listen(() => draw({})), []);
  const { view, linked } = bubbles;
  const ref = usePlaceAtSelection(view, linked !== null);
  if (view === null) return null;
  return (
    <div
      ref={ref}
      class="float"
      role="toolbar"
      aria-label={words().editorText.bar}
      onPointerDown={(event) => {
        // A press leaves the selection where it is.
        if (event.target instanceof Element && event.target.closest('input, select') === null) event.preventDefault();
      }}
      onKeyDown={({ key, isComposing }) => key === 'Escape' && !isComposing && bubbles.close()}
    >
      {linked !== null ? (
        <LinkField
          key={linked}
          view={view}
          opened={linked}
          hold={(hasTyped) => {
            bubbles.hasTyped = hasTyped;
          }}
          close={() => bubbles.close()}
        />
      ) : (
        <Tools view={view} />
      )}
    </div>
  );
}

/**
 * Ref of the bar, which stays at the selection of a text.
 *
 * @param isBelow whether it is below the selection: what grows while it is used has the same place each time it is drawn
 */
function usePlaceAtSelection(view: EditorView | null, isBelow: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    bubbles.element = element;
    if (element === null || view === null) return;
    const place = (): void => placeAtSelection(element, view, isBelow);
    place();
    const moved = [document, visualViewport].flatMap((target) => target ?? []);
    for (const target of moved) target.addEventListener('scroll', place, { capture: true, passive: true });
    for (const target of [window, ...moved]) target.addEventListener('resize', place);
    return () => {
      for (const target of moved) target.removeEventListener('scroll', place, { capture: true });
      for (const target of [window, ...moved]) target.removeEventListener('resize', place);
    };
  });
  return ref;
}

/** Bottom of the bar of the page, in pixels. */
const barEnd = 64;

/** Puts the bar above or below the selection, in the window as long as a part of the selection is. */
function placeAtSelection(element: HTMLElement, view: EditorView, isBelow: boolean): void {
  const { from, to } = view.state.selection;
  const start = view.coordsAtPos(from);
  const end = view.coordsAtPos(to);
  element.style.left = '0';
  const { offsetWidth: width, offsetHeight: height } = element;
  const middle = start.top === end.top ? (start.left + end.left) / 2 : start.left + width / 2;
  const above = start.top - height - 8;
  // The bar is below the selection if the bar of the page would cover it above.
  const top = isBelow || above < barEnd ? end.bottom + 8 : above;
  const isSeen = end.bottom > barEnd && start.top < innerHeight;
  placeInWindow(element, middle - width / 2, isSeen ? Math.max(barEnd, Math.min(top, innerHeight - height - 8)) : top);
  // The keyboard of a phone covers the bottom of the window.
  const seen = visualViewport;
  const covered = seen === null ? 0 : innerHeight - seen.offsetTop - seen.height;
  element.style.setProperty('--covered', `${Math.max(0, Math.round(covered))}px`);
}

interface ViewProps {
  readonly view: EditorView;
}

/** Kind of the text, marks, and elements around it. */
function Tools({ view }: ViewProps) {
  const { tools, kind, kinds, removeTag } = words().editorText;
  const { state } = view;
  const tag = state.selection.$from.parent.type.name;
  const external = externalAt(state);
  const run = (command: Command): void => {
    command(state, view.dispatch, view);
    if (bubbles.linked === null) view.focus();
  };
  const button = (icon: IconName, name: string, command: Command, isOn = false) => (
    <Button icon={icon} aria-label={name} title={name} aria-pressed={isOn} onClick={() => run(command)} />
  );
  const toolButton = ({ icon, name, run: command, isOn }: Tool) => button(icon, tools[name], command, isOn(state));
  return (
    <>
      <select
        aria-label={kind}
        value={Object.hasOwn(kinds, tag) ? tag : 'p'}
        onChange={({ currentTarget }) => run(setBlock(currentTarget.value))}
      >
        {Object.entries(kinds).map(([value, name]) => (
          <option value={value}>{name}</option>
        ))}
      </select>
      <span class="sep" />
      {marks.map(toolButton)}
      {toolButton(link)}
      <span class="sep" />
      {blocks.map(toolButton)}
      {external !== null && button('x', fill(removeTag, { tag: external.tag }), removeExternal)}
    </>
  );
}
