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
        if (event.key === 'Tab') close();
        const target = itemForKey([...(ref.current?.querySelectorAll('button') ?? [])], event.key);
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

/** Item to which a key leads: an arrow key, Home, End, or the first letter of the item. */
function itemForKey(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const focused = items.findIndex((item) => item.matches(':focus'));
  if (key === 'ArrowDown') return items[focused + 1] ?? items[0];
  if (key === 'ArrowUp') return items[focused - 1] ?? items.at(-1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1) return undefined;
  return items.find(
    (item, index) => index > focused && item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
  );
}
