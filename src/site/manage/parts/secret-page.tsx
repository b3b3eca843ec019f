import type { ComponentChildren } from 'preact';
import { fill, words } from '../../../words/words.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { Note } from '../../parts/note.js';
import type { PageReply } from '../../replies.js';
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
  /** Texts with the secret to be copied, each with a name and an icon. */
  readonly snippets?: readonly (readonly [name: string, text: string, icon: IconName])[];
  /** Instructions for the secret. */
  readonly children: ComponentChildren;
}

interface CopyButtonProps {
  readonly text: string;
  /** Name of the text in the notice, which does not show it. */
  readonly what: string;
  readonly isQuiet?: true;
  readonly children: ComponentChildren;
}

export function CopyButton({ text, what, isQuiet, children }: CopyButtonProps) {
  return (
    <button type="button" class={isQuiet ? 'btn sm quiet' : 'btn sm'} data-copy={text} data-copied={what}>
      {children}
    </button>
  );
}

/** Page that shows a secret, with a button that copies it. No other page shows it. */
export function secretPage({
  title,
  label,
  secret,
  copy = words().common.copy,
  back,
  snippets = [],
  children,
}: Secret): PageReply {
  const body = (
    <div class="narrow">
      <h1>{title}</h1>
      <Note kind="warn">
        <h2>{words().forms.copyNow}</h2>
        {children}
      </Note>
      <label for="made">{label}</label>
      <div class="code">
        <input id="made" readOnly value={secret} spellcheck={false} />
        <CopyButton text={secret} what={label}>
          <Icon name="copy" />
          {copy}
        </CopyButton>
      </div>
      {snippets.length > 0 && (
        <div class="actions">
          {snippets.map(([name, text, icon]) => (
            <CopyButton key={name} text={text} what={name} isQuiet>
              <Icon name={icon} />
              {fill(words().forms.copyAs, { name })}
            </CopyButton>
          ))}
        </div>
      )}
      <LinkLine to={back[0]} text={back[1]} />
    </div>
  );
  return { title, body, isSecret: true };
}
