import '../../words/of-document.js';
import { type ComponentChild, render } from 'preact';
import { words } from '../../words/words.js';
import { drawn } from '../browser/toast.js';
import { iconShapes } from '../parts/icon.js';
import type { Editor } from './editor.js';
import { blockElement, blockIdAt, focusFirst, showTabOf } from './focus.js';
import { chapterHref } from './pages.js';
import { PlainText } from './plain-text.js';
import type { RemoteChanges } from './remote-changes.js';
import { rootAmong } from './root.js';
import type { Saver } from './saver.js';
import { EditorContext, useEditor, useSelected } from './use.js';

/** Parts that are drawn in the place of the blocks, in that of the bar, and over the page. */
interface Drawn {
  readonly blocks: ComponentChild;
  readonly bar: ComponentChild;
  readonly layer: ComponentChild;
}

/**
 * Draws the editor in the place of title, blocks and bar.
 *
 * @returns the element of the page; `null` if it has none of these
 */
export function drawEditor(editor: Editor, { blocks, bar, layer }: Drawn): HTMLElement | null {
  drawIcons();
  document.body.classList.add('editing');
  document.body.style.setProperty('--empty-text', JSON.stringify(words().editorText.empty));
  const main = document.querySelector('main');
  const title = main?.querySelector('h1');
  const top = document.querySelector('header.top');
  if (!main || !title || !top) return null;

  const head = Object.assign(document.createElement('header'), { className: 'top bar' });
  top.before(head);
  top.setAttribute('hidden', '');
  const over = document.body.appendChild(
    Object.assign(document.createElement('section'), { className: 'editor-layer', ariaLabel: words().editor.editing }),
  );
  const content = '.text, .head, .blk, details:not(.toc *), .empty:has([href="#edit"])';
  const before = [...main.children].filter((element) => element.matches(content));
  const provide = (node: ComponentChild) => <EditorContext.Provider value={editor}>{node}</EditorContext.Provider>;
  title.textContent = '';
  render(provide(<Title />), title);
  render(provide(blocks), rootAmong(main, before));
  render(provide(bar), head);
  render(provide(layer), over);
  followFocus(main, editor);
  enterTabTitles(main);
  return main;
}

/** Ends writing; what is unsaved stays on the device unless it is given up. */
export const leaving =
  (editor: Editor, saver: Saver, remote: RemoteChanges) =>
  (isDiscarded: boolean): void => {
    if (isDiscarded) saver.discard();
    else saver.keeper.keepNow();
    void saver.writeDraft().then(() => {
      if (remote.isGone) location.assign(chapterHref(editor));
      else location.reload();
    });
  };

/** The block with the focus is the current one, and its tab is shown. */
function followFocus(main: HTMLElement, editor: Editor): void {
  main.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) showTabOf(target);
    editor.focusIn(blockIdAt(target));
  });
  editor.subscribe(() => editor.selected !== null && showTabOf(blockElement(editor.selected)));
  main.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Element) || relatedTarget.closest('.editor-layer, main') === null)
      editor.focusIn(null);
  });
}

/** A click on the title of a tab puts the caret at its end; on a title that has the caret, where the click is. */
function enterTabTitles(main: HTMLElement): void {
  let entered: HTMLElement | null = null;
  main.addEventListener('pointerdown', ({ target }) => {
    const tab = target instanceof Element ? target.closest('.tabs > section > .cap') : null;
    const title = tab?.querySelector<HTMLElement>('[role=textbox]') ?? null;
    entered = title === document.activeElement ? null : title;
  });
  main.addEventListener('click', ({ target }) => {
    const selection = getSelection();
    const isAt = entered !== null && target instanceof Node && entered.parentElement?.contains(target);
    if (entered === null || !isAt || selection?.isCollapsed === false) return;
    entered.focus();
    selection?.selectAllChildren(entered);
    selection?.collapseToEnd();
  });
}

function Title() {
  const editor = useEditor();
  const title = useSelected(({ state }) => state.title);
  return (
    <PlainText
      value={title}
      label={words().editor.pageTitle}
      missing={editor.missing(null, 'title')}
      change={(next) => editor.setTitle(next)}
      enter={() => {
        const [first] = editor.state.blocks;
        if (first?.id) focusFirst(first.id);
      }}
    />
  );
}

/** Adds the shapes of the icons to the page. */
function drawIcons(): void {
  const missing = iconShapes().filter(([name]) => document.getElementById(`i-${name}`) === null);
  const symbols = missing.map(([name, shapes]) =>
    drawn(
      'symbol',
      { id: `i-${name}`, viewBox: '0 0 24 24' },
      shapes.map(([tag, attributes]) => drawn(tag, attributes)),
    ),
  );
  document.body.append(drawn('svg', { class: 'vh', 'aria-hidden': 'true' }, symbols));
}
