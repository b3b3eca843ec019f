/** Sends a form of filters with the choice of an option: its button is not needed then. */
export function startFilters(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.filters')) {
    form.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) form.requestSubmit();
    });
  }
}
