import type { ComponentChild } from 'preact';
import { hiddenFields } from './form.js';

interface LookProps {
  readonly text: ComponentChild;
  /** Classes next to `btn`. Default: a plain button. */
  readonly look?: string | undefined;
  /** Name for screen readers. Default: the text. */
  readonly label?: string | undefined;
}

const classOf = (look: string | undefined): string => (look === undefined ? 'btn' : `btn ${look}`);

interface SubmitProps extends LookProps {
  /** Field that the button sends. */
  readonly name?: string;
  readonly value?: string;
}

/** Button that sends its form. */
export function Submit({ text, look, label, name, value }: SubmitProps): ComponentChild {
  return (
    <button type="submit" class={classOf(look)} name={name} value={value} aria-label={label}>
      {text}
    </button>
  );
}

/** Link that looks like a button. */
export function ButtonLink({ to, text, look, label }: LookProps & { readonly to: string }): ComponentChild {
  return (
    <a class={classOf(look)} href={to} aria-label={label}>
      {text}
    </a>
  );
}

interface ButtonFormProps extends LookProps {
  /** Address that takes the form. Default: that of the page. */
  readonly to?: string;
  /** Hidden fields, the guard last. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Form of one button. */
export function ButtonForm({ to, fields = {}, ...button }: ButtonFormProps): ComponentChild {
  return (
    <form method="post" action={to}>
      {hiddenFields(Object.entries(fields))}
      <Submit {...button} />
    </form>
  );
}
