import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/button.js';
import type { IconName } from '../parts/icon.js';

export interface MenuItem {
  readonly icon: IconName;
  readonly name: string;
  readonly keys?: string;
  readonly isBad?: true;
  run(): void;
}

interface MenuProps {
  readonly name: string;
  /** Items under a heading; a part without items is left out. */
  readonly parts: readonly (readonly [heading: string, items: readonly MenuItem[]])[];
  close(): void;
}

/** Menu that is used with the arrow keys and with first letters. */
export function Menu({ name, parts, close }: MenuProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => ref.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  const shown = parts.filter(([, items]) => items.length > 0);
  return (
    <div
      ref={ref}
      class="block-menu"
      role="menu"
      aria-label={name}
      onKeyDown={(event) => {
        const all = [...(ref.current?.querySelectorAll('button') ?? [])];
        const at = all.findIndex((item) => item.matches(':focus'));
        const starts = all.find(
          (item, index) => index > at && item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()),
        );
        const next = {
          ArrowDown: all[at + 1] ?? all[0],
          ArrowUp: all[at - 1] ?? all.at(-1),
          Home: all[0],
          End: all.at(-1),
        }[event.key];
        const target = next ?? (event.key.length === 1 ? starts : undefined);
        if (event.key === 'Tab') close();
        if (target === undefined) return;
        event.preventDefault();
        target.focus();
      }}
    >
      {shown.map(([heading, items], at) => (
        <>
          {at > 0 && <hr />}
          {heading !== '' && (
            <p class="h" aria-hidden="true">
              {heading}
            </p>
          )}
          {items.map((item) => (
            <Button
              icon={item.icon}
              class={item.isBad ? 'it bad' : 'it'}
              role="menuitem"
              tabIndex={-1}
              onClick={() => item.run()}
            >
              <span class="grow">{item.name}</span>
              {item.keys !== undefined && <kbd>{item.keys}</kbd>}
            </Button>
          ))}
        </>
      ))}
    </div>
  );
}
