import { upgrade } from './field.js';
import { keepLocalCopy } from './unsaved-copy.js';

for (const field of document.querySelectorAll<HTMLElement>('[data-html-field]')) upgrade(field);
/** Typing into the text of both chooses it. */
for (const part of document.querySelectorAll('.conflict')) {
  part.addEventListener('input', ({ target }) => {
    const together = part.querySelector<HTMLInputElement>('input[value=together]');
    if (target instanceof HTMLTextAreaElement && together !== null) together.checked = true;
  });
}
for (const form of document.querySelectorAll<HTMLFormElement>('form.write')) keepLocalCopy(form);
