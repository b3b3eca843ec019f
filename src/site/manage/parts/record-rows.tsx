import { invalidField } from '../../../lib/errors.js';
import { asSaid, say } from '../../../lib/say.js';
import type { Operation } from '../../../operations/engine/contract.js';
import { words } from '../../../words/words.js';
import type { Fields } from '../../addresses.js';
import type { WorkContext } from '../../context.js';
import { sentField } from '../../form-fields.js';
import type { Action } from './forms-page.js';
import { fieldsOf } from './record-form.js';

/** Kind of records that one file holds, such as fonts. Each has a key, and all their forms are on one page. */
export interface RowKind {
  /** Name of the kind and of the labels of its fields. The first label is that of the key. */
  readonly noun: 'category' | 'font';
  /** Name of the key's field. */
  readonly key: string;
  /** Name of the operations' param for the key. */
  readonly param: string;
  /** Key of a new record. Default: as it was typed. */
  readonly keyOf?: (typed: string, form: Fields) => string;
  /** Changes a record, or adds it. */
  readonly set: Operation;
  readonly remove: Operation;
}

/**
 * Value of `action` of a record's form. The key is encoded, because the ids of the form's fields begin with the
 * action.
 */
export const rowAction = (verb: string, key: string): string => `${verb}.${Buffer.from(key).toString('base64url')}`;

/** Verb and key for which a form was sent. The key is empty for a new record. */
export function rowActionIn({ form }: WorkContext): { readonly verb: string; readonly key: string } {
  const [verb = '', code = ''] = (form.action ?? '').split('.');
  return { verb, key: Buffer.from(code, 'base64url').toString() };
}

/**
 * Actions that change and remove each record, and `add`, which also shows a refused change of a record that was removed
 * meanwhile, to add it again.
 */
export function rowActions(context: WorkContext, kind: RowKind, rows: readonly object[]): Action[] {
  const { noun, key: keyName, param, set, remove } = kind;
  const { form } = context;
  const texts = words().recordForms;
  const sent = rowActionIn(context);
  const [keyField, ...fields] = fieldsOf(set, noun);
  const byKey = new Map<string, object>(rows.map((row) => [String(Object(row)[keyName]), row]));
  const isSentRecordRemoved = sent.verb === 'set' && !byKey.has(sent.key);
  const run =
    (operation: Operation, key: string): Action['run'] =>
    ({ guard, body }) =>
      context.perform(operation, { ...guard, params: { [param]: key }, body });
  // A form may have been sent for a record that was removed since.
  const keys = new Set([...byKey.keys(), ...(sent.key === '' ? [] : [sent.key])]);
  const ofRows = [...keys].flatMap((key): Action[] => [
    {
      name: rowAction('set', key),
      of: key,
      fields,
      record: byKey.get(key) ?? {},
      writes: set,
      run: run(set, key),
    },
    {
      name: rowAction('remove', key),
      button: texts.remove[noun],
      look: 'bad',
      of: key,
      writes: remove,
      run: run(remove, key),
    },
  ]);
  const add: Action = {
    name: 'add',
    title: texts.addTitle[noun],
    button: texts.add[noun],
    fields: keyField === undefined ? fields : [{ ...keyField, isRequired: kind.keyOf === undefined }, ...fields],
    record: null,
    writes: set,
    ...(isSentRecordRemoved && { sent: { ...form, action: 'add', [keyName]: sent.key } }),
    run({ body: { [keyName]: _, ...body }, ...sent }) {
      const typed = sentField(form, keyName).trim();
      const key = kind.keyOf?.(typed, form) ?? typed;
      if (byKey.has(key)) throw invalidField(keyName, say`There is a ${asSaid(noun)} “${key}” already.`);
      return run(set, key)({ ...sent, body });
    },
  };
  return [...ofRows, add];
}
