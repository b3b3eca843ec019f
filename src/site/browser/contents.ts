import { words } from '../../words/words.js';
import { opensElsewhere } from './events.js';
import { toast } from './toast.js';

/** Marks the part of the page that is in view, and copies the page's address and Markdown. */
export function startContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.toc nav a')];
  const parts = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
  const mark = (): void => {
    // The current part is the last part that begins above the upper third of the window. At the end of the page it is
    // the last part.
    const line = innerHeight / 3;
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0;
    const passed = parts.filter((part) => part !== null && part.getBoundingClientRect().top < line).length;
    const current = isAtEnd ? links.length - 1 : Math.max(0, passed - 1);
    for (const [at, link] of links.entries()) link.ariaCurrent = at === current ? 'true' : null;
  };
  if (links.length > 0) {
    mark();
    addEventListener('scroll', mark, { passive: true });
  }
  const copyLink = document.querySelector('[data-copy-link]');
  copyLink?.addEventListener('click', () => copy(Promise.resolve(location.href), words().scripts.copiedLink));
  const source = document.querySelector<HTMLAnchorElement>('[data-copy-from]');
  source?.addEventListener('click', (event) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    const text = fetch(source.href).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
    copy(text, words().scripts.copiedMarkdown).catch(() => location.assign(source.href));
  });
}

async function copy(text: Promise<string>, done: string): Promise<void> {
  await navigator.clipboard.writeText(await text);
  toast(done, 'check');
}
