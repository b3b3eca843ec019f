import { randomUUID } from 'node:crypto';
import type { ComponentChild } from 'preact';
import { dayMs } from '../../../lib/clock.js';
import { invalidField, type PortalError } from '../../../lib/errors.js';
import { Filled } from '../../../words/filled.js';
import { counted, fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { Icon } from '../../parts/icon.js';
import { withLineFeeds } from './form-text.js';

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
  readonly autocomplete?: 'off' | 'email';
  readonly inputMode?: 'numeric' | 'email' | undefined;
  /** Whether the script offers a colour picker. */
  readonly isColor?: boolean;
  readonly isDay?: boolean;
  /** Id of a list of suggestions. */
  readonly list?: string;
}

interface TextareaProps extends TextProps {
  readonly rows?: number;
}

interface SelectProps extends FieldProps {
  readonly value?: string | null | undefined;
  readonly options: Iterable<readonly [value: string, label: string]>;
}

interface BoxProps extends FieldProps {
  readonly isChecked: boolean;
}

interface BoxesProps extends FieldProps {
  readonly boxes: readonly BoxProps[];
}

/** Prefix of the ids of a form's fields, because several forms of a page may have fields of the same name. */
export const inputPrefix = (action: string | undefined): string => (action === undefined ? '' : `${action}-`);

/**
 * Attributes of a field that name its problem and hint, and the paragraph of the problem.
 *
 * @param isHinted whether an element `<id>-hint` explains it
 */
function problemParts(id: string, problem: string | undefined, isHinted = false) {
  const described = [problem !== undefined && `${id}-problem`, isHinted && `${id}-hint`].filter(Boolean).join(' ');
  const props: Readonly<Record<string, string>> = {
    ...(problem === undefined ? {} : { 'aria-invalid': 'true' }),
    ...(described === '' ? {} : { 'aria-describedby': described }),
  };
  const text = problem !== undefined && (
    <p class="err" id={`${id}-problem`}>
      <Icon name="octagon-alert" />
      {problem}
    </p>
  );
  return { props, text };
}

interface LabelledProps {
  readonly id: string;
  readonly label: ComponentChild;
  readonly hint?: ComponentChild;
  readonly problem: string | undefined;
}

/**
 * A field with its label, its problem and its hint.
 *
 * @param field draws the input with attributes that name its label, problem and hint
 */
export function labelled(
  { id, label, hint, problem }: LabelledProps,
  field: (attributes: Readonly<Record<string, string>> & { readonly id: string }) => ComponentChild,
): ComponentChild {
  const { props, text } = problemParts(id, problem, hint !== undefined);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {field({ id, class: 'in', ...props })}
      {text}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Labelled fields of a form. If the form was refused, they show the sent values and the problems. */
export class FormInputs {
  /** Fields sent with this form. Empty if another form, or none, was sent. */
  readonly sent: WorkContext['form'];
  readonly #isSent: boolean;
  readonly #problem: PortalError | null;
  readonly #prefix: string;

  /** @param action value of the field `action`, if the page has several forms */
  constructor({ form }: Pick<WorkContext, 'form'>, problem: PortalError | null, action?: string) {
    this.#isSent = problem !== null && form.action === action;
    this.sent = this.#isSent ? form : {};
    this.#problem = this.#isSent ? problem : null;
    this.#prefix = inputPrefix(action);
  }

  input({
    name,
    label,
    hint,
    value,
    isRequired,
    maxLength = 255,
    autocomplete,
    inputMode,
    isColor,
    isDay,
    list,
  }: TextProps): ComponentChild {
    const text = isDay ? ({ type: 'date' } as const) : { maxLength, autocomplete, inputMode, list };
    const props = { name, value: this.#shown(name, value), required: isRequired, ...text };
    return this.#labelled({ name, label, hint }, (attributes) => (
      <input {...attributes} {...props} data-color={isColor || undefined} />
    ));
  }

  /** Field that asks for a brand's slug before something is done to all of the brand. */
  typedSlug(slug: string): ComponentChild {
    const label = <Filled text={words().forms.confirm} values={{ slug: <code>{slug}</code> }} />;
    return this.input({ name: 'slug', label, isRequired: true, autocomplete: 'off' });
  }

  textarea({ name, label, hint, value, isRequired, maxLength, rows = 4 }: TextareaProps): ComponentChild {
    return this.#labelled({ name, label, hint }, (attributes) => (
      <textarea {...attributes} name={name} rows={rows} required={isRequired} maxLength={maxLength}>
        {`\n${this.#shown(name, value)}`}
      </textarea>
    ));
  }

  /** List of options. A chosen value that is no longer an option is shown as such. */
  select({ name, label, hint, value, options }: SelectProps): ComponentChild {
    const chosen = this.#shown(name, value);
    const all = [...options];
    const isOption = chosen === '' || all.some(([option]) => option === chosen);
    const shown = isOption ? all : [[chosen, fill(words().forms.noLonger, { value: chosen })] as const, ...all];
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

  checkbox({ name, label, hint, isChecked }: BoxProps): ComponentChild {
    const checked = this.#isSent ? this.sent[name] === 'yes' : isChecked;
    const hintId = hint === undefined ? undefined : `${this.#prefix}${name}-hint`;
    const box = (
      <label class="check">
        <input type="checkbox" name={name} value="yes" checked={checked} aria-describedby={hintId} /> {label}
        {/* Browsers do not send a box that is not ticked. If it is ticked, its value comes first and counts. */}
        <input type="hidden" name={name} value="no" />
      </label>
    );
    if (hint === undefined) return box;
    return (
      <div class="field">
        {box}
        <p class="hint" id={hintId}>
          {hint}
        </p>
      </div>
    );
  }

  /** Boxes of which several may be ticked, under one name. */
  boxes({ name, label, boxes }: BoxesProps): ComponentChild {
    const { props, text } = problemParts(this.#prefix + name, this.#problemOf(name));
    return (
      <fieldset class="boxes" {...props}>
        <legend>{label}</legend>
        <div class="row wrap">{boxes.map((box) => this.checkbox(box))}</div>
        {text}
      </fieldset>
    );
  }

  #problemOf(name: string): string | undefined {
    return this.#problem?.fields?.[name]?.join(' ');
  }

  #shown<Value>(name: string, stored: Value): NonNullable<Value> | string {
    const value = (this.#isSent ? this.sent[name] : stored) ?? '';
    return typeof value === 'string' ? withLineFeeds(value) : value;
  }

  #labelled({ name, label, hint }: FieldProps, field: Parameters<typeof labelled>[1]): ComponentChild {
    return labelled({ id: this.#prefix + name, label, hint, problem: this.#problemOf(name) }, field);
  }
}

/**
 * Milliseconds of a field that holds a number of days.
 *
 * @throws `invalid`
 */
export function termIn(form: WorkContext['form'], field: string): number {
  const sent = form[field] ?? '';
  if (/^\d+$/.test(sent) && Number(sent) <= 3650) return Number(sent) * dayMs;
  throw invalidField(field, 'A time is 0 to 3650 whole days.');
}

/** Options of a field that holds a number of days. */
export const dayOptions = (...days: readonly number[]) =>
  days.map(
    (count) => [String(count), count === 365 ? words().forms.year : counted(words().forms.days, count)] as const,
  );

/** Hidden fields of a form. */
export function hiddenFields(fields: Iterable<readonly [string, string]>): ComponentChild[] {
  return [...fields].map(([name, value]) => <input type="hidden" name={name} value={withLineFeeds(value)} />);
}

/** Hidden field `seen` with the commit that a form was made from. */
export function SeenCommit({ commit }: { readonly commit: string | null }): ComponentChild {
  return commit === null ? null : <input type="hidden" name="seen" value={commit} />;
}

/** Hidden field `once` with the one-time name of a form without a precondition. A refused form keeps its name. */
export function Once({ context }: { readonly context: Pick<WorkContext, 'form'> }): ComponentChild {
  return <input type="hidden" name="once" value={context.form.once || randomUUID()} />;
}
