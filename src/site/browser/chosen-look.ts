/** Chosen look, set before anything is drawn. */
const look = localStorageItem('bp-look');
if (look === 'light' || look === 'dark') document.documentElement.dataset.theme = look;

function localStorageItem(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
