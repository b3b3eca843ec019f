import { plural } from '../../lib/plural.js';

const savable = 'form[data-save]';

/** Forms of stored values: the first change shows a bar with the number of changes, Discard, and the form's own button. */
export function startSaveBars(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>(savable)) startSaveBar(form);
}

function startSaveBar(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (button === null) return;
  // In a row there is room for the button only.
  if (form.closest('.li > .row')) {
    const draw = (): boolean => (button.hidden = changesIn(form) === 0);
    form.addEventListener('change', draw);
    return void draw();
  }
  const { className } = button;
  const bar = Object.assign(document.createElement('div'), { className: 'savebar' });
  const state = document.createElement('span');
  state.role = 'status';
  const discard = Object.assign(document.createElement('button'), { type: 'reset', className: 'btn quiet' });
  discard.textContent = 'Discard';
  bar.append(state, discard);
  const draw = (): void => {
    const count = changesIn(form);
    state.textContent = plural(count, 'change');
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
  // The event comes before the fields change.
  form.addEventListener('reset', () => setTimeout(draw));
}

/** Whether a part has changes that are not saved. */
export const isUnsaved = (root: ParentNode): boolean =>
  [...root.querySelectorAll<HTMLFormElement>(savable)].some((form) => changesIn(form) > 0);

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
    const changed = [...document.querySelectorAll<HTMLFormElement>(savable)].filter((form) => changesIn(form) > 0);
    const form = changed.find((candidate) => candidate.contains(document.activeElement)) ?? changed[0];
    if (form === undefined) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector<HTMLButtonElement>('[type=submit]'));
  });
}

const changesIn = (form: HTMLFormElement): number => [...form.elements].filter(isChanged).length;

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const stored = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(stored, 0);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.name === '' || field.type === 'hidden') return false;
  return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
}
