/** Buttons that switch between light and dark; the choice is kept on this device. */
export function startLook(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-look]')) {
    button.addEventListener('click', () => {
      const root = document.documentElement;
      const isDark = root.dataset.theme
        ? root.dataset.theme === 'dark'
        : matchMedia('(prefers-color-scheme: dark)').matches;
      root.dataset.theme = isDark ? 'light' : 'dark';
      try {
        localStorage.setItem('bp-look', root.dataset.theme);
      } catch {
        // Without storage, the choice is valid for this page only.
      }
    });
  }
}
