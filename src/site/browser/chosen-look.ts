import { isCompact, setCompact } from './compact.js';

/** Choices of this device, set before anything is drawn. */
const look = localStorageItem('bp-look');
if (look === 'light' || look === 'dark') document.documentElement.dataset.theme = look;

if (isCompact()) {
  // Palettes are found while the page arrives, each before it is drawn.
  const arriving = new MutationObserver(() => setCompact(true));
  arriving.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => arriving.disconnect());
}

function localStorageItem(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
