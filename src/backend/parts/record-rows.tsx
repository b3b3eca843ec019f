import type { ComponentChild } from 'preact';
import { invalidField } from '../../lib/errors.js';
import type { Operation } from '../../operations/engine/contract.js';
import type { Result } from '../../operations/engine/execute.js';
import { type BrandContext, type Fields, fieldIn, preconditionIn, unknownAction } from '../context.js';
import { changesIn, type FormFrame, type RecordField, RecordForm } from './record-form.js';

/** Kind of records that lie in one file, each known by a text: all of their forms are on one page. */
export interface RowKind {
  /** Noun in a sentence, such as `font`. */
  readonly noun: string;
  /** Path of the page, below the brand's. */
  readonly page: string;
  /** Field that a record is known by, and the operations' param. */
  readonly key: RecordField;
  readonly param: string;
  /** Key of a new one; left out: as it was typed. */
  readonly keyOf?: (typed: string, form: Fields) => string;
  readonly fields: readonly RecordField[];
  /** Changes one, or adds it. */
  readonly set: Operation;
  readonly remove: Operation;
}

type Row = Readonly<Record<string, unknown>>;

const keyOf = ({ key }: RowKind, row: Row): string => String(row[key.name]);

/** Name of the form that does something with a record; ids of its inputs begin with it. */
export const rowAction = (verb: string, key: string): string => `${verb}.${Buffer.from(key).toString('base64url')}`;

export function rowActionIn({ form }: BrandContext): { readonly verb: string; readonly key: string } {
  const [verb = '', code = ''] = (form.action ?? '').split('.');
  return { verb, key: Buffer.from(code, 'base64url').toString() };
}

interface RowProps {
  readonly kind: RowKind;
  readonly frame: FormFrame;
  readonly version: string;
}

/** Forms that change and remove one. @param whyKept reason why it cannot be removed */
export function RowForms({
  kind,
  frame,
  version,
  row,
  whyKept,
}: RowProps & { readonly row: Row; readonly whyKept?: string | undefined }) {
  const key = keyOf(kind, row);
  const form = { frame, to: kind.page, version, record: row };
  return (
    <>
      <RecordForm {...form} action={rowAction('set', key)} fields={kind.fields} button="Save" />
      {whyKept === undefined ? (
        <RecordForm {...form} action={rowAction('remove', key)} fields={[]} button={`Remove the ${kind.noun} ${key}`} />
      ) : (
        <p class="hint">{whyKept}</p>
      )}
    </>
  );
}

/** Form that adds one, also one whose form was sent when another had removed it. @param rows those that are there */
export function NewRow({ kind, frame, version, rows }: RowProps & { readonly rows: readonly Row[] }): ComponentChild {
  const { context } = frame;
  const { verb, key } = rowActionIn(context);
  const isGone = verb === 'set' && !rows.some((row) => keyOf(kind, row) === key);
  const form = isGone ? { ...context.form, action: 'add', [kind.key.name]: key } : context.form;
  return (
    <section class="card">
      <h2>Add a {kind.noun}</h2>
      <RecordForm
        {...{ to: kind.page, version, record: null, action: 'add', button: 'Add it' }}
        frame={{ ...frame, context: { ...context, form } }}
        fields={[kind.key, ...kind.fields]}
      />
    </section>
  );
}

/** Runs one of the forms. @param rows those that are there */
export async function writeRow(context: BrandContext, kind: RowKind, rows: readonly Row[]): Promise<Result> {
  const { form, perform } = context;
  const version = preconditionIn(context, 'version');
  const { verb, key } = rowActionIn(context);
  const row = rows.find((one) => keyOf(kind, one) === key);
  if (verb === 'remove') return perform(kind.remove, { params: { [kind.param]: key }, version });
  if (verb === 'set') {
    return perform(kind.set, { params: { [kind.param]: key }, version, body: changesIn(kind.fields, form, row ?? {}) });
  }
  if (verb !== 'add') throw unknownAction();
  const { name } = kind.key;
  const typed = fieldIn(form, name).trim();
  const wanted = kind.keyOf?.(typed, form) ?? typed;
  if (rows.some((one) => keyOf(kind, one) === wanted)) {
    throw invalidField(name, `There is a ${kind.noun} “${wanted}” already.`);
  }
  return perform(kind.set, { params: { [kind.param]: wanted }, version, body: changesIn(kind.fields, form, null) });
}
