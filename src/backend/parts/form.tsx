import { randomUUID } from 'node:crypto';
import type { ComponentChild } from 'preact';
import type { PortalError } from '../../lib/errors.js';
import type { BrandContext } from '../context.js';

interface InputProps {
  /** Name of the field in the operation's errors, too, such as `sources.0.url`. */
  readonly name: string;
  readonly label: ComponentChild;
  readonly hint?: ComponentChild;
}

interface LineProps extends InputProps {
  readonly value?: string | number | null | undefined;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly autocomplete?: 'off';
  readonly inputMode?: 'numeric' | 'url';
}

interface ChoiceProps extends InputProps {
  readonly value?: string | null | undefined;
  readonly options: Iterable<readonly [value: string, label: string]>;
}

/** Prefix of the ids of a form's inputs: forms of one page may have fields of one name. */
export const inputPrefix = (action: string | undefined): string => (action === undefined ? '' : `${action}-`);

/** Attributes of a field, and the text that says what is wrong with it. @param isHinted whether `<id>-hint` explains it, too */
export function problemParts(id: string, problem: string | undefined, isHinted = false) {
  const described = [...(problem === undefined ? [] : [`${id}-problem`]), ...(isHinted ? [`${id}-hint`] : [])].join(
    ' ',
  );
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

/** Inputs of one of the forms of a page. The form that was sent and refused shows what was sent, and what is wrong with it. */
export class FormInputs {
  readonly #sent: BrandContext['form'] | null;
  readonly #problem: PortalError | null;
  readonly #prefix: string;

  /** @param action value of the field `action`, which tells the forms of a page apart; left out: the page has one form */
  constructor({ form }: Pick<BrandContext, 'form'>, problem: PortalError | null, action?: string) {
    const isSent = problem !== null && form.action === action;
    this.#sent = isSent ? form : null;
    this.#problem = isSent ? problem : null;
    this.#prefix = inputPrefix(action);
  }

  line({ name, label, hint, value, isRequired, maxLength = 255, ...rest }: LineProps): ComponentChild {
    const shown = this.#sent === null ? (value ?? '') : (this.#sent[name] ?? '');
    const props = { name, value: shown, required: isRequired, maxLength, ...rest };
    return this.#labelled({ name, label, hint }, (given) => <input {...given} {...props} />);
  }

  text({ name, label, hint, value, isRequired, maxLength }: LineProps): ComponentChild {
    const shown = this.#sent === null ? (value ?? '') : (this.#sent[name] ?? '');
    return this.#labelled({ name, label, hint }, (given) => (
      <textarea {...given} name={name} rows={4} required={isRequired} maxLength={maxLength}>
        {`\n${shown}`}
      </textarea>
    ));
  }

  choice({ name, label, hint, value, options }: ChoiceProps): ComponentChild {
    const chosen = (this.#sent === null ? value : this.#sent[name]) ?? '';
    const all = [...options];
    const isThere = chosen === '' || all.some(([option]) => option === chosen);
    const shown = isThere ? all : [[chosen, `${chosen}, not there any more`] as const, ...all];
    return this.#labelled({ name, label, hint }, (given) => (
      <select {...given} name={name}>
        {shown.map(([option, text]) => (
          <option key={option} value={option} selected={option === chosen}>
            {text}
          </option>
        ))}
      </select>
    ));
  }

  check({ name, label, isChecked }: InputProps & { readonly isChecked: boolean }): ComponentChild {
    const checked = this.#sent === null ? isChecked : this.#sent[name] === 'yes';
    return (
      <label class="check">
        <input type="checkbox" name={name} value="yes" checked={checked} /> {label}
        {/* Browsers send no box that is not ticked; the first value counts. */}
        <input type="hidden" name={name} value="no" />
      </label>
    );
  }

  #labelled(
    { name, label, hint }: InputProps,
    input: (given: { readonly id: string }) => ComponentChild,
  ): ComponentChild {
    const id = this.#prefix + name;
    const wrong = this.#problem?.fields?.[name]?.join(' ');
    const { props, text } = problemParts(id, wrong, hint !== undefined);
    return (
      <>
        <label for={id}>{label}</label>
        {input({ id, ...props })}
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

/** Number of days in a field; no number where it is missing, or holds anything but digits. */
export const daysIn = (sent = ''): number => (/^\d+$/.test(sent) ? Number(sent) : Number.NaN);

/** Fields that a form carries unseen. Line breaks as they are sent are none that a document may hold. */
export function hiddenFields(fields: Iterable<readonly [string, string]>): ComponentChild[] {
  return [...fields].map(([name, value]) => <input type="hidden" name={name} value={value.replaceAll('\r\n', '\n')} />);
}

/** Hidden field of a form: the commit that it was made from. */
export function Seen({ commit }: { readonly commit: string | null }): ComponentChild {
  return commit === null ? null : <input type="hidden" name="seen" value={commit} />;
}

/** Hidden field of a form without a precondition: its one-time name, which it keeps when it was refused. */
export function Once({ context }: { readonly context: Pick<BrandContext, 'form'> }): ComponentChild {
  return <input type="hidden" name="once" value={context.form.once || randomUUID()} />;
}

interface GuardProps {
  readonly context: Pick<BrandContext, 'form'>;
  readonly problem: PortalError | null;
  /** Version of what the form changes. */
  readonly version: string;
  readonly commit: string | null;
  readonly action: string;
}

/** Hidden fields of a form: its precondition, and which of the page's forms it is. */
export function Guard({ context, problem, version, commit, action }: GuardProps): ComponentChild {
  // Only a refusal for its version has shown what was changed meanwhile.
  const isKept = problem !== null && problem.code !== 'precondition_failed' && context.form.action === action;
  const first = isKept ? context.form : {};
  return (
    <>
      <input type="hidden" name="version" value={first.version ?? version} />
      <Seen commit={first.seen ?? commit} />
      <input type="hidden" name="action" value={action} />
    </>
  );
}
