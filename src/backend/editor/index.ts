import { upgrade } from './field.js';
import { keepLocalCopy } from './local-copy.js';

for (const field of document.querySelectorAll<HTMLElement>('[data-html-field]')) upgrade(field);
for (const form of document.querySelectorAll<HTMLFormElement>('form.write')) keepLocalCopy(form);
