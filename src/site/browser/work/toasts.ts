const shownMs = 10_000;

/** Hides the toasts that the page came with, after a while. */
export function startToasts(): void {
  for (const toast of document.querySelectorAll<HTMLElement>('.toast[role=status]')) hideLater(toast);
}

/** Hides a toast after ten seconds, unless the pointer or the focus is on it. */
export function hideLater(toast: HTMLElement): void {
  const hide = (): void => {
    if (toast.matches(':hover, :focus-within')) setTimeout(hide, shownMs);
    else toast.hidden = true;
  };
  setTimeout(hide, shownMs);
}
