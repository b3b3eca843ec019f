import { counted, words } from '../../words/words.js';
import { copyPrefix, type DeviceStorage, type Result, readFromDevice, resultName, writeToDevice } from './device.js';
import { isTyping, opensElsewhere } from './events.js';
import { addFirstPage, addPage } from './new-page.js';
import { note } from './toast.js';

/** Members of an unsaved copy that the offer to continue shows. */
interface Left {
  readonly at: number;
  readonly touched: readonly string[];
}

const isLeft = (value: unknown): value is Left =>
  typeof value === 'object' && value !== null && 'touched' in value && Array.isArray(value.touched);

const isResult = (value: unknown): value is Result => typeof value === 'object' && value !== null && 'href' in value;

/** Part of the editor's file that begins to write. */
interface EditorFile {
  startEditor(place: object, first: string | null, opens: 'page' | null): Promise<void>;
}

/**
 * *Edit page*, `E`, a double click on a text, and the fragment of an address make the page the place to write: only
 * then the editor is loaded.
 */
export function startEditing(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-edit]')];
  const [data] = buttons.map(({ dataset }) => dataset);
  if (data === undefined) return;
  const {
    api = '',
    base = '',
    page = '',
    person = '',
    personName = '',
    signIn = '',
    onlyIn,
    into,
    viewer,
    embedsOff,
  } = data;
  const place = {
    ...{ api, base, signIn, pageId: Number(page), person: { id: person, name: personName } },
    onlyIn: onlyIn === undefined ? null : Number(onlyIn),
    language: into ?? null,
    isViewer: viewer !== undefined,
    embedsOff: embedsOff?.split(' ') ?? [],
  };
  const files = { script: data.edit ?? '', words: data.editWords ?? '', sheet: data.editCss ?? '' };
  const begin = beginOnce(place, files, buttons);

  for (const button of buttons) {
    button.addEventListener('click', (event) => {
      if (opensElsewhere(event)) return;
      event.preventDefault();
      void begin();
    });
  }
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element &&
      event.target.closest<HTMLAnchorElement>('[data-page-settings], a[href*="/pages/new?"]:not([data-form])');
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    if (link.matches('[data-page-settings]')) void begin({ opens: 'page' });
    else addPage(place, link);
  });
  document.querySelector('main')?.addEventListener('dblclick', ({ target }) => {
    const first = target instanceof Element ? target.closest('main .text, main .head, main .blk')?.id : undefined;
    if (first) void begin({ first });
  });
  document.addEventListener('keydown', ({ key, target, metaKey, ctrlKey, altKey }) => {
    const isBusy = isTyping(target) || (target instanceof Element && target.closest('dialog') !== null);
    if (key.toLowerCase() === 'e' && !isBusy && !metaKey && !ctrlKey && !altKey) void begin();
  });
  addEventListener('hashchange', () => isAsked() && void begin());

  const first = new URLSearchParams(location.search).get('block');
  if (isAsked()) void begin(first === null ? {} : { first });
  else if (!tellResult(resultName(place))) offer(copyPrefix(place), () => void begin());
  addFirstPage(place);
}

interface Beginning {
  /** Block whose text gets the caret. */
  readonly first?: string;
  /** Panel that is open. */
  readonly opens?: 'page';
}

/** Function that loads the editor and makes the page the place to write; it does nothing more once that has begun. */
function beginOnce(
  place: object,
  files: { readonly script: string; readonly words: string; readonly sheet: string },
  buttons: readonly HTMLElement[],
): (beginning?: Beginning) => Promise<void> {
  let isBegun = false;
  return async ({ first, opens } = {}) => {
    if (isBegun) return;
    isBegun = true;
    for (const button of buttons) button.ariaBusy = 'true';
    try {
      const [file] = await Promise.all([load(files.script), import(files.words), loadSheet(files.sheet)]);
      await file.startEditor(place, first ?? null, opens ?? null);
      for (const offer of document.querySelectorAll('.left-off, .offered')) offer.remove();
      if (isAsked()) history.replaceState(null, '', location.pathname + location.search);
    } catch (error) {
      console.error(error);
      isBegun = false;
      say(words().scripts.notEdited);
    }
    for (const button of buttons) button.ariaBusy = null;
  };
}

/** Whether the address asks to write the page. */
const isAsked = (): boolean => location.hash === '#edit';

const load = (path: string): Promise<EditorFile> => import(path);

function loadSheet(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', reject);
    document.head.append(sheet);
  });
}

/** @returns whether there was a result to tell */
function tellResult(name: string): boolean {
  const result = readFromDevice(name, isResult, 'sessionStorage');
  if (result === undefined) return false;
  sessionStorage.removeItem(name);
  const { text, link, href } = result;
  say(text, Object.assign(document.createElement('a'), { href, textContent: link }));
  return true;
}

/** Offers to continue with the unsaved copy, or to undo its discard in this tab. */
function offer(prefix: string, resume: () => void): void {
  const { scripts: texts, locale } = words();
  const [discarded] = copiesIn('sessionStorage', prefix);
  const [left] = copiesIn('localStorage', prefix);
  if (discarded !== undefined) {
    const { name, copy } = discarded;
    sessionStorage.removeItem(name);
    const undo = (): void => void (writeToDevice(name, copy) && resume());
    say(counted(texts.changesDiscarded, copy.touched.length), button(texts.undo, undo));
  } else if (left !== undefined) {
    const { copy } = left;
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(copy.at);
    say(counted(texts.changesKept, copy.touched.length, { time }), button(texts.goOn, resume));
  }
}

/** Copies of a page, the newest first. */
const copiesIn = (keeping: DeviceStorage, prefix: string) =>
  Object.keys(window[keeping])
    .flatMap((name) => {
      const copy = name.startsWith(prefix) ? readFromDevice(name, isLeft, keeping) : undefined;
      return copy === undefined ? [] : [{ name, copy }];
    })
    .sort((a, b) => b.copy.at - a.copy.at);

function button(textContent: string, run: () => void): HTMLElement {
  const element = Object.assign(document.createElement('button'), { type: 'button', textContent });
  element.addEventListener('click', run);
  return element;
}

function say(...content: readonly (string | Node)[]): void {
  document.querySelector('.left-off')?.remove();
  note('toast left-off').append(...content);
}
