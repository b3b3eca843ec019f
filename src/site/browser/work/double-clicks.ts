/** Disables the buttons of a form that was submitted, so that a double click submits it once. */
export function startDoubleClickGuard(): void {
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!(target instanceof HTMLFormElement) || defaultPrevented || target.method !== 'post') return;
    // In a later task, because the browser leaves disabled buttons out of the form data.
    setTimeout(() => setDisabled(target, true));
    // The browser reports no cancelled submission, so re-enable after 10 s. The server ignores duplicates.
    setTimeout(() => setDisabled(target, false), 10_000);
  });
  // A page from the back-forward cache still has its buttons disabled.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setDisabled(document, false);
  });
}

function setDisabled(part: ParentNode, isDisabled: boolean): void {
  for (const button of part.querySelectorAll('button')) button.disabled = isDisabled;
}
