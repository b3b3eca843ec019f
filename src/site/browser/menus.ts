/** Menus, which open without script: Escape, a click elsewhere and a chosen item close them. */
export function startMenus(): void {
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) {
      const isKept = target instanceof Element && menu.contains(target) && target.closest('.it, .btn[href]') === null;
      if (!isKept) menu.open = false;
    }
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');
