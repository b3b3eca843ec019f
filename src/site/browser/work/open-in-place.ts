import { words } from '../../../words/words.js';
import { documentAt } from '../document-at.js';
import { isUnsaved } from './save-bar.js';

/**
 * Opens the page of a row in place. Its part `data-part` appears in the row, or in the panel of the page. Without script the
 * link leads to the page. Forms that are opened in place lead back here.
 */
export function startOpeningInPlace(startParts: (root: ParentNode) => void): void {
  let opened: { readonly link: HTMLAnchorElement; readonly part: HTMLElement } | null = null;
  const panel = document.querySelector<HTMLElement>('[data-panel]');

  /**
   * Asks first if there are unsaved changes.
   *
   * @returns whether the part was closed
   */
  function close(): boolean {
    if (opened === null) return true;
    const { link, part } = opened;
    if (isUnsaved(part) && !confirm(words().workScripts.discardUnsaved)) return false;
    opened = null;
    part.remove();
    if (panel !== null) panel.hidden = true;
    link.removeAttribute('aria-expanded');
    link.focus();
    return true;
  }

  async function open(link: HTMLAnchorElement): Promise<void> {
    const part = await partAt(link.href);
    if (part === null) return location.assign(link.href);
    if (!close()) return;
    for (const form of part.querySelectorAll<HTMLFormElement>('form[method=post]')) {
      const back = Object.assign(document.createElement('input'), { type: 'hidden', name: 'back' });
      back.value = location.pathname + location.search;
      form.prepend(back);
    }
    (panel ?? link.closest('li') ?? link.parentElement)?.append(part);
    if (panel !== null) {
      panel.hidden = false;
      panel.scrollTop = 0;
      const title = panel.querySelector('[data-title]');
      if (title) title.textContent = link.textContent;
    }
    link.ariaExpanded = 'true';
    opened = { link, part };
    startParts(part);
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
    // Not smoothly, because the bar is drawn too low while a page scrolls.
    if (panel === null) (link.closest('li') ?? part).scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[data-close-panel]')) return void close();
    const link = target?.closest<HTMLAnchorElement>('a[data-open]');
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link === opened?.link) close();
    else void open(link);
  });
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) close();
  });
}

/** Part of the page at an address that is shown in place; `null` if it has none, such as the page to sign in. */
async function partAt(href: string): Promise<HTMLElement | null> {
  const part = (await documentAt(href))?.querySelector<HTMLElement>('[data-part]') ?? null;
  return part && document.adoptNode(part);
}
