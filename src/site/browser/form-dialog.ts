import { words } from '../../words/words.js';
import { documentAt } from './document-at.js';
import { isTyping, opensElsewhere } from './events.js';
import { iconOf } from './toast.js';

/** Link to a form that edits the page: a click and `E` show the form over the page. */
export function startForm(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-form]')];
  for (const link of links) {
    link.addEventListener('click', (event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      void open(link);
    });
  }
  document.addEventListener('keydown', ({ key, target, metaKey, ctrlKey, altKey }) => {
    const isBusy = isTyping(target) || document.querySelector('dialog[open]') !== null;
    const link = links.find((candidate) => candidate.checkVisibility());
    if (link && key.toLowerCase() === 'e' && !isBusy && !metaKey && !ctrlKey && !altKey) void open(link);
  });
}

/** Sends the form as its own page does, which shows what was refused. Without an answer the browser goes there at once. */
async function open(link: HTMLAnchorElement): Promise<void> {
  if (link.ariaBusy) return;
  link.ariaBusy = 'true';
  const page = await documentAt(link.href);
  link.ariaBusy = null;
  const form = page?.querySelector('main form[data-save]');
  if (!form) return location.assign(link.href);
  const dialog = Object.assign(document.createElement('dialog'), { className: 'dlg form-dlg' });
  const title = Object.assign(document.createElement('h2'), { id: 'form-title' });
  title.textContent = page?.querySelector('main h1')?.textContent ?? '';
  dialog.setAttribute('aria-labelledby', title.id);
  const close = Object.assign(document.createElement('button'), { type: 'button', className: 'btn ic quiet' });
  close.ariaLabel = words().scripts.close;
  close.append(iconOf('x'));
  close.addEventListener('click', () => dialog.close());
  const head = document.createElement('header');
  head.append(title, close);
  dialog.append(head, document.importNode(form, true));
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    link.focus();
  });
  dialog.showModal();
  dialog.querySelector<HTMLElement>('form :is(select, input:not([type=hidden]), textarea)')?.focus();
}
