let shown: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Note over the page, which is read out. */
export function note(className: string): HTMLElement {
  return document.body.appendChild(Object.assign(document.createElement('div'), { className, role: 'status' }));
}

/**
 * Says what just happened, for four seconds.
 *
 * @param icon an icon that the page has
 */
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
export const iconOf = (name: string): SVGElement =>
  drawn('svg', { class: 'i' }, [drawn('use', { href: `#i-${name}` })]);

/** An element of a drawing. */
export function drawn(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  inside: readonly SVGElement[] = [],
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}
