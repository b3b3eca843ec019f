import { markOf } from './asking.js';
import { documentAt, sentTo } from './document-at.js';
import { isTyping, opensElsewhere } from './events.js';
import { startLocalTimes } from './local-times.js';
import { startMentions } from './mentions.js';
import { iconOf } from './toast.js';

/**
 * Notes of a page for those who work on it: signs at the blocks, and a panel with the pages of the workspace, whose forms are sent in place.
 * `N` opens it, `J` and `K` choose, Ctrl-Enter sends. While the page is written, letters are of its texts, and only the link opens it.
 */
export function startNotes(): void {
  const link = linkOfNotes();
  if (link === null) return;
  const panel = new Panel(link);
  document.addEventListener('click', (event) => {
    const isLink = event.target instanceof Element && event.target.closest(ofNotes) !== null;
    if (!isLink || opensElsewhere(event)) return;
    event.preventDefault();
    void panel.open(link.href);
  });
  document.addEventListener('keydown', (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || isWritten()) return;
    const key = event.key.toLowerCase();
    if (key === 'n') void panel.open(link.href);
    if (key === 'j' || key === 'k') panel.step(key === 'j' ? 1 : -1);
  });
  void panel.mark();
}

const ofNotes = 'a[data-notes]';

/** The editor draws the link again. */
const linkOfNotes = () => document.querySelector<HTMLAnchorElement>(ofNotes);

/** Whether the editor has taken the place of the blocks. */
const isWritten = (): boolean => document.body.classList.contains('editing');

class Panel {
  readonly #aside = Object.assign(document.createElement('aside'), { className: 'pan notes' });
  readonly #content = Object.assign(document.createElement('div'), { className: 'in-panel' });

  constructor(private readonly link: HTMLAnchorElement) {
    const name = link.textContent?.trim() ?? '';
    const head = document.createElement('header');
    const title = Object.assign(document.createElement('h2'), { className: 'grow', textContent: name });
    const close = Object.assign(document.createElement('button'), { type: 'button', className: 'btn ic quiet sm' });
    close.setAttribute('aria-label', link.dataset.close ?? '');
    close.append(iconOf('x'));
    close.addEventListener('click', () => this.#close());
    head.append(title, close);
    this.#aside.setAttribute('aria-label', name);
    this.#aside.append(head, this.#content);
    this.#aside.addEventListener('click', (event) => this.#follow(event));
    this.#aside.addEventListener('submit', (event) => {
      const form = event.target as HTMLFormElement;
      // A proposal is written on the page where it begins.
      if (new FormData(form).get('action') === 'proposal') return;
      event.preventDefault();
      void this.#send(form, event.submitter);
    });
    this.#aside.addEventListener('keydown', ({ key, metaKey, ctrlKey, target }) => {
      if (key === 'Escape') this.#close();
      if (key === 'Enter' && (metaKey || ctrlKey) && target instanceof HTMLTextAreaElement)
        target.form?.requestSubmit();
    });
  }

  /** Draws the signs: the number of open notes of each block, and at the others one to comment. */
  async mark(): Promise<void> {
    const main = mainOf(await documentAt(this.link.href));
    if (main === null || isWritten()) return;
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
    const page = await documentAt(href);
    // An ended session leads to where one signs in.
    if (page === null || !isOfNotes(page.URL)) location.assign(href);
    else this.#show(page);
  }

  step(by: number): void {
    const links = [...this.#aside.querySelectorAll<HTMLAnchorElement>('li[data-note] a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  }

  #show(page: Document): void {
    const main = mainOf(page);
    if (main === null) return;
    takeIcons(page);
    this.#content.replaceChildren(...document.importNode(main, true).childNodes);
    // The panel is in the content of the page, which the editor draws around it.
    if (!this.#aside.isConnected) document.querySelector('main')?.append(this.#aside);
    document.body.classList.add('has-notes');
    startLocalTimes(this.#aside);
    startMentions(this.#aside);
    point(this.#content.querySelector<HTMLElement>('section[data-block]')?.dataset.block);
    const first =
      this.#content.querySelector<HTMLElement>('textarea, li[data-note] a') ?? this.#aside.querySelector('button');
    first?.focus();
  }

  #close(): void {
    this.#aside.remove();
    point();
    document.body.classList.remove('has-notes');
    linkOfNotes()?.focus();
  }

  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || !isOfNotes(link.href) || opensElsewhere(event)) return;
    event.preventDefault();
    void this.open(/[?&]page=|notes\/\d/.test(link.href) ? link.href : this.link.href);
  }

  async #send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    if (submitter) submitter.ariaBusy = 'true';
    const { href, page } = await sentTo(form);
    if (submitter) submitter.ariaBusy = null;
    if (page === null || mainOf(page) === null) form.submit();
    else if (!isOfNotes(href)) location.assign(href);
    else {
      if (/\/notes\/\w/.test(href)) this.#show(page);
      else await this.open(this.link.href);
      await this.mark();
    }
  }
}

const mainOf = (page: Document | null): Element | null => page?.querySelector('main') ?? null;

/** Whether an address is of the notes in the workspace. */
const isOfNotes = (href: string): boolean => /\/-\/workspace\/notes(?:[/?]|$)/.test(href);

/** Adds the shapes of icons that only the other page has. */
function takeIcons(page: Document): void {
  const missing = [...page.querySelectorAll('symbol[id]')].filter(({ id }) => document.getElementById(id) === null);
  document.querySelector('svg.vh')?.append(...missing.map((shape) => document.importNode(shape, true)));
}

/** Shows which block a note is about. */
function point(id?: string): void {
  for (const block of document.querySelectorAll('main > .noted')) block.classList.remove('noted');
  const block = id ? document.getElementById(id) : null;
  block?.classList.add('noted');
  block?.scrollIntoView({ block: 'nearest' });
}
