import { keep, kept } from './device.js';
import { documentAt } from './document-at.js';
import { isTyping, opensElsewhere } from './events.js';

interface Visited {
  readonly href: string;
  readonly title: string;
  readonly chapter: string;
}

const maxVisited = 8;

const isVisited = (value: unknown): value is Visited[] =>
  Array.isArray(value) && value.every((hit) => typeof hit?.href === 'string' && typeof hit.title === 'string');

/** Search over the page: `/` and Cmd-K open it. Without script, its button is a link to the same search as a page. */
export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.srch');
  const input = dialog?.querySelector('input');
  const results = dialog?.querySelector<HTMLElement>('.results');
  const count = dialog?.querySelector<HTMLElement>('[role="status"]');
  if (!dialog || !input || !results || !count) return;
  const recent = remember(dialog.dataset.base ?? '');

  const open = (): void => {
    if (dialog.open) return;
    for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover();
    dialog.showModal();
    input.select();
    if (input.value === '') showRecent();
  };
  for (const link of document.querySelectorAll('a.find')) {
    link.addEventListener('click', (event) => {
      if (!(event instanceof MouseEvent) || opensElsewhere(event)) return;
      event.preventDefault();
      open();
    });
  }
  addEventListener('keydown', (event) => {
    const isSlash = event.key === '/' && !isTyping(event.target) && !event.metaKey && !event.ctrlKey && !event.altKey;
    const isK = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey;
    if ((!isSlash && !isK) || event.defaultPrevented) return;
    event.preventDefault();
    open();
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('[data-close]'))) dialog.close();
    // A link within this page closes the dialog, too.
    else if (target instanceof Element && target.closest('a')) dialog.close();
  });

  const showRecent = (): void => {
    const group = Object.assign(document.createElement('h2'), { className: 'h', textContent: 'Recent pages' });
    results.replaceChildren(...(recent.length === 0 ? [] : [group, ...recent.map(rowOf)]));
    count.textContent = '';
    select();
  };
  let asked = 0;
  const find = async (): Promise<void> => {
    const words = input.value.trim();
    asked += 1;
    if (words === '') {
      showRecent();
      return;
    }
    const turn = asked;
    const query = new URLSearchParams({ q: words, part: 'results' });
    const answer = await documentAt(`${dialog.dataset.base}/-/search?${query}`);
    if (turn !== asked) return;
    const found = answer?.querySelector<HTMLElement>('.res');
    if (!found) {
      count.textContent = 'The search does not answer. Try again.';
      return;
    }
    const icons = answer?.querySelector('svg.vh');
    results.replaceChildren(...found.children, ...(icons ? [icons] : []));
    const number = Number(found.dataset.count);
    count.textContent = number === 1 ? '1 result' : `${number} results`;
    select();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void find(), 120);
  });

  /** Links of the rows, to which the arrows lead. */
  const links = () => [...results.querySelectorAll<HTMLAnchorElement>('.hit b a')];
  const select = (): void => links()[0]?.closest('.hit')?.classList.add('on');
  dialog.addEventListener('focusin', ({ target }) => {
    for (const row of results.querySelectorAll('.on')) row.classList.remove('on');
    if (target === input) select();
    else if (target instanceof Element) target.closest('.hit')?.classList.add('on');
  });
  dialog.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = links();
    const row = document.activeElement?.closest('.hit');
    const at = all.findIndex((link) => link.closest('.hit') === row);
    // The first row is chosen while the field has the focus.
    const next = row ? at + step : step === 1 ? 1 : -1;
    (next < 0 ? input : (all[Math.min(next, all.length - 1)] ?? input)).focus();
  });
  input.form?.addEventListener('submit', (event) => {
    const first = links()[0];
    if (first === undefined || input.value.trim() === '') return;
    event.preventDefault();
    dialog.close();
    location.assign(first.href);
  });
}

function rowOf({ href, title, chapter }: Visited): HTMLElement {
  const row = Object.assign(document.createElement('div'), { className: 'hit recent' });
  const words = document.createElement('span');
  const link = Object.assign(document.createElement('a'), { href, textContent: title });
  const name = Object.assign(document.createElement('b'), { className: 'cut' });
  name.append(link);
  words.append(name, Object.assign(document.createElement('small'), { className: 'cut', textContent: chapter }));
  row.append(words);
  return row;
}

/** Pages visited last on this device, without the current one, which is added. */
function remember(base: string): readonly Visited[] {
  const name = `bp-recent ${base}`;
  const visited = kept(name, isVisited) ?? [];
  const current = document.querySelector('.side [aria-current="page"]');
  const others = visited.filter(({ href }) => href !== location.pathname && href.startsWith(`${base}/`));
  if (current !== null) {
    const title = document.querySelector('h1')?.textContent ?? '';
    const chapter = [...document.querySelectorAll('.crumb a')].map(({ textContent }) => textContent).join(' › ');
    keep(name, [{ href: location.pathname, title, chapter }, ...others].slice(0, maxVisited));
  }
  return others;
}
