import { counted, fill, words } from '../../words/words.js';
import { readFromDevice, writeToDevice } from './device.js';
import { documentAt } from './document-at.js';
import { toast } from './toast.js';

/** As of the page of a selection. */
const maxSelected = 100;

const isIds = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isSafeInteger);

const idsIn = (text: string): number[] => text.split(',').map(Number).filter(Number.isSafeInteger).filter(Boolean);

/**
 * A visitor's own selection of media. This device keeps it; the server knows of it only what it is asked to show. `data-selection` is the
 * link to its page, `data-select` a button for one medium, `data-selected` the place of the media on its page.
 */
export function startSelection(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-selection]');
  if (link === null) return;
  const { pathname } = link;
  const name = `bp-selection ${pathname}`;
  const own = (): number[] => readFromDevice(name, isIds) ?? [];

  function show(): void {
    const ids = own();
    if (link === null) return;
    link.hidden = ids.length === 0;
    link.setAttribute('aria-label', counted(words().scripts.selection.link, ids.length));
    link.title = counted(words().scripts.selection.link, ids.length);
    link.lastElementChild?.replaceChildren(String(ids.length));
    for (const button of document.querySelectorAll<HTMLElement>('[data-select]')) {
      button.hidden = false;
      button.setAttribute('aria-pressed', String(ids.includes(Number(button.dataset.select))));
    }
  }

  const keep = (ids: readonly number[]): void => {
    if (!writeToDevice(name, ids)) toast(words().scripts.selection.notKept);
    show();
  };

  const place = document.querySelector<HTMLElement>('[data-selected]');
  const empty = place?.cloneNode(true);
  /** Ids of the page: those of its address, else the own ones. */
  const shown = (): number[] => (location.hash === '' ? own() : idsIn(location.hash.slice(1)));

  /** Shows what this reader may see of the ids, and names them in the address. */
  async function draw(ids: readonly number[]): Promise<void> {
    if (place === null || !(empty instanceof HTMLElement)) return;
    history.replaceState(history.state, '', ids.length === 0 ? pathname : `${pathname}#${ids}`);
    const page = ids.length === 0 ? null : await pageOf(ids);
    if (page === undefined) return toast(words().scripts.noConnection);
    const next = page ?? (empty.cloneNode(true) as HTMLElement);
    for (const text of next.querySelectorAll<HTMLElement>('[data-empty]')) text.hidden = false;
    place.replaceChildren(...next.childNodes);
  }

  const pageOf = async (ids: readonly number[]): Promise<HTMLElement | undefined> =>
    (await documentAt(`${pathname}?ids=${ids}`))?.querySelector<HTMLElement>('[data-selected]') ?? undefined;

  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-select], [data-unselect]') : null;
    if (button === null) return;
    const { select, unselect } = button.dataset;
    const ids = own();
    if (unselect !== undefined) {
      const former = shown();
      const rest = former.filter((id) => id !== Number(unselect));
      // Who opened the link of someone else keeps the own selection.
      if (String(former) === String(ids)) keep(rest);
      void draw(rest).then(() => place?.querySelector<HTMLElement>('[data-unselect], a')?.focus());
    } else if (ids.includes(Number(select))) keep(ids.filter((id) => id !== Number(select)));
    else if (ids.length >= maxSelected) toast(fill(words().scripts.selection.full, { n: maxSelected }));
    else keep([...ids, Number(select)]);
  });
  window.addEventListener('storage', ({ key }) => key === name && show());
  window.addEventListener('hashchange', () => void draw(shown()));
  show();
  if (place !== null) void draw(shown());
}
