import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/button.js';

/** Puts an element of the layer at a point of the window, or as near as it fits. */
export function placeInWindow(element: HTMLElement, left: number, top: number): void {
  const last = document.documentElement.clientWidth - element.offsetWidth - 8;
  element.style.left = `${Math.max(8, Math.min(left, last)) + scrollX}px`;
  element.style.top = `${top + scrollY}px`;
}

/** Escape closes a part of the layer, and nothing else. */
export const closeOnEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    close();
  };

interface PopupProps {
  readonly at: Element | null;
  readonly isAtTop?: boolean;
  readonly name: string;
  readonly children: ComponentChildren;
  close(): void;
}

/** Menu at an element of the page; a sheet where there is little room. */
export function Popup({ at, isAtTop = false, name, children, close }: PopupProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || at === null) return;
    const box = at.getBoundingClientRect();
    placeInWindow(element, box.left, isAtTop ? box.top + 34 : box.bottom + 22);
    element.scrollIntoView({ block: 'nearest' });
    const leave = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !element.contains(target)) close();
    };
    document.addEventListener('pointerdown', leave, true);
    return () => document.removeEventListener('pointerdown', leave, true);
  }, [at]);
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
  /** Words of the button that closes it. */
  readonly back?: string;
  /** Buttons after it. */
  readonly actions?: ComponentChildren;
  close(): void;
}

/** Question above the page, which has the focus. */
export function Dialog({ name, title, head, children, back = 'Back to writing', actions, close }: DialogProps) {
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
          {back}
        </Button>
        {actions}
      </footer>
    </dialog>
  );
}
