/** Menus, which open without script: they stay in the window; Escape, a click elsewhere and a chosen item close them. */
export function startMenus(): void {
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) {
      const isKept = target instanceof Element && menu.contains(target) && target.closest('.it, .btn[href]') === null;
      if (!isKept) menu.open = false;
    }
  });
  // A toggle does not bubble.
  document.addEventListener(
    'toggle',
    ({ target }) => target instanceof HTMLDetailsElement && keepInWindow(target),
    true,
  );
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');

/** Room, in pixels, between a menu and the edges of the window. */
const edge = 8;

/** Moves what a menu opens to where the window shows all of it: aside, and above its button, or over it where there is no room. */
function keepInWindow(menu: HTMLDetailsElement): void {
  const pop = menu.matches('.menu[open]') ? menu.querySelector<HTMLElement>(':scope > .pop') : null;
  if (pop === null) return;
  pop.style.translate = '';
  const { left, right, bottom, height } = pop.getBoundingClientRect();
  const button = menu.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const aside = left < edge ? edge - left : Math.min(0, clientWidth - edge - right);
  const below = Math.min(0, clientHeight - edge - bottom);
  const up = below < 0 && button.top > height + edge ? button.top - edge - bottom : below;
  if (aside !== 0 || up !== 0) pop.style.translate = `${aside}px ${up}px`;
}
