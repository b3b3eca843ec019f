import { markOf } from './asking.js';
import { documentAt, sentTo } from './document-at.js';
import { isTyping } from './events.js';
import { startLocalTimes } from './local-times.js';
import { startMentions } from './mentions.js';

/**
 * Notes of a page for those who work on it: signs at the blocks, and a panel with the pages of the workspace, whose forms are sent in place.
 * `N` opens it, `J` and `K` choose, Ctrl-Enter sends.
 */
export function startNotes(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-notes]');
  if (link === null) return;
  const panel = new Panel(link);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void panel.open(link.href);
  });
  document.addEventListener('keydown', (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === 'n') void panel.open(link.href);
    if (key === 'j' || key === 'k') panel.step(key === 'j' ? 1 : -1);
  });
  void panel.mark();
}

class Panel {
  readonly #aside = Object.assign(document.createElement('aside'), { className: 'pan notes', hidden: true });

  constructor(private readonly link: HTMLAnchorElement) {
    this.#aside.setAttribute('aria-label', link.textContent?.trim() ?? '');
    document.querySelector('main')?.append(this.#aside);
    this.#aside.addEventListener('click', (event) => this.#follow(event));
    this.#aside.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send(event.target as HTMLFormElement, event.submitter);
    });
    this.#aside.addEventListener('keydown', ({ key, metaKey, ctrlKey, target }) => {
      if (key === 'Escape') this.#close();
      if (key === 'Enter' && (metaKey || ctrlKey) && target instanceof HTMLTextAreaElement)
        target.form?.requestSubmit();
    });
  }

  /** Draws the signs: the number of open notes of each block, and at the others one to comment. */
  async mark(): Promise<void> {
    const main = await mainAt(this.link.href);
    if (main === null) return;
    const rows = [...main.querySelectorAll<HTMLElement>('li[data-note]')];
    for (const mark of document.querySelectorAll('main .note-mark')) mark.remove();
    for (const block of document.querySelectorAll<HTMLElement>('main > :is(.blk, .text)[id]')) {
      const own = rows.filter(({ dataset }) => dataset.block === block.id);
      const { comment = '', marks = '' } = this.link.dataset;
      const button = markOf(own.length, own.length === 0 ? comment : `${own.length} ${marks}`);
      const address = new URL(this.link.dataset.new ?? '', location.href);
      address.searchParams.set('block', block.id);
      const only = own.length === 1 ? own[0]?.querySelector('a')?.href : undefined;
      button.addEventListener('click', () => void this.open(only ?? (own.length > 1 ? this.link.href : address.href)));
      block.classList.add('rb');
      block.append(button);
    }
  }

  async open(href: string): Promise<void> {
    const main = await mainAt(href);
    if (main === null) location.assign(href);
    else this.#show(main);
  }

  step(by: number): void {
    const links = [...this.#aside.querySelectorAll<HTMLAnchorElement>('li[data-note] a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  }

  #show(main: Element): void {
    const close = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'btn ic quiet sm',
      textContent: '×',
    });
    close.setAttribute('aria-label', this.link.dataset.close ?? '');
    close.addEventListener('click', () => this.#close());
    const box = Object.assign(document.createElement('div'), { className: 'in-panel' });
    box.append(...document.importNode(main, true).childNodes);
    this.#aside.replaceChildren(close, box);
    this.#aside.hidden = false;
    document.body.classList.add('has-notes');
    startLocalTimes(this.#aside);
    startMentions(this.#aside);
    this.#aside.querySelector<HTMLElement>('textarea, li[data-note] a, a')?.focus();
  }

  #close(): void {
    this.#aside.hidden = true;
    document.body.classList.remove('has-notes');
    this.link.focus();
  }

  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || !/\/-\/workspace\/notes(?:[/?]|$)/.test(link.href) || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    void this.open(link.href.includes('page=') || /notes\/\d/.test(link.href) ? link.href : this.link.href);
  }

  async #send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    if (submitter) submitter.ariaBusy = 'true';
    const { href, page } = await sentTo(form);
    if (submitter) submitter.ariaBusy = null;
    const main = page?.querySelector('main');
    if (!main) form.submit();
    else if (!/\/notes(?:[/?]|$)/.test(href)) location.assign(href);
    else {
      if (/\/notes\/\w/.test(href)) this.#show(main);
      else await this.open(this.link.href);
      await this.mark();
    }
  }
}

/** Content of a page of the workspace; `null` without an answer. */
const mainAt = async (href: string): Promise<Element | null> => (await documentAt(href))?.querySelector('main') ?? null;
