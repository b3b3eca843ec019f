const shownMs = 10_000;

/** Toasts go away after ten seconds, unless the pointer or the focus is on them. */
export function startToasts(): void {
  for (const toast of document.querySelectorAll<HTMLElement>('.toast[role=status]')) {
    const hide = (): void => {
      if (toast.matches(':hover, :focus-within')) setTimeout(hide, shownMs);
      else toast.hidden = true;
    };
    setTimeout(hide, shownMs);
  }
}
