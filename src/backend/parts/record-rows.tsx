import type { ComponentChild } from 'preact';
import { invalidField } from '../../lib/errors.js';
import type { Operation } from '../../operations/engine/contract.js';
import type { Result } from '../../operations/engine/execute.js';
import { type BrandContext, type Fields, requiredField, sentField, unknownAction } from '../context.js';
import { Form, type FormFrame } from './form.js';
import { changesIn, type RecordField, RecordForm } from './record-form.js';

/** Kind of records that lie in one file, such as fonts, each with a key: all their forms are on one page. */
export interface RowKind {
  /** Noun in a sentence, such as `font`. */
  readonly noun: string;
  /** Path of the page, below the brand's. */
  readonly page: string;
  /** Field of the key. */
  readonly key: RecordField;
  /** Name of the operations' param for the key. */
  readonly param: string;
  /** Key of a new record; left out: as it was typed. */
  readonly keyOf?: (typed: string, form: Fields) => string;
  readonly fields: readonly RecordField[];
  /** Changes a record, or adds it. */
  readonly set: Operation;
  readonly remove: Operation;
}

type Row = Readonly<Record<string, unknown>>;

const keyOf = ({ key }: RowKind, row: Row): string => String(row[key.name]);

/** Value of `action` of a record's form; ids of its fields begin with it, so the key is encoded. */
export const rowAction = (verb: string, key: string): string => `${verb}.${Buffer.from(key).toString('base64url')}`;

/** The verb and the key that a form was sent for; the key is empty for a new record. */
export function rowActionIn({ form }: BrandContext): { readonly verb: string; readonly key: string } {
  const [verb = '', code = ''] = (form.action ?? '').split('.');
  return { verb, key: Buffer.from(code, 'base64url').toString() };
}

interface RowProps {
  readonly kind: RowKind;
  readonly frame: FormFrame;
  /** Tag of the file of all records, the precondition. */
  readonly version: string;
}

/** Forms that change and remove a record. @param whyKept reason why it cannot be removed */
export function RowForms({
  kind,
  frame,
  version,
  row,
  whyKept,
}: RowProps & { readonly row: Row; readonly whyKept?: string | undefined }) {
  const key = keyOf(kind, row);
  const form = { frame, to: kind.page, version };
  return (
    <>
      <RecordForm {...form} action={rowAction('set', key)} record={row} fields={kind.fields} button="Save" />
      {whyKept === undefined ? (
        <Form {...form} action={rowAction('remove', key)} button={`Remove the ${kind.noun} ${key}`} />
      ) : (
        <p class="hint">{whyKept}</p>
      )}
    </>
  );
}

/** Form that adds a record; also shows a refused change of a record that is gone meanwhile, to add it anew. @param rows all records */
export function NewRow({ kind, frame, version, rows }: RowProps & { readonly rows: readonly Row[] }): ComponentChild {
  const { context } = frame;
  const { verb, key } = rowActionIn(context);
  const isGone = verb === 'set' && !rows.some((row) => keyOf(kind, row) === key);
  const form = isGone ? { ...context.form, action: 'add', [kind.key.name]: key } : context.form;
  return (
    <RecordForm
      {...{ to: kind.page, version, record: null, action: 'add', title: `Add a ${kind.noun}`, button: 'Add it' }}
      frame={{ ...frame, context: { ...context, form } }}
      fields={[kind.key, ...kind.fields]}
    />
  );
}

/** Runs one of the forms. @param rows all records @throws `invalid` for a new record with a key that is taken */
export async function writeRow(context: BrandContext, kind: RowKind, rows: readonly Row[]): Promise<Result> {
  const { form, perform } = context;
  const version = requiredField(context, 'version');
  const { verb, key } = rowActionIn(context);
  const row = rows.find((candidate) => keyOf(kind, candidate) === key);
  if (verb === 'remove') return perform(kind.remove, { params: { [kind.param]: key }, version });
  if (verb === 'set') {
    return perform(kind.set, { params: { [kind.param]: key }, version, body: changesIn(kind.fields, form, row ?? {}) });
  }
  if (verb !== 'add') throw unknownAction();
  const { name } = kind.key;
  const typed = sentField(form, name).trim();
  const newKey = kind.keyOf?.(typed, form) ?? typed;
  if (rows.some((row) => keyOf(kind, row) === newKey)) {
    throw invalidField(name, `There is a ${kind.noun} “${newKey}” already.`);
  }
  return perform(kind.set, { params: { [kind.param]: newKey }, version, body: changesIn(kind.fields, form, null) });
}
