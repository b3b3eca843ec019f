/** Key in `sessionStorage` whose value is the key in `localStorage` of the copy of a form that is being saved. */
export const savingKey = 'saving';

/** Removes the copy of a form when the page after its save is here, which has the outcome in its address. */
export function removeSavedCopy(): void {
  const savedKey = sessionStorage.getItem(savingKey);
  // The key stays while the refusal page is open: the form can be sent again there. Any other page ends the save.
  if (savedKey === null || document.querySelector('form[data-kept] input[name=base]') !== null) return;
  const query = new URLSearchParams(location.search);
  if (query.has('done') || query.has('same')) localStorage.removeItem(savedKey);
  sessionStorage.removeItem(savingKey);
}
