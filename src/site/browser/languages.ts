import { words } from '../../words/words.js';
import { type DeviceStorage, readFromDevice, writeToDevice } from './device.js';
import { iconOf, note } from './toast.js';

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * The menu of the languages: it keeps the place on the page, and the choice on this device. A reader of another language that the page
 * is written in is offered it once. Nothing leads there by itself.
 */
export function startLanguages(): void {
  const menu = document.querySelector<HTMLDetailsElement>('details[data-languages]');
  if (menu === null) return;
  const links = [...menu.querySelectorAll('a')];
  const name = `bp-language ${menu.dataset.languages}`;
  for (const link of links) chooses(link, name);
  moveByKeys(menu, links);
  offer(menu, links, name);
}

function chooses(link: HTMLAnchorElement, name: string): void {
  link.addEventListener('click', () => {
    writeToDevice(name, link.hreflang);
    // Blocks have one id in all languages.
    link.hash = location.hash;
  });
}

function moveByKeys(menu: HTMLDetailsElement, links: readonly HTMLAnchorElement[]): void {
  menu.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const from = Math.max(0, at);
    const after = [...links.slice(from + 1), ...links.slice(0, from + 1)];
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const step = steps[key];
    const found =
      step !== undefined
        ? links.at(step >= links.length ? 0 : step)
        : after.find(({ textContent }) => key.length === 1 && textContent.toLowerCase().startsWith(key.toLowerCase()));
    if (found === undefined || (key === 'ArrowUp' && at < 0)) return;
    event.preventDefault();
    menu.open = true;
    found.focus();
  });
}

/** Offers the language that was chosen on this device, once in a tab, or that of the browser, once. */
function offer(menu: HTMLElement, links: readonly HTMLAnchorElement[], name: string): void {
  const chosen = readFromDevice(name, isText);
  const storage: DeviceStorage = chosen === undefined ? 'localStorage' : 'sessionStorage';
  const offered = `${name} offered`;
  const wanted = chosen ?? navigator.languages.map((tag) => linkFor(links, tag)).find(Boolean)?.hreflang;
  const link = links.find(({ hreflang }) => hreflang === wanted);
  if (!link?.dataset.offer || readFromDevice(offered, isText, storage) !== undefined) return;
  writeToDevice(offered, link.hreflang, storage);
  const shown = note('toast offered');
  const way = Object.assign(document.createElement('a'), { href: link.href, lang: link.lang, hreflang: link.hreflang });
  way.textContent = link.dataset.offer;
  chooses(way, name);
  const close = Object.assign(document.createElement('button'), { type: 'button', ariaLabel: words().scripts.close });
  close.append(iconOf('x'));
  for (const [part, event] of [
    [close, 'click'],
    [menu, 'toggle'],
  ] as const)
    part.addEventListener(event, () => shown.remove(), { once: true });
  shown.append(iconOf('globe'), way, close);
}

/** `de` for a reader of `de-AT`, but not the other way. */
const linkFor = (links: readonly HTMLAnchorElement[], tag: string): HTMLAnchorElement | undefined => {
  const wanted = tag.toLowerCase();
  const parts = wanted.split('-').map((_, at, all) => all.slice(0, all.length - at).join('-'));
  return parts.map((part) => links.find(({ hreflang }) => hreflang.toLowerCase() === part)).find(Boolean);
};
