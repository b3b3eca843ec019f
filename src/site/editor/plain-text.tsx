import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../blocks/data.js';

/** Text of another language, shown in the place of one that is missing. */
export interface Missing {
  readonly shown: string;
  readonly lang: string;
}

interface PlainTextProps {
  readonly value: unknown;
  /** Name for a screen reader. It is also shown while the text is empty. */
  readonly label: string;
  readonly missing?: Missing | undefined;
  change(value: string): void;
  /** Called by Enter. */
  enter?(): void;
  /** Called by Backspace in an empty text. */
  remove?(): void;
}

/** A text of one line without markup, written where it is read. */
export function PlainText({ value, label, missing, change, enter, remove }: PlainTextProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const shown = text(value);
  useLayoutEffect(() => {
    // Setting the same text would move the caret.
    if (ref.current !== null && ref.current.textContent !== shown) replaceText(ref.current, shown);
  }, [shown]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field of a form would not look as the text does
    <span
      ref={ref}
      class={missing === undefined ? 'plain-text' : 'plain-text untr'}
      lang={missing?.lang}
      contentEditable="plaintext-only"
      role="textbox"
      aria-label={label}
      aria-multiline={false}
      data-empty={missing?.shown ?? label}
      tabIndex={0}
      spellcheck
      onInput={({ currentTarget }) => change(currentTarget.textContent.replace(/(?<!\s)\s*\n\s*/g, ' '))}
      onKeyDown={(event) => {
        const { key, defaultPrevented, isComposing } = event;
        if (defaultPrevented || isComposing) return;
        if (key === 'Enter') {
          event.preventDefault();
          enter?.();
        } else if (key === 'Backspace' && shown === '' && remove !== undefined) {
          event.preventDefault();
          remove();
        }
      }}
    />
  );
}

/** Replaces a text; the caret stays behind the same words. */
function replaceText(element: HTMLElement, next: string): void {
  // A browser lays out the page before it answers where the selection is.
  const selection = element === document.activeElement ? getSelection() : null;
  const caret = selection !== null && element.contains(selection.focusNode) ? selection.focusOffset : null;
  const { textContent: before } = element;
  let same = 0;
  while (same < next.length && before[same] === next[same]) same += 1;
  element.textContent = next;
  if (caret === null || element.firstChild === null) return;
  const moved = caret <= same ? caret : caret + next.length - before.length;
  selection?.collapse(element.firstChild, Math.min(next.length, Math.max(same, moved)));
}
