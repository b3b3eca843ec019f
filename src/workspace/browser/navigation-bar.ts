/** Scrolls the navigation bar to the current page's link, then to any link focused by keyboard. */
export function startNavigationBar(): void {
  const links = document.querySelector<HTMLElement>('.bar nav');
  const current = links?.querySelector<HTMLElement>('[aria-current]');
  if (links && current && !links.contains(document.activeElement)) links.scrollLeft = current.offsetLeft - 80;
  links?.addEventListener('focusin', ({ target }) => {
    const link = target as HTMLElement;
    if (link.matches(':focus-visible')) link.scrollIntoView({ block: 'nearest', inline: 'center' });
  });
}
