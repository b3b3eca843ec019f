import { upgradeField } from './field.js';
import { keepLocalCopy } from './unsaved-copy.js';

for (const field of document.querySelectorAll<HTMLElement>('[data-html-field]')) upgradeField(field);
/** Conflicts: typing into the field that puts both together chooses it. */
for (const part of document.querySelectorAll('.conflict')) {
  part.addEventListener('input', ({ target }) => {
    const together = part.querySelector<HTMLInputElement>('input[value=together]');
    if (target instanceof HTMLTextAreaElement && together !== null) together.checked = true;
  });
}
for (const form of document.querySelectorAll<HTMLFormElement>('form.write')) keepLocalCopy(form);
