/** Sends a form of filters with the choice of an option. Its button is hidden, except for dates: Enter sends a text. */
export function startFilters(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.filters')) {
    const button = form.querySelector<HTMLElement>('[type=submit]');
    if (button !== null) button.hidden = form.querySelector('[type=date]') === null;
    form.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) form.requestSubmit();
    });
  }
}
