import { copyPrefix, savingKey } from './copy-keys.js';

/** Removes copies that are obsolete: those of other people, the one that was saved, and all on signing out. */
export function startLocalCopies(): void {
  const person = document.querySelector<HTMLElement>('[data-person]')?.dataset.person;
  if (person !== undefined) removeCopies((key) => !key.startsWith(`${copyPrefix}${person}:`));
  const savedKey = sessionStorage.getItem(savingKey);
  const query = new URLSearchParams(location.search);
  // Keep the key while the refusal page is open: the user can retry there. Any other page ends the save.
  if (savedKey !== null && document.querySelector('form[data-kept] input[name=base]') === null) {
    if (query.has('done') || query.has('same')) removeCopies((key) => key === savedKey);
    sessionStorage.removeItem(savingKey);
  }
  for (const form of document.querySelectorAll('form[data-sign-out]')) {
    form.addEventListener('submit', () => removeCopies(() => true));
  }
}

function removeCopies(isObsolete: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(copyPrefix) && isObsolete(key)) localStorage.removeItem(key);
  }
}
