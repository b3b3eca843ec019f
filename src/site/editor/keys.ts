import { isTyping } from '../browser/events.js';
import { moveBlock } from './block-menu.js';
import type { Editor } from './editor.js';
import { blockElement, blockIdAt, focusBlock, focusText } from './focus.js';
import type { Saver } from './saver.js';

/**
 * Keys of the whole page while it is written. They are handled before the keys of a text, because a text would take
 * Enter and Escape.
 */
export function startKeys(editor: Editor, saver: Saver): void {
  const press = (event: KeyboardEvent): void => {
    const { key, metaKey, ctrlKey, shiftKey, altKey, isComposing, target } = event;
    const isMod = (metaKey || ctrlKey) && !altKey;
    if (isMod && key.toLowerCase() === 's') {
      event.preventDefault();
      if (shiftKey) editor.show({ kind: 'save' });
      else void saver.save('draft');
      return;
    }
    // During a composition, Enter and Escape belong to the input method.
    if (isComposing) return;
    const id = blockIdAt(target) ?? editor.selected;
    const run = event.defaultPrevented ? null : keyOf(event, editor, id);
    if (run === null || document.querySelector('dialog[open]') !== null) return;
    // The target may be gone by now.
    if (event.composedPath().some((node) => node instanceof Element && node.matches('.popup, .pan, .top, .float'))) {
      if (key === 'Escape' && editor.open !== null) editor.show(null);
      return;
    }
    event.preventDefault();
    run();
  };
  ignoreWords();
  document.addEventListener('keydown', press, { capture: true });
}

/**
 * Ignores words that are typed at the handle of a block. A space in them would open its menu, and the next letters
 * would choose there.
 */
function ignoreWords(): void {
  let isTyped = false;
  const look = (event: KeyboardEvent): void => {
    const { key, type, metaKey, ctrlKey, altKey, target } = event;
    const isAtHandle = target instanceof Element && target.matches('.gutter .grab');
    if (isAtHandle && isTyped && key === ' ') event.preventDefault();
    else if (type === 'keydown' && key !== 'Shift')
      isTyped = isAtHandle && key.length === 1 && key !== ' ' && !metaKey && !ctrlKey && !altKey;
  };
  for (const type of ['keydown', 'keyup'] as const) document.addEventListener(type, look, { capture: true });
}

/**
 * Command of a key; `null` if it has none.
 *
 * @param id of the block in which it was pressed
 */
function keyOf(event: KeyboardEvent, editor: Editor, id: string | null): (() => void) | null {
  const { key, metaKey, ctrlKey, shiftKey, altKey, target } = event;
  const isMod = (metaKey || ctrlKey) && !altKey;
  const isText = isTyping(target);
  if (isMod && key.toLowerCase() === 'z') return () => editor.step(shiftKey ? 'redo' : 'undo');
  if (isMod && key.toLowerCase() === 'y') return () => editor.step('redo');
  if (key === '?' && !isText) return () => editor.show({ kind: 'keys' });
  if (key === 'Escape') return () => leave(editor, id, isText);
  if (id === null) return null;
  if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    return () => {
      editor.flush();
      moveBlock(editor, id, key === 'ArrowUp' ? -1 : 1);
      if (!isText) focusBlock(id);
      blockElement(id)?.scrollIntoView({ block: 'nearest' });
    };
  }
  if (isMod && key === 'Enter') return () => void editor.insertAt(id);
  if (isMod && key.toLowerCase() === 'd') {
    return () => {
      editor.flush();
      const copy = editor.duplicate(id);
      editor.select(copy);
      if (copy !== null) focusBlock(copy);
    };
  }
  if (isText || editor.selected !== id) return null;
  if (key === 'Enter' || key === 'Tab') return () => focusText(id);
  if (key === 'Backspace' || key === 'Delete') return () => editor.removeBlock(id);
  if (key === 'ArrowDown' || key === 'ArrowUp') return () => go(editor, id, key === 'ArrowDown' ? 1 : -1);
  return null;
}

/** Escape: from the text to its block, then to nothing. */
function leave(editor: Editor, id: string | null, isText: boolean): void {
  if (editor.open !== null) editor.show(null);
  else if (isText && id !== null) {
    editor.flush();
    editor.select(id);
    focusBlock(id);
  } else {
    editor.select(null);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
}

/** Selects the next block, as one reads. */
function go(editor: Editor, id: string, by: 1 | -1): void {
  const blocks = [...document.querySelectorAll<HTMLElement>('main [data-block]')];
  const next = blocks[blocks.findIndex((element) => element.dataset.block === id) + by]?.dataset.block;
  if (next === undefined) return;
  editor.select(next);
  focusBlock(next);
  blockElement(next)?.scrollIntoView({ block: 'nearest' });
}
