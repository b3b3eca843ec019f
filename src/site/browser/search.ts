import { counted, words } from '../../words/words.js';
import { readFromDevice, writeToDevice } from './device.js';
import { documentAt } from './document-at.js';
import { isTyping, opensElsewhere } from './events.js';

interface VisitedPage {
  readonly href: string;
  readonly title: string;
  readonly chapter: string;
}

interface SearchElements {
  readonly dialog: HTMLDialogElement;
  readonly input: HTMLInputElement;
  readonly results: HTMLElement;
  /** Number of results, or why there are none. */
  readonly status: HTMLElement;
}

/** Upper bound on pages that are remembered. */
const maxVisited = 8;

/** Pause in typing after which the server is asked, in ms. */
const pauseMs = 120;

/** Pause after which words that found nothing are taken for typed, in ms. */
const typedMs = 2000;

/** Pause after which the server is asked again while its index is built, in ms, and how often that is done. */
const roundMs = 1000;
const maxRounds = 60;

/** Search over the page: `/` and Cmd-K open it. Without script, its button is a link to the same search as a page. */
export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.srch');
  const input = dialog?.querySelector('input');
  const results = dialog?.querySelector<HTMLElement>('.results');
  const status = dialog?.querySelector<HTMLElement>('[role="status"]');
  if (!dialog || !input || !results || !status) return;

  const base = dialog.dataset.base ?? '';
  const recent = recentPages(base);
  rememberCurrentPage(base, recent);
  const search = new SearchDialog({ dialog, input, results, status }, base, recent);
  openBySearchLinks(search);
  openByKeys(search);
}

function openBySearchLinks(search: SearchDialog): void {
  for (const link of document.querySelectorAll<HTMLElement>('a.find')) {
    link.addEventListener('click', (event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      search.open();
    });
  }
}

function openByKeys(search: SearchDialog): void {
  addEventListener('keydown', (event) => {
    const { key, target, metaKey, ctrlKey, shiftKey, altKey } = event;
    const isSlash = key === '/' && !isTyping(target) && !metaKey && !ctrlKey && !altKey;
    const isModK = key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !shiftKey;
    if ((!isSlash && !isModK) || event.defaultPrevented) return;
    event.preventDefault();
    search.open();
  });
}

class SearchDialog {
  /** Number of the last request: a response to an earlier one is ignored. */
  #lastRequest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly elements: SearchElements,
    private readonly base: string,
    private readonly recent: readonly VisitedPage[],
  ) {
    const { dialog, input } = elements;
    dialog.addEventListener('click', ({ target }) => {
      const closes = target instanceof Element && target.closest('[data-close], a') !== null;
      if (target === dialog || closes) dialog.close();
    });
    dialog.addEventListener('focusin', ({ target }) => this.#markRowOf(target));
    dialog.addEventListener('keydown', (event) => this.#moveFocus(event));
    input.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#find(), pauseMs);
    });
    input.form?.addEventListener('submit', (event) => this.#openFirst(event));
  }

  open(): void {
    const { dialog, input } = this.elements;
    if (dialog.open) return;
    for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover();
    dialog.showModal();
    input.select();
    if (input.value === '') this.#showRecent();
  }

  #showRecent(): void {
    const { recentPages: textContent } = words().scripts;
    const heading = Object.assign(document.createElement('h2'), { className: 'h', textContent });
    this.#show(this.recent.length === 0 ? [] : [heading, ...this.recent.map(buildRow)], '');
  }

  /** @param round how often the same words were looked for while the index is built */
  async #find(round = 0): Promise<void> {
    const { input, status } = this.elements;
    const texts = words().scripts;
    const looked = input.value.trim();
    this.#lastRequest += 1;
    const request = this.#lastRequest;
    if (looked === '') return this.#showRecent();

    const query = new URLSearchParams({ q: looked, part: 'results' });
    const address = `${this.base}/-/search?${query}`;
    const response = await documentAt(address);
    if (request !== this.#lastRequest) return;
    const found = response?.querySelector<HTMLElement>('.res');
    if (!found) {
      status.textContent = texts.searchFails;
      return;
    }

    const icons = response?.querySelector('svg.vh');
    const count = Number(found.dataset.count);
    const isBusy = found.dataset.busy !== undefined;
    const isLast = round >= maxRounds;
    const ready = counted(texts.results, count);
    const busy = isLast ? texts.searchIsNotReady : texts.searchIsBusy;
    // Until pages are found, whoever goes through the other results keeps them.
    if (!isBusy || round === 0) this.#show([...found.children, ...(icons ? [icons] : [])], ready);
    if (!isBusy) {
      if (count === 0) this.#timer = setTimeout(() => void documentAt(`${address}&typed`), typedMs);
      return;
    }
    status.textContent = busy;
    if (!isLast) this.#timer = setTimeout(() => void this.#find(round + 1), roundMs);
  }

  #show(content: readonly Element[], status: string): void {
    this.elements.results.replaceChildren(...content);
    this.elements.status.textContent = status;
    this.#markFirstRow();
  }

  /** Links of the rows, to which the arrow keys lead. */
  get #links(): HTMLAnchorElement[] {
    return [...this.elements.results.querySelectorAll<HTMLAnchorElement>('.hit b a')];
  }

  #markFirstRow(): void {
    this.#links[0]?.closest('.hit')?.classList.add('on');
  }

  /** Marks the row with the focus; the first row while the focus is in the input. */
  #markRowOf(target: EventTarget | null): void {
    for (const row of this.elements.results.querySelectorAll('.on')) row.classList.remove('on');
    if (target === this.elements.input) this.#markFirstRow();
    else if (target instanceof Element) target.closest('.hit')?.classList.add('on');
  }

  #moveFocus(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const isDown = event.key === 'ArrowDown';
    const links = this.#links;
    const row = document.activeElement?.closest('.hit');
    // The first row is marked while the input has the focus, so the arrow leads to the second.
    const marked = row ? links.findIndex((link) => link.closest('.hit') === row) : 0;
    const isAboveAll = !isDown && (!row || marked === 0);
    const next = links[Math.min(marked + (isDown ? 1 : -1), links.length - 1)];
    (isAboveAll ? this.elements.input : (next ?? this.elements.input)).focus();
  }

  #openFirst(event: SubmitEvent): void {
    const [first] = this.#links;
    if (first === undefined || this.elements.input.value.trim() === '') return;
    event.preventDefault();
    this.elements.dialog.close();
    location.assign(first.href);
  }
}

function buildRow({ href, title, chapter }: VisitedPage): HTMLElement {
  const row = Object.assign(document.createElement('div'), { className: 'hit recent' });
  const text = document.createElement('span');
  const link = Object.assign(document.createElement('a'), { href, textContent: title });
  const name = Object.assign(document.createElement('b'), { className: 'cut' });
  name.append(link);
  text.append(name, Object.assign(document.createElement('small'), { className: 'cut', textContent: chapter }));
  row.append(text);
  return row;
}

const storageName = (base: string): string => `bp-recent ${base}`;

/** Pages of this portal that were visited last on this device, without the current one. */
function recentPages(base: string): readonly VisitedPage[] {
  const visited = readFromDevice(storageName(base), isVisitedList) ?? [];
  return visited.filter(({ href }) => href !== location.pathname && href.startsWith(`${base}/`));
}

function rememberCurrentPage(base: string, recent: readonly VisitedPage[]): void {
  if (document.querySelector('.side [aria-current="page"]') === null) return;
  const title = document.querySelector('h1')?.textContent ?? '';
  const chapter = [...document.querySelectorAll('.crumb > a:not(.tag)')]
    .map(({ textContent }) => textContent)
    .join(' › ');
  writeToDevice(storageName(base), [{ href: location.pathname, title, chapter }, ...recent].slice(0, maxVisited));
}

const isVisitedList = (value: unknown): value is VisitedPage[] => Array.isArray(value) && value.every(isVisited);

const isVisited = (page: unknown): page is VisitedPage =>
  typeof page === 'object' &&
  page !== null &&
  ['href', 'title', 'chapter'].every((name) => typeof Reflect.get(page, name) === 'string');
