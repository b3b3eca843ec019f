/** Sends a form of filters with the choice of an option, so that its button is not needed: Enter sends a text. */
export function startFilters(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.filters')) {
    const button = form.querySelector<HTMLElement>(':scope > [type=submit]');
    if (button !== null) button.hidden = true;
    form.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) form.requestSubmit();
    });
  }
}
