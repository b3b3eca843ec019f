import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import type { PortalError } from '../../lib/errors.js';
import { type BrandContext, type Fields, fieldIn } from '../context.js';
import { FormInputs, Guard, Once } from './form.js';

/** Field of a record: an input of its form, and a member of the body that is made of it. */
export interface RecordField {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChild;
  /** Left out: one line. */
  readonly as?: 'text' | 'number' | 'check' | 'hex';
  readonly isRequired?: true;
  readonly maxLength?: number;
  /** Whether a blank text is `null` where nothing else says so: in a row. */
  readonly isNullable?: true;
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Fields of each of its rows. */
  readonly row?: readonly RecordField[];
}

/** Rows to fill in below those that are there. */
const blankRows = 2;
/** More than a form may have fields. */
const maxRows = 1000;

/** A stored record as its form shows it. */
function shownIn(fields: readonly RecordField[], record: object, prefix = ''): Fields {
  const values = record as Readonly<Record<string, unknown>>;
  return Object.assign(
    {},
    ...fields.map(({ name, as, row }): Fields => {
      const [path, value] = [prefix + name, values[name]];
      if (row !== undefined) {
        const rows = Array.isArray(value) ? value : [];
        return Object.assign(
          { [path]: String(rows.length) },
          ...rows.map((one, at) => shownIn(row, one, `${path}.${at}.`)),
        );
      }
      if (as === 'check') return { [path]: value === true ? 'yes' : 'no' };
      return { [path]: String(value ?? '') };
    }),
  );
}

/** Numbers of the rows of a list that hold anything. The field of the list's own name says how many rows there are. */
function rowsIn({ name, row = [] }: RecordField, shown: Fields): number[] {
  const isFilled = (at: number): boolean => row.some((cell) => shown[`${name}.${at}.${cell.name}`]?.trim() !== '');
  return Array.from({ length: Math.min(Number(shown[name]) || 0, maxRows) }, (_, at) => at).filter(isFilled);
}

function valueIn(field: RecordField, shown: Fields, path: string = field.name): unknown {
  const { as, row, isNullable } = field;
  const sent = fieldIn(shown, path);
  if (row !== undefined) {
    return rowsIn(field, shown).map((at) =>
      Object.fromEntries(row.map((cell) => [cell.name, valueIn(cell, shown, `${path}.${at}.${cell.name}`)])),
    );
  }
  if (as === 'check') return sent === 'yes';
  const text = sent.replaceAll('\r\n', '\n').trim();
  if (as === 'number') return text === '' ? null : /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (as === 'hex' && /^[0-9a-f]{6}$/i.test(text)) return `#${text}`;
  return isNullable && text === '' ? null : text;
}

/** A form without its empty rows: what is wrong in a row then stands at the row that is shown. */
export function withoutBlankRows<Context extends BrandContext>(
  context: Context,
  fields: readonly RecordField[],
): Context {
  const form = { ...context.form };
  for (const field of fields) {
    if (field.row === undefined || form[field.name] === undefined) continue;
    const rows = rowsIn(field, context.form);
    form[field.name] = String(rows.length);
    for (const [to, from] of rows.entries()) {
      for (const { name } of field.row) {
        form[`${field.name}.${to}.${name}`] = fieldIn(context.form, `${field.name}.${from}.${name}`);
        if (to !== from) delete form[`${field.name}.${from}.${name}`];
      }
    }
  }
  return { ...context, form };
}

/** Body of a write: the fields that differ from what the form showed. @param record `null`: a new one */
export function changesIn(
  fields: readonly RecordField[],
  form: Fields,
  record: object | null,
): Record<string, unknown> {
  const shown = record === null ? null : shownIn(fields, record);
  const sent = fields.map((field) => [field.name, valueIn(field, form), shown && valueIn(field, shown)] as const);
  const isBlank = (value: unknown): boolean => value === null || value === '';
  const changed = sent.filter(([, now, was]) => (shown === null ? !isBlank(now) : !isDeepStrictEqual(now, was)));
  return Object.fromEntries(changed.map(([name, now]) => [name, now]));
}

export interface FormFrame {
  readonly context: BrandContext;
  readonly problem: PortalError | null;
  readonly commit: string | null;
}

interface FormProps {
  readonly frame: FormFrame;
  /** Path below the brand's that takes the form. */
  readonly to: string;
  readonly action: string;
  readonly fields: readonly RecordField[];
  /** `null`: the form makes a new one. */
  readonly record: object | null;
  /** Its precondition; left out: none, and what is sent twice is made once. */
  readonly version?: string;
  readonly button: string;
  /** Further hidden fields. */
  readonly children?: ComponentChild;
}

/** Form of a record. The one that was sent and refused shows what was sent. */
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
  const needed = fields.flatMap(({ label, isRequired }) => (isRequired ? [`“${label}”`] : []));
  const sent = problem !== null && context.form.action === action ? context.form : {};
  return (
    <form method="post" action={context.at(to)}>
      <input type="hidden" name="as" value={context.principal.person.id} />
      {children}
      {record === null && needed.length > 0 && needed.length < fields.length && (
        <p class="hint">Only {needed.join(' and ')} must be filled in.</p>
      )}
      {fields.map((field) => {
        const { name, label, hint, row } = field;
        if (row === undefined) return input(inputs, field, shown[name]);
        const rows = Math.max(rowsIn(field, shown).length, rowsIn(field, sent).length) + blankRows;
        return (
          <fieldset key={name}>
            <legend>{label}</legend>
            <p class="hint">{hint} Empty a row to remove it. Save to get more rows.</p>
            {Array.from({ length: rows }, (_, at) => (
              <div class="columns">
                {row.map((cell) => {
                  const path = `${name}.${at}.${cell.name}`;
                  return (
                    <div>{input(inputs, { ...cell, name: path, label: `${cell.label} ${at + 1}` }, shown[path])}</div>
                  );
                })}
              </div>
            ))}
            <input type="hidden" name={name} value={rows} />
          </fieldset>
        );
      })}
      {/* The end of the form: one that is cut off has no precondition. */}
      {version === undefined ? (
        <>
          <input type="hidden" name="action" value={action} />
          <Once context={context} />
        </>
      ) : (
        <Guard {...frame} version={version} action={action} />
      )}
      <button type="submit" class={action.startsWith('remove') ? 'danger' : undefined}>
        {button}
      </button>
    </form>
  );
}

function input(inputs: FormInputs, field: RecordField, value: string | undefined): ComponentChild {
  const { as, options } = field;
  if (options !== undefined) return inputs.choice({ ...field, value, options });
  if (as === 'check') return inputs.check({ ...field, isChecked: value === 'yes' });
  if (as === 'text') return inputs.text({ maxLength: 10_000, ...field, value });
  const { name, label, hint, isRequired, maxLength } = field;
  const props = { name, label, value, ...(hint === undefined ? {} : { hint }), ...(isRequired && { isRequired }) };
  return inputs.line({ ...props, ...(maxLength && { maxLength }), ...(as === 'number' && { inputMode: 'numeric' }) });
}
