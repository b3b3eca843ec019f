import type { ComponentChild, ComponentChildren } from 'preact';

interface WarningProps {
  readonly title: ComponentChild;
  /** Address and text of the link to where it can be settled. */
  readonly link: readonly [href: string, text: string];
  /** Whether it answers a form: it is read out, and gets the focus. */
  readonly isAlert?: true;
  readonly children?: ComponentChildren;
}

export function Warning({ title, link: [href, text], isAlert, children }: WarningProps): ComponentChild {
  return (
    <div class="notice warn" {...(isAlert && { role: 'alert', tabIndex: -1 })}>
      <h2>{title}</h2>
      {children} <a href={href}>{text}</a>
    </div>
  );
}
