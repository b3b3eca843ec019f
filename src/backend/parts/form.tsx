import { randomUUID } from 'node:crypto';
import type { ComponentChild, ComponentChildren } from 'preact';
import { dayMs } from '../../lib/clock.js';
import { invalidField, type PortalError } from '../../lib/errors.js';
import type { BrandContext } from '../context.js';

interface FieldProps {
  /** Name of the field, which the operation's errors use as well, such as `sources.0.url`. */
  readonly name: string;
  readonly label: ComponentChild;
  readonly hint?: ComponentChild;
}

interface TextProps extends FieldProps {
  readonly value?: string | number | null | undefined;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly autocomplete?: 'off';
  readonly inputMode?: 'numeric' | undefined;
}

interface SelectProps extends FieldProps {
  readonly value?: string | null | undefined;
  readonly options: Iterable<readonly [value: string, label: string]>;
}

/** Prefix of the ids of a form's fields: several forms of a page may have fields of the same name. */
export const inputPrefix = (action: string | undefined): string => (action === undefined ? '' : `${action}-`);

/** Attributes of a field that name its problem and hint, and the paragraph of the problem. @param isHinted whether an element `<id>-hint` explains it */
export function problemParts(id: string, problem: string | undefined, isHinted = false) {
  const described = [problem !== undefined && `${id}-problem`, isHinted && `${id}-hint`].filter(Boolean).join(' ');
  const props: Readonly<Record<string, string>> = {
    ...(problem === undefined ? {} : { 'aria-invalid': 'true' }),
    ...(described === '' ? {} : { 'aria-describedby': described }),
  };
  const text = problem !== undefined && (
    <p class="problem" id={`${id}-problem`}>
      {problem}
    </p>
  );
  return { props, text };
}

/** Labelled fields of one of a page's forms. If it was sent and refused, they show what was sent and what is wrong. */
export class FormInputs {
  readonly #sent: BrandContext['form'] | null;
  readonly #problem: PortalError | null;
  readonly #prefix: string;

  /** @param action value of the field `action`, which tells the forms of a page apart; left out: there is one form */
  constructor({ form }: Pick<BrandContext, 'form'>, problem: PortalError | null, action?: string) {
    const isSent = problem !== null && form.action === action;
    this.#sent = isSent ? form : null;
    this.#problem = isSent ? problem : null;
    this.#prefix = inputPrefix(action);
  }

  input({ name, label, hint, value, isRequired, maxLength = 255, autocomplete, inputMode }: TextProps): ComponentChild {
    const props = { name, value: this.#shown(name, value), required: isRequired, maxLength, autocomplete, inputMode };
    return this.#labelled({ name, label, hint }, (attributes) => <input {...attributes} {...props} />);
  }

  textarea({ name, label, hint, value, isRequired, maxLength }: TextProps): ComponentChild {
    return this.#labelled({ name, label, hint }, (attributes) => (
      <textarea {...attributes} name={name} rows={4} required={isRequired} maxLength={maxLength}>
        {`\n${this.#shown(name, value)}`}
      </textarea>
    ));
  }

  /** List of options; a chosen one that is not among them is shown as gone. */
  select({ name, label, hint, value, options }: SelectProps): ComponentChild {
    const chosen = this.#shown(name, value);
    const all = [...options];
    const isOption = chosen === '' || all.some(([option]) => option === chosen);
    const shown = isOption ? all : [[chosen, `${chosen}, not there any more`] as const, ...all];
    return this.#labelled({ name, label, hint }, (attributes) => (
      <select {...attributes} name={name}>
        {shown.map(([option, text]) => (
          <option key={option} value={option} selected={option === chosen}>
            {text}
          </option>
        ))}
      </select>
    ));
  }

  checkbox({ name, label, isChecked }: FieldProps & { readonly isChecked: boolean }): ComponentChild {
    const checked = this.#sent === null ? isChecked : this.#sent[name] === 'yes';
    return (
      <label class="check">
        <input type="checkbox" name={name} value="yes" checked={checked} /> {label}
        {/* Browsers send no box that is not ticked; the first value counts. */}
        <input type="hidden" name={name} value="no" />
      </label>
    );
  }

  #shown<Value>(name: string, stored: Value): NonNullable<Value> | string {
    const value = (this.#sent === null ? stored : this.#sent[name]) ?? '';
    return typeof value === 'string' ? withLineFeeds(value) : value;
  }

  #labelled(
    { name, label, hint }: FieldProps,
    field: (attributes: { readonly id: string }) => ComponentChild,
  ): ComponentChild {
    const id = this.#prefix + name;
    const problem = this.#problem?.fields?.[name]?.join(' ');
    const { props, text } = problemParts(id, problem, hint !== undefined);
    return (
      <>
        <label for={id}>{label}</label>
        {field({ id, ...props })}
        {text}
        {hint !== undefined && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </>
    );
  }
}

/** Milliseconds of a field that holds a number of days. @throws `invalid` */
export function termIn(form: BrandContext['form'], field: string): number {
  const sent = form[field] ?? '';
  if (/^\d+$/.test(sent) && Number(sent) <= 3650) return Number(sent) * dayMs;
  throw invalidField(field, 'A time is 0 to 3650 whole days.');
}

/** Text with only line feeds: browsers send line breaks as CRLF, which no document may hold. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Hidden fields of a form. */
export function hiddenFields(fields: Iterable<readonly [string, string]>): ComponentChild[] {
  return [...fields].map(([name, value]) => <input type="hidden" name={name} value={withLineFeeds(value)} />);
}

/** Hidden field `seen`: the commit that a form was made from. */
export function SeenCommit({ commit }: { readonly commit: string | null }): ComponentChild {
  return commit === null ? null : <input type="hidden" name="seen" value={commit} />;
}

/** Hidden field `once`: the one-time name of a form without a precondition. A refused form keeps it. */
export function Once({ context }: { readonly context: Pick<BrandContext, 'form'> }): ComponentChild {
  return <input type="hidden" name="once" value={context.form.once || randomUUID()} />;
}

/** Request and state that every form of a page is drawn from. */
export interface FormFrame {
  readonly context: BrandContext;
  /** Reason why one of the forms was refused; `null`: none was. */
  readonly problem: PortalError | null;
  /** Commit that the page shows; `null`: it shows what has no history. */
  readonly commit: string | null;
}

export interface FormProps {
  readonly frame: FormFrame;
  /** Path that takes the form, below the brand's; left out: the page's own address. */
  readonly to?: string;
  /** Value of the field `action`, which tells the forms of a page apart; left out: there is one form. */
  readonly action?: string | undefined;
  /** Precondition; left out: none, and what is sent twice is made once. */
  readonly version?: string;
  /** Heading of the card that the form is; left out: it is part of another. */
  readonly title?: string | undefined;
  /** Anchor of links to the form. */
  readonly id?: string;
  readonly button: string;
  /** Whether the button warns, whatever the action is called. */
  readonly isDanger?: true | undefined;
  readonly children?: ComponentChildren;
}

/** Looks of buttons by the verb of their action. */
const buttonClasses: Readonly<Record<string, string>> = {
  ...{ remove: 'danger', revoke: 'danger', take: 'danger' },
  ...{ up: 'quiet', down: 'quiet' },
};

/** Form of a brand with one button; the hidden fields keep who wrote it, what it was made from, and which of the page's forms it is. */
export function Form({ frame, to, action, version, title, id, button, isDanger, children }: FormProps): ComponentChild {
  const { context, problem, commit } = frame;
  // After a failed precondition the page has shown what changed meanwhile: sent again, the form is for the newest version.
  const isKept = problem !== null && problem.code !== 'precondition_failed' && context.form.action === action;
  const sent = isKept ? context.form : {};
  return (
    <form method="post" action={to && context.href(to)} class={title && 'card'} id={id}>
      {title && <h2>{title}</h2>}
      <input type="hidden" name="as" value={context.principal.person.id} />
      {children}
      {action !== undefined && <input type="hidden" name="action" value={action} />}
      {version !== undefined && <SeenCommit commit={sent.seen ?? commit} />}
      {/* The end of the form: one that is cut off has no precondition. */}
      {version === undefined ? (
        <Once context={context} />
      ) : (
        <input type="hidden" name="version" value={sent.version ?? version} />
      )}
      <button type="submit" class={isDanger ? 'danger' : buttonClasses[action?.split('.')[0] ?? '']}>
        {button}
      </button>
    </form>
  );
}
