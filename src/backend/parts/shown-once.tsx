import type { ComponentChildren } from 'preact';
import type { PageReply } from '../context.js';
import { PassedOn } from './passed-on.js';

interface ShownOnce {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  /** Address and text of the way back. */
  readonly back: readonly [href: string, text: string];
  /** Instructions for the secret. */
  readonly children: ComponentChildren;
}

/** A page of a secret, which is in no other answer. */
export function shownOnce({ title, label, secret, back, children }: ShownOnce): PageReply {
  const body = (
    <div class="narrow">
      <h1>{title}</h1>
      <div class="notice warn">
        <h2>It is shown only now</h2>
        {children}
      </div>
      <PassedOn label={label} text={secret} />
      <p>
        <a href={back[0]}>{back[1]}</a>
      </p>
    </div>
  );
  return { title, body, isSecret: true };
}
