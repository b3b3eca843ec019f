import type { ComponentChild, ComponentChildren } from 'preact';
import { Icon } from './icon.js';

const icons = { info: 'info', ok: 'circle-check', warn: 'triangle-alert', bad: 'octagon-alert' } as const;

interface NoteProps {
  /** Default: a fact. */
  readonly kind?: keyof typeof icons;
  readonly id?: string;
  /** Whether the note answers a form: screen readers say it, and it gets the focus. */
  readonly isAlert?: boolean;
  /** Whether the note answers a form and is read out later. */
  readonly isStatus?: boolean;
  readonly children: ComponentChildren;
}

/** Box with what stays true while the page is open. */
export function Note({ kind = 'info', id, isAlert, isStatus, children }: NoteProps): ComponentChild {
  return (
    <div
      class={`note ${kind}`}
      id={id}
      {...(isAlert && { role: 'alert', tabIndex: -1 })}
      {...(isStatus && { role: 'status' })}
    >
      <Icon name={icons[kind]} />
      <div class="grow">{children}</div>
    </div>
  );
}

interface WarningProps {
  readonly title: ComponentChild;
  /** Address and text of the link to where the matter can be settled. */
  readonly link: readonly [href: string, text: string];
  /** Whether the note answers a form, as in `NoteProps`. */
  readonly isAlert?: boolean;
  readonly children?: ComponentChildren;
}

/** Note with a heading, a text and a link that helps. */
export function Warning({ title, link: [href, text], isAlert = false, children }: WarningProps): ComponentChild {
  return (
    <Note kind="warn" isAlert={isAlert}>
      <h2>{title}</h2>
      {children} <a href={href}>{text}</a>
    </Note>
  );
}
