import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import type { PortalError } from '../../lib/errors.js';
import type { BrandContext, Fields } from '../context.js';
import { FormInputs, Guard, Once } from './form.js';

/** Field of a record: an input of its form, and a member of the body of its write. */
export interface RecordField {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChild;
  /** Kind of input; left out: one line of text. */
  readonly as?: 'text' | 'number' | 'check' | 'hex';
  readonly isRequired?: true;
  readonly maxLength?: number;
  /** Whether a blank text is stored as `null`; only a row's fields need to say so. */
  readonly isNullable?: true;
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Fields of each row, for a field that is a list of rows. */
  readonly row?: readonly RecordField[];
}

/** Number of empty rows below those of a list. */
const blankRows = 2;

/** Values of a form's fields for a stored record, such as `sources.0.url`. */
function shownIn(fields: readonly RecordField[], record: object, prefix = ''): Fields {
  const values = record as Readonly<Record<string, unknown>>;
  return Object.assign(
    {},
    ...fields.map(({ name, as, row }): Fields => {
      const [path, value] = [prefix + name, values[name]];
      if (row !== undefined) {
        const rows = Array.isArray(value) ? value : [];
        return Object.assign({}, ...rows.map((item, index) => shownIn(row, item, `${path}.${index}.`)));
      }
      if (as === 'check') return value === true ? { [path]: 'yes' } : {};
      return { [path]: String(value ?? '') };
    }),
  );
}

/** Numbers of the rows of a list that are not blank, in order. */
function rowsIn({ name, row = [] }: RecordField, values: Fields): number[] {
  const numbers = Object.keys(values).flatMap((path) =>
    path.startsWith(`${name}.`) ? [Number(path.slice(name.length + 1).split('.', 1)[0])] : [],
  );
  const isFilled = (number: number): boolean =>
    row.some((cell) => (values[`${name}.${number}.${cell.name}`] ?? '').trim() !== '');
  return [...new Set(numbers)]
    .filter((number) => Number.isSafeInteger(number) && isFilled(number))
    .sort((a, b) => a - b);
}

/** Value of a field for the body. Text that is no number stays text, which the operation refuses at its field. */
function valueIn(field: RecordField, values: Fields, path: string = field.name): unknown {
  const { as, row, isNullable } = field;
  if (row !== undefined) {
    return rowsIn(field, values).map((number) =>
      Object.fromEntries(row.map((cell) => [cell.name, valueIn(cell, values, `${path}.${number}.${cell.name}`)])),
    );
  }
  if (as === 'check') return values[path] !== undefined;
  const text = (values[path] ?? '').replaceAll('\r\n', '\n').trim();
  if (as === 'number') return text === '' ? null : /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (as === 'hex' && /^[0-9a-f]{6}$/i.test(text)) return `#${text}`;
  return isNullable && text === '' ? null : text;
}

/** Request with the form's blank rows left out, so that rows have the numbers that the operation's errors name. */
export function withoutBlankRows<Context extends BrandContext>(
  context: Context,
  fields: readonly RecordField[],
): Context {
  const form = { ...context.form };
  for (const field of fields) {
    for (const [to, from] of rowsIn(field, context.form).entries()) {
      for (const { name } of field.row ?? []) {
        form[`${field.name}.${to}.${name}`] = context.form[`${field.name}.${from}.${name}`] ?? '';
        if (to !== from) delete form[`${field.name}.${from}.${name}`];
      }
    }
  }
  return { ...context, form };
}

/** Body of a write: the fields that differ from the record. @param record `null`: a new one, whose blank fields are left out */
export function changesIn(
  fields: readonly RecordField[],
  form: Fields,
  record: object | null,
): Record<string, unknown> {
  const shown = record === null ? null : shownIn(fields, record);
  const isBlank = (value: unknown): boolean => value === null || value === '';
  const changed = fields.flatMap((field) => {
    const value = valueIn(field, form);
    const isSame = shown === null ? isBlank(value) : isDeepStrictEqual(value, valueIn(field, shown));
    return isSame ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(changed);
}

/** Request and state that every form of a page is drawn from. */
export interface FormFrame {
  readonly context: BrandContext;
  /** Reason why one of the forms was refused; `null`: none was. */
  readonly problem: PortalError | null;
  /** Commit that the page shows. */
  readonly commit: string | null;
}

interface FormProps {
  readonly frame: FormFrame;
  /** Path that takes the form, below the brand's. */
  readonly to: string;
  readonly action: string;
  readonly fields: readonly RecordField[];
  /** `null`: the form makes a new one. */
  readonly record: object | null;
  /** Precondition; left out: none, and what is sent twice is made once. */
  readonly version?: string;
  readonly button: string;
  /** Further hidden fields. */
  readonly children?: ComponentChild;
}

/** Form of a record; if it was sent and refused, it shows what was sent. */
export function RecordForm({
  frame,
  to,
  action,
  fields,
  record,
  version,
  button,
  children,
}: FormProps): ComponentChild {
  const { context, problem } = frame;
  const inputs = new FormInputs(context, problem, action);
  const shown = record === null ? {} : shownIn(fields, record);
  const requiredLabels = fields.flatMap(({ label, isRequired }) => (isRequired ? [`“${label}”`] : []));
  const sent = problem !== null && context.form.action === action ? context.form : {};
  return (
    <form method="post" action={context.href(to)}>
      {version === undefined ? (
        <>
          <input type="hidden" name="action" value={action} />
          <Once context={context} />
        </>
      ) : (
        <Guard {...frame} version={version} action={action} />
      )}
      <input type="hidden" name="as" value={context.principal.person.id} />
      {children}
      {record === null && requiredLabels.length > 0 && requiredLabels.length < fields.length && (
        <p class="hint">Only {requiredLabels.join(' and ')} must be filled in.</p>
      )}
      {fields.map((field) => {
        const { name, label, hint, row } = field;
        if (row === undefined) return fieldInput(inputs, field, shown[name]);
        const rows = Math.max(rowsIn(field, shown).length, rowsIn(field, sent).length) + blankRows;
        return (
          <fieldset key={name}>
            <legend>{label}</legend>
            <p class="hint">{hint} Empty a row to remove it. Save to get more rows.</p>
            {Array.from({ length: rows }, (_, index) => (
              <div class="columns">
                {row.map((cell) => {
                  const path = `${name}.${index}.${cell.name}`;
                  const field = { ...cell, name: path, label: `${cell.label} ${index + 1}` };
                  return <div>{fieldInput(inputs, field, shown[path])}</div>;
                })}
              </div>
            ))}
          </fieldset>
        );
      })}
      <button type="submit" class={action.startsWith('remove') ? 'danger' : undefined}>
        {button}
      </button>
    </form>
  );
}

function fieldInput(inputs: FormInputs, field: RecordField, value: string | undefined): ComponentChild {
  const { as, options } = field;
  if (options !== undefined) return inputs.select({ ...field, value, options });
  if (as === 'check') return inputs.checkbox({ ...field, isChecked: value !== undefined });
  if (as === 'text') return inputs.textarea({ maxLength: 10_000, ...field, value });
  const { name, label, hint, isRequired, maxLength } = field;
  const props = { name, label, value, ...(hint === undefined ? {} : { hint }), ...(isRequired && { isRequired }) };
  return inputs.input({ ...props, ...(maxLength && { maxLength }), ...(as === 'number' && { inputMode: 'numeric' }) });
}
