import type { ComponentChildren } from 'preact';
import type { PageReply } from '../context.js';

interface ShownOnce {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  /** Address and text of the way back. */
  readonly back: readonly [href: string, text: string];
  /** Instructions for the secret. */
  readonly children: ComponentChildren;
}

/** A page of a secret, which is in no other answer: the script adds a button that copies it. */
export function secretPage({ title, label, secret, back, children }: ShownOnce): PageReply {
  const body = (
    <div class="narrow">
      <h1>{title}</h1>
      <div class="notice warn">
        <h2>It is shown only now</h2>
        {children}
      </div>
      <label for="made">{label}</label>
      <div class="copied">
        <input id="made" readOnly value={secret} spellcheck={false} />
        <button type="button" class="quiet" data-copy="made" hidden>
          Copy
        </button>
      </div>
      <p role="status" />
      <p>
        <a href={back[0]}>{back[1]}</a>
      </p>
    </div>
  );
  return { title, body, isSecret: true };
}
