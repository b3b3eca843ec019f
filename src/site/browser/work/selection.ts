import { counted, words } from '../../../words/words.js';

/** Upper bound on what one form changes. */
const maxSelected = 500;

/** Selection in a list: Shift selects a row of items, Ctrl-A all that are shown, and Escape none. */
export function startSelection(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-selection]');
  if (form === null) return;
  const { selection: name = '' } = form.dataset;
  const boxes = [...form.elements].filter(
    (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.name === name,
  );
  const all = document.querySelector<HTMLInputElement>('input[data-all]');
  const exported = form.querySelector('[data-exported]');
  const shownCount = form.querySelector('[data-selected]');
  const clear = form.querySelector<HTMLElement>('[data-clear]');
  let last = -1;

  function show(): void {
    const chosen = boxes.filter((box) => box.checked);
    const count = all?.checked ? Number(all.dataset.total) : chosen.length;
    const hidden = chosen.filter((box) => box.dataset.unreleased !== undefined).length;
    const unreleased = all?.checked ? Number(all.dataset.unreleased) : hidden;
    const { selected, unreleased: notReleased } = words().workScripts;
    const parts = [counted(selected, count), ...(unreleased > 0 ? [counted(notReleased, unreleased)] : [])];
    if (shownCount) shownCount.textContent = count === 0 ? '' : parts.join(' · ');
    if (exported && count > 0) exported.textContent = counted(words().workScripts.exportPages, count);
  }
  function select(from: number, to: number, isSelected: boolean): void {
    for (const box of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) box.checked = isSelected;
    if (all && !isSelected) all.checked = false;
    show();
  }
  const selectNone = (): void => select(0, boxes.length, false);

  clear?.removeAttribute('hidden');
  clear?.addEventListener('click', selectNone);
  all?.closest('label')?.removeAttribute('hidden');
  all?.addEventListener('change', () => select(0, boxes.length, all.checked));
  for (const menu of form.querySelectorAll<HTMLDetailsElement>('details.menu')) {
    menu.addEventListener('toggle', () => {
      if (menu.open) menu.querySelector<HTMLElement>('input, select')?.focus();
    });
  }
  // What is chosen from a list is sent at once.
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement)
      target.closest('.pop')?.querySelector<HTMLElement>('[type=submit]')?.click();
  });
  document.addEventListener('click', (event) => {
    const { target, shiftKey } = event;
    if (!(target instanceof Element)) return;
    const box = target.closest('.medium, tr')?.querySelector<HTMLInputElement>(`[name=${name}]`);
    const at = box ? boxes.indexOf(box) : -1;
    if (!box || at < 0 || (target !== box && !shiftKey)) return;
    if (target !== box) {
      event.preventDefault();
      box.checked = !box.checked;
    }
    if (all && !box.checked) all.checked = false;
    if (shiftKey && last >= 0) select(last, at, box.checked);
    last = at;
    show();
  });
  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement) || submitter.dataset.download === undefined) return;
    // Files of forms have the name of their address.
    event.preventDefault();
    const sent = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]);
    const href = `${submitter.formAction}?${new URLSearchParams(sent)}`;
    Object.assign(document.createElement('a'), { href, download: submitter.dataset.download }).click();
    submitter.closest('details')?.removeAttribute('open');
  });
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey } = event;
    if (target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select')) {
      // Enter in a menu is its own first button, not that of the form.
      const button = key === 'Enter' && target.closest('.pop')?.querySelector<HTMLElement>('[type=submit]');
      if (!button || !form.contains(button)) return;
      event.preventDefault();
      button.click();
    } else if (key === 'a' && (ctrlKey || metaKey)) {
      event.preventDefault();
      select(0, maxSelected - 1, true);
    } else if (key === 'Escape' && !document.querySelector('.menu[open], [data-panel]:not([hidden])')) selectNone();
  });
  show();
}
