/** Element of a block. */
export const blockElement = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`);

/** Id of the block in which an element is. */
export const blockIdAt = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-block]')?.dataset.block ?? null) : null;

/** Shows the tab in which an element is. */
export function showTabOf(element: Element | null): void {
  const tab = element?.closest('.tabs > section');
  if (!tab?.parentElement) return;
  for (const sibling of tab.parentElement.children) sibling.classList.toggle('on', sibling === tab);
  showTabOf(tab.parentElement);
}

/** First text of a block; without one, the block. */
function textOf(id: string): HTMLElement | null {
  const element = blockElement(id);
  if (element?.matches('[role=textbox]')) return element;
  return element?.querySelector<HTMLElement>('[role=textbox]') ?? element;
}

/** Gives an element the focus as soon as it is drawn: as its `ref`. */
export const focusNow = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** Puts the caret into the first text of a block. */
export function focusFirst(id: string): void {
  textOf(id)?.focus();
}

/** Puts the caret into the first text of a block that was drawn just now. */
export function focusText(id: string): void {
  requestAnimationFrame(() => {
    focusFirst(id);
    textOf(id)?.scrollIntoView({ block: 'nearest' });
  });
}

/**
 * Gives the selected block the focus: its handle, which names what can be done with it, or on a phone the block itself.
 */
export function focusBlock(id: string): void {
  requestAnimationFrame(() => {
    const handle = document.querySelector<HTMLElement>('.gutter .grab');
    const element = blockElement(id);
    if (handle?.checkVisibility()) handle.focus({ preventScroll: true });
    else if (!element?.matches('[role=textbox]')) element?.focus();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

/** Handler of a press on a button that leaves the caret where it is. */
export const keepCaret = (event: MouseEvent): void => event.preventDefault();

/** @returns function that puts focus and caret back to where they are now */
export function keptCaret(): () => void {
  const { activeElement } = document;
  const selection = getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : null;
  return () => {
    if (!(activeElement instanceof HTMLElement)) return;
    activeElement.focus({ preventScroll: true });
    if (range === null || !activeElement.contains(range.startContainer)) return;
    selection?.removeAllRanges();
    selection?.addRange(range);
  };
}

/**
 * Gives an element the focus back that it lost when the page was drawn again; one that no longer exists gives it to the
 * title.
 */
export function keepFocus(element: Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body || !(element instanceof HTMLElement) || element === document.body)
      return;
    const heir = element.isConnected ? element : document.querySelector<HTMLElement>('main h1 [role=textbox]');
    heir?.focus({ preventScroll: true });
  });
}

let live: HTMLElement | null = null;

/** Reads a message out to people who use a screen reader. */
export function announce(text: string): void {
  live ??= document.body.appendChild(Object.assign(document.createElement('div'), { className: 'vh' }));
  live.setAttribute('aria-live', 'polite');
  live.textContent = text;
}
