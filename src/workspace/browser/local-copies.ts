import { copyPrefix } from './copy-keys.js';

/** Removes copies that are obsolete: those of other people, and all on signing out. */
export function startLocalCopies(): void {
  const person = document.querySelector<HTMLElement>('[data-person]')?.dataset.person;
  if (person !== undefined) removeCopies((key) => !key.startsWith(`${copyPrefix}${person}:`));
  for (const form of document.querySelectorAll('form[data-sign-out]')) {
    form.addEventListener('submit', () => removeCopies(() => true));
  }
}

function removeCopies(isObsolete: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(copyPrefix) && isObsolete(key)) localStorage.removeItem(key);
  }
}
