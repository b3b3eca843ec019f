import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

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
    const width = document.documentElement.clientWidth;
    element.style.left = `${Math.max(8, Math.min(box.left, width - element.offsetWidth - 8)) + scrollX}px`;
    element.style.top = `${(isAtTop ? box.top + 34 : box.bottom + 22) + scrollY}px`;
    element.scrollIntoView({ block: 'nearest' });
    const leave = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !element.contains(target)) close();
    };
    document.addEventListener('pointerdown', leave, true);
    return () => document.removeEventListener('pointerdown', leave, true);
  }, [at]);
  return (
    <div
      ref={ref}
      class="pop sheet popup"
      role="dialog"
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      {children}
    </div>
  );
}

interface DialogProps {
  readonly name: string;
  readonly children: ComponentChildren;
  close(): void;
}

/** Question above the page, which has the focus. */
export function Dialog({ name, children, close }: DialogProps) {
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
      {children}
    </dialog>
  );
}
