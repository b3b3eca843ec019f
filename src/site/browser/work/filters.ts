/** Sends a form of filters as soon as an option, or a whole date, is chosen. Its button is hidden, because Enter sends a typed text. */
export function startFilters(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.filters')) {
    const button = form.querySelector<HTMLElement>(':scope > [type=submit]');
    if (button !== null) button.hidden = true;
    form.addEventListener('change', ({ target }) => {
      const isDate =
        target instanceof HTMLInputElement && target.matches('.ends > [type=date]') && target.value >= '2000';
      if (isDate || target instanceof HTMLSelectElement) form.requestSubmit();
    });
  }
}
