import { documentAt, sentTo } from './document-at.js';
import { drawn, iconOf } from './toast.js';

/** Link that asks about the page; the blocks get a sign each, which asks about the block. */
export function startAsking(): void {
  startOwnNote();
  const link = document.querySelector<HTMLAnchorElement>('a[data-ask]');
  if (link === null) return;
  const label = link.textContent?.trim() ?? '';
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void open(link, link.href);
  });
  for (const block of document.querySelectorAll<HTMLElement>('main > :is(.blk, .text)[id]')) {
    const button = signOf(label);
    const address = new URL(link.href);
    address.searchParams.set('block', block.id);
    button.addEventListener('click', () => void open(button, address.href));
    block.classList.add('rb');
    block.append(button);
  }
}

/** Button at a block. */
function signOf(label: string): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'btn ic sm unclear' });
  button.setAttribute('aria-label', label);
  button.append(iconOf('message-circle-question-mark'));
  return button;
}

/** The form is fetched when it is asked for, and sent in place. Without an answer the browser goes to its page. */
async function open(at: HTMLElement, href: string): Promise<void> {
  const form = (await documentAt(href))?.querySelector('main .ask');
  if (!form) {
    location.assign(href);
    return;
  }
  document.querySelector('.pop.ask-pop')?.remove();
  const box = Object.assign(document.createElement('div'), { className: 'pop sheet ask-pop' });
  box.popover = 'auto';
  box.append(document.importNode(form, true));
  document.body.append(box);
  place(box, at);
  box.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'closed') at.focus();
  });
  box.showPopover();
  box.querySelector('textarea')?.focus();
  box.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(box, event.target as HTMLFormElement);
  });
}

/** Place below the sign, inside the window; on a phone the style sheet puts it at the bottom. */
function place(box: HTMLElement, at: HTMLElement): void {
  const { bottom, right } = at.getBoundingClientRect();
  box.style.setProperty('--from-top', `${Math.max(8, Math.min(bottom + 8, innerHeight - 560))}px`);
  box.style.setProperty('--from-end', `${Math.max(8, Math.min(innerWidth - right, innerWidth - 360))}px`);
}

/** Typed text stays if it cannot be sent. */
async function send(box: HTMLElement, form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button');
  if (button) button.ariaBusy = 'true';
  const answer = (await sentTo(form)).page?.querySelector('main .ask');
  if (button) button.ariaBusy = null;
  if (answer) box.replaceChildren(document.importNode(answer, true));
  else form.submit();
}

/** Hands in the secret of a note, which is in the fragment of its address. */
function startOwnNote(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-own-note]');
  const field = form?.querySelector<HTMLInputElement>('input[name=own]');
  if (!form || !field || !/^#\d+\.[\w-]+$/.test(location.hash)) return;
  field.value = location.hash;
  history.replaceState(null, '', location.pathname);
  form.requestSubmit();
}

/** Sign with the number of notes at a block, for those who work on the page. */
export function markOf(count: number, label: string): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'note-mark' });
  button.setAttribute('aria-label', label);
  const icon = drawn('svg', { class: 'i' }, [drawn('use', { href: '#i-message-square' })]);
  button.append(icon, count > 0 ? String(count) : '');
  if (count === 0) button.dataset.empty = 'yes';
  return button;
}
