import { copyPrefix, savingKey } from '../browser/copy-keys.js';
import { buttonOf } from './button.js';

/** Copy of a form's fields in `localStorage`. */
interface Copy {
  /** Time of the copy, in milliseconds since 1970. */
  readonly at: number;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

const delayMs = 2000;
/** Upper bound on one copy. */
const maxCharacters = 512 * 1024;

/**
 * Keeps a copy of unsaved texts on this device. The copy is offered but never restored automatically, because the stored
 * page may be newer.
 */
export function keepLocalCopy(form: HTMLFormElement): void {
  const person = document.querySelector<HTMLElement>('[data-person]')?.dataset.person;
  const subject = /^\/brands\/([^/]+)\/-\/workspace\/(?:pages|language)\/([^/]+)/.exec(location.pathname);
  if (person === undefined || subject === null) return;
  const key = [copyPrefix + person, ...subject.slice(1)].join(':');
  const status = document.createElement('p');
  status.className = 'hint';
  status.setAttribute('role', 'status');
  form.prepend(status);
  // A form that the server sent back has unsaved texts.
  let isUnsaved = document.querySelector('main[data-sent]') !== null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  sessionStorage.removeItem(savingKey);

  const keep = (): void => {
    clearTimeout(timer);
    if (isUnsaved) status.textContent = store(key, { at: Date.now(), fields: fieldsOf(form) });
  };
  const earlier = isUnsaved ? null : read(key);
  if (earlier !== null && comparable(earlier.fields) !== comparable(fieldsOf(form))) offer(form, key, earlier);
  keep();

  form.addEventListener('input', () => {
    isUnsaved = true;
    clearTimeout(timer);
    timer = setTimeout(keep, delayMs);
  });
  form.addEventListener('submit', ({ submitter }) => {
    keep();
    isUnsaved = false;
    if (submitter instanceof HTMLButtonElement && submitter.value === 'save') sessionStorage.setItem(savingKey, key);
  });
  document.addEventListener('visibilitychange', keep);
  addEventListener('pagehide', keep);
  addEventListener('beforeunload', (event) => {
    if (isUnsaved) event.preventDefault();
  });
}

function fieldsOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}

/** Fields for comparing, without the one-time name of the form. */
function comparable(fields: Copy['fields']): string {
  return JSON.stringify(fields.filter(([name]) => name !== 'once'));
}

function read(key: string): Copy | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a copy, and evicts the oldest copies of other pages if space runs out. @returns the reason of a failure, or '' */
function store(key: string, copy: Copy): string {
  const text = JSON.stringify(copy);
  if (text.length > maxCharacters) return 'This page is too long to be kept on this device: save now and then.';
  const others = Object.keys(localStorage).filter((other) => other.startsWith(copyPrefix) && other !== key);
  others.sort((a, b) => (read(b)?.at ?? 0) - (read(a)?.at ?? 0));
  for (;;) {
    try {
      localStorage.setItem(key, text);
      return '';
    } catch {
      const oldest = others.pop();
      if (oldest === undefined) return 'This device has no space for a copy of what you write: save now and then.';
      localStorage.removeItem(oldest);
    }
  }
}

/** Shows a notice above the form that offers to look at a copy or throw it away. */
function offer(form: HTMLFormElement, key: string, { at, fields }: Copy): void {
  const notice = document.createElement('div');
  notice.className = 'note';
  notice.setAttribute('role', 'region');
  notice.setAttribute('aria-label', 'Unsaved changes');
  const baseOf = (all: Copy['fields']): string | undefined => all.find(([name]) => name === 'base')?.[1];
  const isOlder = baseOf(fields) !== baseOf(fieldsOf(form));
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  notice.append(`Unsaved changes of ${time} on this device${isOlder ? ', made on an older version' : ''}. `);
  const look = (): void => {
    const copyForm = document.createElement('form');
    copyForm.method = 'post';
    copyForm.action = form.action;
    for (const [name, value] of [...fields, ['do', 'preview'] as const]) {
      const input = document.createElement('input');
      input.type = 'hidden';
      input.name = name;
      input.value = value;
      copyForm.append(input);
    }
    document.body.append(copyForm);
    copyForm.submit();
  };
  const throwAway = (): void => {
    localStorage.removeItem(key);
    notice.remove();
  };
  notice.append(buttonOf('Look', look), ' ', buttonOf('Throw away', throwAway));
  form.before(notice);
}
