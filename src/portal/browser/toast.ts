let shown: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Note over the page, which is read out. */
export function note(className: string): HTMLElement {
  return document.body.appendChild(Object.assign(document.createElement('div'), { className, role: 'status' }));
}

/** Says what just happened, for four seconds. @param icon an icon that the page has */
export function toast(text: string, icon?: 'check'): void {
  shown ??= note('toast');
  shown.replaceChildren(...(icon === undefined ? [] : [iconOf(icon)]), text);
  shown.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (shown !== undefined) shown.hidden = true;
  }, 4000);
}

/** An icon that the page has. */
export function iconOf(name: string): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(space, 'svg');
  icon.setAttribute('class', 'i');
  const use = document.createElementNS(space, 'use');
  use.setAttribute('href', `#i-${name}`);
  icon.append(use);
  return icon;
}
