import { counted, words } from '../../../words/words.js';
import { make } from './make.js';
import { hideLater } from './toasts.js';

const savable = 'form[data-save]';

/**
 * Shows a bar in forms of stored values after the first change. It has the number of changes, Discard, and the form's own
 * button.
 */
export function startSaveBars(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>(savable)) {
    const button = form.querySelector<HTMLButtonElement>('[type=submit]');
    if (button === null) continue;
    // In a row there is room for the button only.
    if (form.closest('.li > .row')) startRowButton(form, button);
    else startSaveBar(form, button);
  }
}

function startRowButton(form: HTMLFormElement, button: HTMLButtonElement): void {
  const draw = (): void => {
    button.hidden = changedFields(form).length === 0;
  };
  form.addEventListener('change', draw);
  draw();
}

function startSaveBar(form: HTMLFormElement, button: HTMLButtonElement): void {
  const { className } = button;
  const bar = make('div', 'savebar');
  const state = make('span');
  const discard = make('button', 'btn quiet', words().scripts.discard);
  state.role = 'status';
  discard.type = 'reset';
  bar.append(state, discard);
  const draw = (): void => {
    const count = changedFields(form).length;
    state.textContent = counted(words().scripts.changes, count);
    if (count > 0 === bar.isConnected) return;
    const hadFocus = bar.contains(document.activeElement);
    button.className = count > 0 ? 'btn go' : className;
    if (count === 0) bar.replaceWith(button);
    else {
      button.replaceWith(bar);
      bar.append(button);
    }
    if (hadFocus) button.focus();
  };
  form.addEventListener('input', draw);
  form.addEventListener('change', draw);
  form.addEventListener('reset', () => {
    const discarded = changedFields(form).map((field) => ({ field, value: currentValue(field) }));
    // The event comes before the fields change.
    setTimeout(() => {
      announceInput(discarded);
      draw();
      offerUndo(form, discarded);
    });
  });
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A changed field, and the value that Discard took. */
interface Discarded {
  readonly field: Field;
  readonly value: string | boolean;
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

const currentValue = (field: Field): string | boolean => (isBox(field) ? field.checked : field.value);

/** Other scripts fill fields from those that change, such as RGB from hex. */
function announceInput(fields: readonly Discarded[]): void {
  for (const { field } of fields) field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Toast with Undo. It is in the form, so that it goes with a form that was opened in place. */
function offerUndo(form: HTMLFormElement, discarded: readonly Discarded[]): void {
  if (discarded.length === 0) return;
  for (const earlier of document.querySelectorAll('.toast')) earlier.remove();
  const texts = words().scripts;
  const toast = make('div', 'toast');
  toast.role = 'status';
  const undo = make('button', '', texts.undo);
  undo.type = 'button';
  undo.addEventListener('click', () => {
    toast.remove();
    for (const { field, value } of discarded) {
      if (isBox(field)) field.checked = value === true;
      else field.value = String(value);
    }
    announceInput(discarded);
    discarded[0]?.field.focus();
  });
  form.append(toast);
  toast.append(counted(texts.changesDiscarded, discarded.length), undo);
  hideLater(toast);
}

/** Whether a part has changes that are not saved. */
export const isUnsaved = (root: ParentNode): boolean =>
  [...root.querySelectorAll<HTMLFormElement>(savable)].some((form) => changedFields(form).length > 0);

/** Asks before the page is left with changes; the keys of Save send them. */
export function startSaving(): void {
  let isSending = false;
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    isSending = !defaultPrevented && target instanceof HTMLFormElement && target.matches(savable);
  });
  addEventListener('pageshow', () => {
    isSending = false;
  });
  addEventListener('beforeunload', (event) => {
    if (!isSending && isUnsaved(document)) event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 's' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
    const changed = [...document.querySelectorAll<HTMLFormElement>(savable)].filter(
      (form) => changedFields(form).length > 0,
    );
    const form = changed.find((candidate) => candidate.contains(document.activeElement)) ?? changed[0];
    if (form === undefined) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector<HTMLButtonElement>('[type=submit]'));
  });
}

const changedFields = (form: HTMLFormElement): Field[] => [...form.elements].filter(isChanged);

function isChanged(field: Element): field is Field {
  if (field instanceof HTMLSelectElement) {
    const stored = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(stored, 0);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.name === '' || field.type === 'hidden') return false;
  return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
}
