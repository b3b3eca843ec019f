import type { ComponentChild, ComponentChildren } from 'preact';

interface WarningProps {
  readonly title: ComponentChild;
  /** Address and text of the link to where the matter can be settled. */
  readonly link: readonly [href: string, text: string];
  /** Whether it answers a form: screen readers read it out, and it gets the focus. */
  readonly isAlert?: true;
  readonly children?: ComponentChildren;
}

/** Box with a heading, a text and a link that helps. */
export function Warning({ title, link: [href, text], isAlert, children }: WarningProps): ComponentChild {
  return (
    <div class="notice warn" {...(isAlert && { role: 'alert', tabIndex: -1 })}>
      <h2>{title}</h2>
      {children} <a href={href}>{text}</a>
    </div>
  );
}
