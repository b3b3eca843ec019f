import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import { isObject } from '../../../lib/json.js';
import type { Operation } from '../../../operations/engine/contract.js';
import { fill, listText, type Words, words } from '../../../words/words.js';
import type { Fields } from '../../addresses.js';
import type { WorkContext } from '../../context.js';
import { sentField } from '../../form-fields.js';
import { type Label, named, optionName } from '../../labels.js';
import type { FormInputs } from './form.js';
import { formJson, parsedJson, shownText, withLineFeeds } from './form-text.js';

/** Field of a form: an input, and a member of the body of its write. */
export interface RecordField {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChild;
  /** Kind of input. Default: one line of text. `lines` is a list of texts, one on each line. */
  readonly as?: 'text' | 'lines' | 'number' | 'check' | 'hex' | 'date';
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  /** Whether a blank text is stored as `null`; only a row's fields need to say so. */
  readonly isNullable?: true;
  /** Whether a blank value is left out. */
  readonly isOptional?: true;
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Fields of each row, for a field that is a list of rows. */
  readonly row?: readonly RecordField[];
  /** Maximum number of rows. Without it, there is always a blank one. */
  readonly maxRows?: number;
}

/**
 * Fields of an operation's body that have a label, in the order of the labels. Its JSON schema says what each holds.
 *
 * @param left names of fields that the form leaves out
 */
export function fieldsOf(
  { body }: Pick<Operation, 'body'>,
  kind: keyof Words['records'],
  left: readonly string[] = [],
): readonly RecordField[] {
  const labels: Readonly<Record<string, Label>> = words().records[kind];
  const inputOf = (path: string, name: string, types: readonly string[]): RecordField['as'] => {
    if (types.includes('boolean')) return 'check';
    if (types.includes('integer')) return 'number';
    if (/^valid_/.test(name)) return 'date';
    if (name === 'hex' || (kind === 'theme' && name !== 'font')) return 'hex';
    return body?.rules?.multiline?.includes(path) ? 'text' : undefined;
  };
  const fieldOf = (path: string, { type = '', enum: values, items }: BodySchema, isInRow: boolean): RecordField => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const types = [type].flat();
    const { name: label, hint } = named(labels[path] ?? name);
    const cells = Object.entries(items?.properties ?? {});
    const isText = types.includes('string') && values === undefined;
    const as = inputOf(path, name, types);
    return {
      name,
      label,
      ...(hint !== undefined && { hint }),
      ...(as && { as }),
      ...(isText && !isInRow && !types.includes('null') && { isRequired: true }),
      ...(name === 'url' && { maxLength: 2000 }),
      ...(isInRow && types.includes('null') && { isNullable: true }),
      ...(values && { options: values.map((value) => [value, String(optionName(name, value))] as const) }),
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
const maxRows = 20_000;

/** Text of a value in its field. */
function fieldText({ as }: RecordField, value: unknown): string {
  if (as === 'check') return value === true ? 'yes' : 'no';
  if (as === 'lines') return shownText([value ?? []].flat().join('\n'), false);
  return shownText(String(value ?? ''), as !== 'text');
}

/** Row of a list as the form was made from it, with members that have no field; empty: a new one. */
function rowBefore(values: Fields, path: string): Readonly<Record<string, unknown>> {
  const row = parsedJson(sentField(values, path));
  return isObject(row) ? row : {};
}

/**
 * Numbers of the rows of a list that were not emptied, in order. The field of the list's own name is the number of its
 * rows.
 */
function rowsIn({ name, row = [] }: RecordField, values: Fields): number[] {
  const count = Math.min(Number(values[name]) || 0, maxRows);
  const texts = row.filter(({ as }) => as !== 'check');
  const isKept = (number: number): boolean => {
    const before = rowBefore(values, `${name}.${number}`);
    const isFilled = row.some((cell) => {
      const text = values[`${name}.${number}.${cell.name}`];
      return text === undefined || (cell.as !== 'check' && text.trim() !== '');
    });
    const wasBlank = texts.every((cell) => fieldText(cell, before[cell.name]).trim() === '');
    return isFilled || (wasBlank && values[`${name}.${number}`] !== '');
  };
  return Array.from({ length: count }, (_, number) => number).filter(isKept);
}

/**
 * Value of a field for the body; the stored one if the text comes back as it was shown, since forms cannot carry all texts.
 * Text that is not a number stays text, which the operation refuses at its field.
 */
function valueIn(field: RecordField, values: Fields, stored: unknown, path: string = field.name): unknown {
  const { as, row, isNullable, isOptional } = field;
  const sent = withLineFeeds(sentField(values, path));
  if (row !== undefined) {
    const rows = rowsIn(field, values).map((number) => {
      const before = rowBefore(values, `${path}.${number}`);
      const cells = row.map((cell) => [
        cell.name,
        valueIn(cell, values, before[cell.name], `${path}.${number}.${cell.name}`),
      ]);
      const members = Object.entries({ ...before, ...Object.fromEntries(cells) });
      return Object.fromEntries(members.filter(([, value]) => value !== undefined));
    });
    return isOptional && rows.length === 0 && stored === undefined ? undefined : rows;
  }
  if (stored !== undefined && sent === fieldText(field, stored)) return stored;
  if (as === 'check') return sent === 'yes';
  const text = sent.trim();
  if (isOptional && text === '' && (as !== 'lines' || stored === undefined)) return undefined;
  if (as === 'lines') return text.split('\n').flatMap((line) => line.trim() || []);
  if (as === 'number' && text === '') return null;
  if (as === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (as === 'hex' && /^[0-9a-f]{6}$/i.test(text)) return `#${text}`;
  return isNullable && text === '' ? null : text;
}

/** Request with the form's blank rows left out, so that rows have the numbers that the operation's errors name. */
export function withoutBlankRows(context: WorkContext, fields: readonly RecordField[]): WorkContext {
  const form = { ...context.form };
  for (const field of fields) {
    if (field.row === undefined || form[field.name] === undefined) continue;
    const rows = rowsIn(field, context.form);
    form[field.name] = String(rows.length);
    for (const [to, from] of rows.entries()) {
      form[`${field.name}.${to}`] = context.form[`${field.name}.${from}`] ?? '';
      for (const { name } of field.row) {
        form[`${field.name}.${to}.${name}`] = sentField(context.form, `${field.name}.${from}.${name}`);
        if (to !== from) delete form[`${field.name}.${from}.${name}`];
      }
    }
  }
  return { ...context, form };
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Body of a write: the fields that differ from the record.
 *
 * @param record `null` for a new one: the filled fields
 */
export function changesIn(
  fields: readonly RecordField[],
  form: Fields,
  record: object | null,
): Record<string, unknown> {
  const changed = fields.flatMap((field) => {
    const stored: unknown = Object(record)[field.name];
    const value = valueIn(field, form, stored);
    // JSON has no -0.
    const isEqual = isDeepStrictEqual(value, stored) || JSON.stringify(value) === JSON.stringify(stored);
    const isSame = isEqual || (isBlank(value) && isBlank(stored));
    return isSame ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(changed);
}

/**
 * Inputs for the fields of a record.
 *
 * @param record `null` for a new one
 */
export function fieldInputs(
  inputs: FormInputs,
  fields: readonly RecordField[],
  record: object | null,
): ComponentChild[] {
  const values: Readonly<Record<string, unknown>> = Object(record);
  const texts = words().forms;
  const requiredLabels = fields.flatMap(({ label, isRequired }) =>
    isRequired ? [fill(words().common.quoted, { text: label })] : [],
  );
  const isPartial = record === null && requiredLabels.length > 0 && requiredLabels.length < fields.length;
  return [
    isPartial && <p class="hint">{fill(texts.onlyRequired, { fields: listText(requiredLabels) })}</p>,
    ...fields.map((field) => {
      const { name, label, hint, row } = field;
      if (row === undefined) return fieldInput(inputs, field, fieldText(field, values[name]));
      const stored = [values[name] ?? []].flat().map((item) => Object(item));
      const filled = Math.max(stored.length, rowsIn(field, inputs.sent).length);
      const rows = Math.max(filled, Math.min(filled + blankRows, field.maxRows ?? maxRows));
      return (
        <fieldset key={name}>
          <legend>{label}</legend>
          <p class="hint">
            {hint} {texts.emptyRow}
            {rows < (field.maxRows ?? maxRows) && ` ${texts.moreRows}`}
          </p>
          {Array.from({ length: rows }, (_, index) => (
            <div class="columns">
              <input
                type="hidden"
                name={`${name}.${index}`}
                value={inputs.sent[`${name}.${index}`] ?? (index < stored.length ? formJson(stored[index]) : '')}
              />
              {row.map((cell) => {
                const path = `${name}.${index}.${cell.name}`;
                const field = { ...cell, name: path, label: `${cell.label} ${index + 1}` };
                return <div>{fieldInput(inputs, field, fieldText(cell, stored[index]?.[cell.name]))}</div>;
              })}
            </div>
          ))}
          <input type="hidden" name={name} value={rows} />
        </fieldset>
      );
    }),
  ];
}

function fieldInput(inputs: FormInputs, field: RecordField, value: string): ComponentChild {
  const { as, options } = field;
  if (options !== undefined) return inputs.select({ ...field, value, options });
  if (as === 'check') return inputs.checkbox({ ...field, isChecked: value === 'yes' });
  if (as === 'text' || as === 'lines') return inputs.textarea({ maxLength: 10_000, ...field, value });
  const kind = {
    inputMode: as === 'number' ? 'numeric' : undefined,
    isColor: as === 'hex',
    isDay: as === 'date',
  } as const;
  return inputs.input({ ...field, value, ...kind });
}
