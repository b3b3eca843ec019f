import type { ComponentChildren } from 'preact';
import type { PageReply } from '../context.js';
import { Note } from './note.js';
import { LinkLine } from './text.js';

interface Secret {
  readonly title: string;
  /** Label of the field that holds the secret. */
  readonly label: string;
  readonly secret: string;
  /** Text of the button that copies it. */
  readonly copy?: string;
  /** Address and text of the link back. */
  readonly back: readonly [href: string, text: string];
  /** Instructions for the secret. */
  readonly children: ComponentChildren;
}

/** Page that shows a secret, which is in no other answer; a button copies it. */
export function secretPage({ title, label, secret, copy = 'Copy', back, children }: Secret): PageReply {
  const body = (
    <div class="narrow">
      <h1>{title}</h1>
      <Note kind="warn">
        <h2>Copy it now. You will not see it again.</h2>
        {children}
      </Note>
      <label for="made">{label}</label>
      <div class="copied">
        <input class="in mono" id="made" readOnly value={secret} spellcheck={false} />
        <button type="button" class="btn" data-copy="made" hidden>
          {copy}
        </button>
      </div>
      <p role="status" />
      <LinkLine to={back[0]} text={back[1]} />
    </div>
  );
  return { title, body, isSecret: true };
}
