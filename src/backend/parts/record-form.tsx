import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import type { Operation } from '../../operations/engine/contract.js';
import { type BrandContext, type Fields, sentField } from '../context.js';
import { withoutUncharacters } from '../render.js';
import { visibilityNames } from '../words.js';
import { type Label, recordLabels } from '../write/labels.js';
import { Form, FormInputs, type FormProps, withLineFeeds } from './form.js';

/** Field of a form: an input, and a member of the body of its write. */
export interface RecordField {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChild;
  /** Kind of input; left out: one line of text. */
  readonly as?: 'text' | 'number' | 'check' | 'hex';
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  /** Whether a blank text is stored as `null`; only a row's fields need to say so. */
  readonly isNullable?: true;
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Fields of each row, for a field that is a list of rows. */
  readonly row?: readonly RecordField[];
}

/** Labels of the values that a text may have, by the name of its field. */
const optionNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  visibility: visibilityNames,
};

/**
 * Fields of an operation's body that have a label, in the order of the labels. Its JSON schema says what each holds.
 *
 * @param left names of fields that the form leaves out
 */
export function fieldsOf(
  { body }: Pick<Operation, 'body'>,
  kind: keyof typeof recordLabels,
  left: readonly string[] = [],
): readonly RecordField[] {
  const labels: Readonly<Record<string, Label>> = recordLabels[kind];
  const fieldOf = (path: string, { type = '', enum: values, items }: BodySchema, isInRow: boolean): RecordField => {
    const [name, types] = [path.slice(path.lastIndexOf('.') + 1), [type].flat()];
    const [label, hint] = labels[path] ?? [name];
    const cells = Object.entries(items?.properties ?? {});
    const isText = types.includes('string') && values === undefined;
    const as = types.includes('boolean')
      ? 'check'
      : types.includes('integer')
        ? 'number'
        : name === 'hex' || (kind === 'theme' && name !== 'font')
          ? 'hex'
          : body?.rules?.multiline?.includes(path) && 'text';
    return {
      ...{ name, label },
      ...(hint !== undefined && { hint }),
      ...(as && { as }),
      ...(isText && !isInRow && !types.includes('null') && { isRequired: true }),
      ...(name === 'url' && { maxLength: 2000 }),
      ...(isInRow && types.includes('null') && { isNullable: true }),
      ...(values && { options: values.map((value) => [value, optionNames[name]?.[value] ?? value] as const) }),
      ...(cells.length > 0 && { row: cells.map(([cell, schema]) => fieldOf(`${path}.${cell}`, schema, true)) }),
    };
  };
  const { properties = {} } = (body?.schemas[0] ?? {}) as BodySchema;
  return Object.keys(labels).flatMap((name) => {
    const schema = properties[name];
    return schema === undefined || left.includes(name) ? [] : [fieldOf(name, schema, false)];
  });
}

/** JSON Schema of a body, as far as forms read it. */
interface BodySchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly items?: BodySchema;
}

/** Number of empty rows below those of a list. */
const blankRows = 2;
/** More than a form may have fields. */
const maxRows = 1000;

/** Values of a form's fields for a stored record, such as `sources.0.url`, as a browser sends them back when nothing is typed. */
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
          ...rows.map((item, index) => shownIn(row, item, `${path}.${index}.`)),
        );
      }
      if (as === 'check') return { [path]: value === true ? 'yes' : 'no' };
      const text = withoutUncharacters(withLineFeeds(String(value ?? '')));
      return { [path]: as === 'text' ? text : text.replaceAll('\n', '') };
    }),
  );
}

/** Values of a form, with the stored text of each field that comes back as it was drawn: forms cannot carry all texts. */
function withStoredTexts(form: Fields, shown: Fields, record: object): Fields {
  const values = Object.entries(form).map(([path, text = '']) => {
    const stored = path.split('.').reduce((inside: unknown, part) => Object(inside)[part], record);
    return [path, typeof stored === 'string' && withLineFeeds(text) === shown[path] ? stored : text];
  });
  return Object.fromEntries(values);
}

/** Numbers of the rows of a list that are not blank, in order. The field of the list's own name is the number of its rows. */
function rowsIn({ name, row = [] }: RecordField, values: Fields): number[] {
  const count = Math.min(Number(values[name]) || 0, maxRows);
  const isFilled = (number: number): boolean =>
    row.some((cell) => values[`${name}.${number}.${cell.name}`]?.trim() !== '');
  return Array.from({ length: count }, (_, number) => number).filter(isFilled);
}

/** Value of a field for the body. Text that is no number stays text, which the operation refuses at its field. */
function valueIn(field: RecordField, values: Fields, path: string = field.name): unknown {
  const { as, row, isNullable } = field;
  const sent = sentField(values, path);
  if (row !== undefined) {
    return rowsIn(field, values).map((number) =>
      Object.fromEntries(row.map((cell) => [cell.name, valueIn(cell, values, `${path}.${number}.${cell.name}`)])),
    );
  }
  if (as === 'check') return sent === 'yes';
  const text = withLineFeeds(sent).trim();
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
    if (field.row === undefined || form[field.name] === undefined) continue;
    const rows = rowsIn(field, context.form);
    form[field.name] = String(rows.length);
    for (const [to, from] of rows.entries()) {
      for (const { name } of field.row) {
        form[`${field.name}.${to}.${name}`] = sentField(context.form, `${field.name}.${from}.${name}`);
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
  const shown = record === null ? {} : shownIn(fields, record);
  const stored = (values: Fields): Fields => withStoredTexts(values, shown, record ?? {});
  const [sent, before] = [stored(form), stored(shown)];
  const isBlank = (value: unknown): boolean => value === null || value === '';
  const changed = fields.flatMap((field) => {
    const value = valueIn(field, sent);
    const isSame = record === null ? isBlank(value) : isDeepStrictEqual(value, valueIn(field, before));
    return isSame ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(changed);
}

interface RecordFormProps extends FormProps {
  readonly action: string;
  readonly fields: readonly RecordField[];
  /** `null`: the form makes a new one. */
  readonly record: object | null;
}

/** Form of a record; if it was sent and refused, it shows what was sent. */
export function RecordForm({ fields, record, children, ...form }: RecordFormProps): ComponentChild {
  const { frame, action } = form;
  const { context, problem } = frame;
  const inputs = new FormInputs(context, problem, action);
  const shown = record === null ? {} : shownIn(fields, record);
  const requiredLabels = fields.flatMap(({ label, isRequired }) => (isRequired ? [`“${label}”`] : []));
  const sent = problem !== null && context.form.action === action ? context.form : {};
  return (
    <Form {...form}>
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
            <input type="hidden" name={name} value={rows} />
          </fieldset>
        );
      })}
    </Form>
  );
}

function fieldInput(inputs: FormInputs, field: RecordField, value: string | undefined): ComponentChild {
  const { as, options } = field;
  if (options !== undefined) return inputs.select({ ...field, value, options });
  if (as === 'check') return inputs.checkbox({ ...field, isChecked: value === 'yes' });
  if (as === 'text') return inputs.textarea({ maxLength: 10_000, ...field, value });
  return inputs.input({ ...field, value, inputMode: as === 'number' ? 'numeric' : undefined });
}
