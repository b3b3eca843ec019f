import { fill, words } from '../../../words/words.js';
import { make } from './make.js';

/** Polls for a newer version of the page and announces it. The page itself stays as it is. */
export function startNewerVersionNotice(): void {
  const notice = document.querySelector<HTMLElement>('[data-watch]');
  if (notice === null) return;
  setInterval(() => void poll(notice), 20_000);
  addEventListener('focus', () => void poll(notice));
}

async function poll(notice: HTMLElement): Promise<void> {
  if (document.hidden || notice.firstChild !== null) return;
  // Without a session the server redirects. The redirect is ignored.
  const response = await fetch(notice.dataset.watch ?? '', { redirect: 'manual' }).catch(() => null);
  if (response?.status !== 200) return;
  const text = await response.text();
  if (notice.firstChild !== null) return;
  const texts = words().workScripts;
  const address = new URL(location.href);
  address.searchParams.delete('done');
  addLink(notice, address.pathname + address.search, fill(texts.showNewer, { text }));
  if (notice.dataset.compare !== undefined) addLink(notice, notice.dataset.compare, texts.whatChanged);
}

function addLink(to: HTMLElement, href: string, text: string): void {
  const link = make('a', 'btn sm', text);
  link.href = href;
  to.append(link, ' ');
}
