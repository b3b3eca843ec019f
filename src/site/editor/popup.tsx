import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../../words/words.js';
import { Button } from '../parts/button.js';

/** Puts an element of the layer at a point of the window, or as near as it fits. */
export function placeInWindow(element: HTMLElement, left: number, top: number): void {
  const last = document.documentElement.clientWidth - element.offsetWidth - 8;
  element.style.left = `${Math.max(8, Math.min(left, last)) + scrollX}px`;
  element.style.top = `${top + scrollY}px`;
}

/** Key handler that closes a part of the layer on Escape. The key has no other effect then. */
export const closeOnEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    close();
  };

interface PopupProps {
  /** Element of the page at which the menu opens. */
  readonly anchor: Element | null;
  /** Whether the menu covers the anchor below its first line. Default: it is below the anchor. */
  readonly isAtTop?: boolean;
  /** Name for a screen reader. */
  readonly name: string;
  readonly children: ComponentChildren;
  close(): void;
}

/** Menu at an element of the page. On a phone it is a sheet at the bottom of the window. */
export function Popup({ anchor, isAtTop = false, name, children, close }: PopupProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || anchor === null) return;
    const box = anchor.getBoundingClientRect();
    placeInWindow(element, box.left, isAtTop ? box.top + 34 : box.bottom + 22);
    element.scrollIntoView({ block: 'nearest' });
    const closeWhenOutside = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !element.contains(target)) close();
    };
    document.addEventListener('pointerdown', closeWhenOutside, true);
    return () => document.removeEventListener('pointerdown', closeWhenOutside, true);
  }, [anchor]);
  return (
    <div ref={ref} class="pop sheet popup" role="dialog" aria-label={name} onKeyDown={closeOnEscape(close)}>
      {children}
    </div>
  );
}

interface DialogProps {
  /** Name for a screen reader. */
  readonly name: string;
  readonly title: ComponentChildren;
  /** Text or field below the title. */
  readonly head?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** Label of the button that closes the dialog. Default: back to writing. */
  readonly closeLabel?: string;
  /** Further buttons, after the one that closes the dialog. */
  readonly actions?: ComponentChildren;
  close(): void;
}

/** Modal dialog above the page. */
export function Dialog({ name, title, head, children, closeLabel, actions, close }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      class="dlg"
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <header>
        <h2>{title}</h2>
        {head}
      </header>
      {children}
      <footer>
        <Button class={actions === undefined ? 'btn' : 'btn quiet'} onClick={close}>
          {closeLabel ?? words().editor.backToWriting}
        </Button>
        {actions}
      </footer>
    </dialog>
  );
}
