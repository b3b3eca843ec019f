import { fill, words } from '../../words/words.js';
import { documentAt } from '../browser/document-at.js';
import { startNavigation } from '../browser/navigation.js';
import { iconOf } from '../browser/toast.js';
import type { Editor } from './editor.js';

/** Parts of the page around its content: selector, and where the server's part is inserted if there is none yet. */
const parts = [
  ['.side nav:not(.seg)', null],
  ['main > .crumb', 'beforebegin'],
  ['main > .tag', 'afterend'],
  ['main > .toc .acts', null],
] as const;

/** Draws the navigation and everything else around the content again, after pages were moved or changed. */
export async function redrawFrame({ api: { place } }: Editor): Promise<void> {
  const next = await documentAt(location.pathname + location.search);
  if (next === null) return;
  const side = document.querySelector('.side');
  const top = side?.scrollTop ?? 0;
  for (const [selector, where] of parts) {
    const old = document.querySelector(selector);
    const drawn = next.querySelector(selector);
    if (old !== null && drawn !== null) old.replaceWith(drawn);
    else if (drawn === null) old?.remove();
    else if (where !== null) document.querySelector('main > :is(h1, .ch-cover)')?.insertAdjacentElement(where, drawn);
  }
  place.signIn = next.querySelector<HTMLElement>('[data-edit]')?.dataset.signIn ?? place.signIn;
  drawGrips();
  startNavigation();
  if (side !== null) side.scrollTop = top;
}

/** Draws a handle at each row of the navigation. */
export function drawGrips(): void {
  for (const item of document.querySelectorAll('.side li[data-nav]')) {
    const row = rowOf(item);
    const title = row?.querySelector('bdi')?.textContent ?? '';
    const grip = Object.assign(document.createElement('button'), { type: 'button', className: 'nav-grip' });
    // The row takes the focus and the keys itself.
    grip.tabIndex = -1;
    grip.ariaLabel = fill(words().editorPage.moveNamed, { title });
    grip.append(iconOf('grip-vertical'));
    row?.setAttribute('aria-keyshortcuts', 'Alt+ArrowUp Alt+ArrowDown Alt+Enter');
    item.prepend(grip);
  }
}

/** Row of an item of the navigation: the link to its page. */
export const rowOf = (item: Element): HTMLElement | null => item.querySelector<HTMLElement>(':scope > a');
