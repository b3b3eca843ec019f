import { isDeepStrictEqual } from 'node:util';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { typedHtml } from '../../content/html/typed.js';
import { isObject, stringifyJson } from '../../lib/json.js';
import { withoutUncharacters } from '../../portal/render.js';
import { formJson, parsedJson, shownText, withLineFeeds } from '../form-text.js';
import {
  blockOf,
  blocksByKey,
  type Entry,
  emptyForm,
  type FieldSchema,
  type FormModel,
  keyOf,
  ownFields,
  schemaOf,
  tidy,
} from './form-model.js';

/** Rows that are read of one list: one more than may be stored, so that the operation refuses it. */
const maxRows = 1001;

interface TitleAndBlocks {
  readonly title: string;
  readonly blocks: readonly StoredBlock[];
}

/** Form of a page as it is stored. */
export function sheetOf({ title, blocks }: TitleAndBlocks): FormModel {
  const model = emptyForm();
  model.title = shownText(title, true);
  const keys = new Map([...blocksByKey(blocks)].map(([key, block]) => [block, key]));
  writeValue(model, { 'x-kind': 'blocks' }, '', blocks, keys);
  return model;
}

/** Puts a value into the form, below a name. @param keys of blocks; left out: made from their ids */
export function writeValue(
  model: FormModel,
  schema: FieldSchema,
  name: string,
  value: unknown,
  keys: ReadonlyMap<unknown, string> = new Map(),
): void {
  const { properties, items } = schema;
  if (schema['x-kind'] === 'blocks' && Array.isArray(value)) {
    const blocks: readonly StoredBlock[] = value;
    const keyFor = (block: StoredBlock): string =>
      keys.get(block) ?? keyOf(block.id ?? `${name} ${blocks.indexOf(block)}`);
    model.slots.set(
      name,
      blocks.map((block) => ({ key: keyFor(block), type: block.type })),
    );
    for (const block of blocks) writeValue(model, schemaOf(block.type) ?? {}, keyFor(block), block.data, keys);
  } else if (items !== undefined && Array.isArray(value)) {
    if (canBeLines(items, value)) return void model.texts.set(name, value.join('\n'));
    model.rows.set(
      name,
      value.map((_, index) => String(index)),
    );
    for (const [index, item] of value.entries()) writeValue(model, items, `${name}.${index}`, item, keys);
  } else if (properties !== undefined && isObject(value)) {
    for (const [member, inner] of Object.entries(properties)) {
      if (Object.hasOwn(value, member)) writeValue(model, inner, `${name}.${member}`, value[member], keys);
    }
    if (schema.additionalProperties) {
      writeValue(model, { items: freeRow }, freeList(name), freeMembers(schema, value).map(shownMember));
    }
  } else if (schema.type !== undefined && typeof value !== 'object') model.texts.set(name, shownValue(schema, value));
}

/** Schema of a row that holds a further member of an object. */
export const freeRow: FieldSchema = {
  properties: { name: { type: 'string', 'x-kind': 'line' }, value: { type: 'string' }, json: { type: 'boolean' } },
};

/** Name of the list of an object's further members. */
export const freeList = (name: string): string => `${name}.*`;

type Member = readonly [name: string, value: unknown];

const freeMembers = ({ properties = {} }: FieldSchema, value: object): Member[] =>
  Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name));

interface ShownMember {
  readonly name: string;
  readonly value: string;
  readonly json: boolean;
}

function shownMember([name, value]: Member): ShownMember {
  const json = typeof value !== 'string';
  return { name, value: json ? stringifyJson(value) : value, json };
}

/** Whether items are plain texts: one field then holds them, one on each line. */
export const isPlainText = ({ type, 'x-kind': kind }: FieldSchema): boolean => type === 'string' && kind === undefined;

/** Whether each item comes back unchanged from a field with a line for each. */
function canBeLines(items: FieldSchema, list: readonly unknown[]): boolean {
  return isPlainText(items) && list.every((item) => item !== '' && item === shownText(String(item).trim(), true));
}

/** Value as its field shows it, which is what a browser sends back when nothing was typed. */
function shownValue(schema: FieldSchema, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return shownText(String(value), isOneLine(schema));
}

export const isOneLine = ({ 'x-kind': kind }: FieldSchema): boolean => kind === 'line' || kind === 'url';

/** Fields of a form that say which blocks there are, and where: `k.<slot>` has keys, `x` a removed one. */
export function listFields({ slots, removed }: FormModel): (readonly [string, string])[] {
  const entry = ({ key, type }: Entry): string => (schemaOf(type) === undefined ? key : `${key}|${type}`);
  return [
    ...[...slots].map(([slot, list]) => [`k.${slot}`, list.map(entry).join(' ')] as const),
    ...[...removed].map((key) => ['x', key] as const),
  ];
}

/** Fields of a form for texts that a document cannot carry: `e.<name>` is one as JSON. */
export function exactFields({ texts }: FormModel): (readonly [string, string])[] {
  const odd = [...texts].filter(([, text]) => withoutUncharacters(text) !== text);
  return odd.map(([name, text]) => [`e.${name}`, formJson(text)]);
}

/**
 * Reads the fields of a form. A block without any sent field, because it was closed or is unchanged, comes from `base`.
 *
 * @param base blocks of the version that the form was made from
 */
export function readFormModel(sent: Iterable<readonly [string, string]>, base: readonly StoredBlock[]): FormModel {
  const model = emptyForm();
  const stored = blocksByKey(base);
  const exact = new Map<string, unknown>();
  for (const [name, raw] of sent) {
    const value = withLineFeeds(raw);
    const rest = name.slice(2);
    if (name === 'title') model.title = value;
    else if (name === 'note') model.note = value;
    else if (name === 'x') model.removed.add(value);
    else if (name.startsWith('k.')) {
      const pairs = value.split(' ').flatMap((entry) => (entry === '' ? [] : [entry.split('|')]));
      const entries = pairs.map(([key = '', type]) => ({ key, type: stored.get(key)?.type ?? type ?? null }));
      model.slots.set(rest, [...(model.slots.get(rest) ?? []), ...entries]);
    } else if (name.startsWith('r.') && !model.rows.has(rest)) {
      model.rows.set(rest, [...new Set(value.split(' '))].filter((row) => /^n?\d{1,9}$/.test(row)).slice(0, maxRows));
    } else if (name.startsWith('e.')) exact.set(rest, parsedJson(value));
    else if (name.startsWith('d.') && !model.texts.has(rest)) model.texts.set(rest, value);
  }
  // A text that comes back as it was drawn is the one that was sent before.
  for (const [name, text] of exact) {
    if (typeof text === 'string' && withoutUncharacters(text) === model.texts.get(name)) model.texts.set(name, text);
  }
  const [sentBlocks, baseForm] = [ownFields(model), sheetOf({ title: '', blocks: base })];
  for (const [name, text] of baseForm.texts) if (!sentBlocks.has(blockOf(name))) model.texts.set(name, text);
  for (const [name, rows] of baseForm.rows) if (!sentBlocks.has(blockOf(name))) model.rows.set(name, rows);
  tidy(model);
  return model;
}

/** Title of the form; unchanged, it is the stored one, which the field may show differently. @param base stored title */
export function titleOf(model: FormModel, base: string): string {
  return model.title === shownText(base, true) ? base : model.title;
}

/** Content of a page, read from its form. */
export interface PageRead {
  readonly blocks: readonly Partial<StoredBlock>[];
  /** Names in the form by paths such as `blocks.0.data.text`; a block's name is its key. */
  readonly names: ReadonlyMap<string, string>;
}

/** Name in the form for the path of a message, or for the nearest path above it that the form has. */
export function nameAt(names: ReadonlyMap<string, string>, path: string): string {
  let ancestor = path;
  while (!names.has(ancestor) && ancestor.includes('.')) ancestor = ancestor.slice(0, ancestor.lastIndexOf('.'));
  return names.get(ancestor) ?? path;
}

interface ValueRead {
  readonly value: unknown;
  /** Names in the form by paths in the value. */
  readonly names: ReadonlyMap<string, string>;
  /** Messages by names of the form. */
  readonly problems: Readonly<Record<string, string[]>>;
}

/** Value that a form describes below a name. @param before stored value @param path of the value in messages */
export function readValue(
  model: FormModel,
  schema: FieldSchema,
  name: string,
  before: unknown,
  path: string,
): ValueRead {
  const reader = new Reader(model, new Map());
  const value = reader.value(schema, name, before, path);
  return { value, names: reader.names, problems: Object.fromEntries(reader.problems) };
}

/**
 * Blocks of a page as its form has them. A field that comes back as it was drawn keeps the stored value, since forms cannot
 * carry all texts. What was not sent stays as well.
 *
 * @param base blocks of the version that the form was made from
 */
export function blocksOf(model: FormModel, base: readonly StoredBlock[]): PageRead {
  const reader = new Reader(model, blocksByKey(base));
  return { blocks: reader.list('', base, 'blocks'), names: reader.names };
}

/** Reads values from a form. Equal values are the stored objects themselves, so that an unchanged page is recognised. */
class Reader {
  readonly names = new Map<string, string>();
  readonly problems = new Map<string, string[]>();

  constructor(
    private readonly model: FormModel,
    private readonly base: ReadonlyMap<string, StoredBlock>,
  ) {}

  list(slot: string, before: unknown, path: string): Partial<StoredBlock>[] {
    const sent = this.model.slots.get(slot);
    if (sent === undefined && Array.isArray(before)) return before;
    const remaining = (sent ?? []).filter(({ key }) => !this.model.removed.has(key));
    const blocks = remaining.map((entry, index) => this.#block(entry, `${path}.${index}`));
    return isSameList(blocks, before) ? before : blocks;
  }

  #block({ key, type: sentType }: Entry, path: string): Partial<StoredBlock> {
    const stored = this.base.get(key);
    const type = stored === undefined ? sentType : stored.type;
    this.names.set(path, key);
    const schema = schemaOf(type);
    if (schema === undefined) return stored ?? { type, data: {} };
    const value = this.value(schema, key, stored?.data, `${path}.data`);
    const data = isObject(value) ? value : {};
    if (stored !== undefined) return data === stored.data ? stored : { ...stored, data };
    return { type, data };
  }

  value(schema: FieldSchema, name: string, before: unknown, path: string): unknown {
    // A row that is left out gives its path to the next one.
    this.names.set(path, name);
    const { properties, items } = schema;
    if (schema['x-kind'] === 'blocks') {
      const blocks = this.list(name, before, path);
      return blocks.length === 0 && before === undefined ? undefined : blocks;
    }
    if (items !== undefined) return this.#rows(items, name, before, path);
    if (properties === undefined) return this.#leaf(schema, name, before);
    const old = isObject(before) ? before : {};
    const members = Object.entries(properties).flatMap(([member, inner]) => {
      const value = this.value(inner, `${name}.${member}`, old[member], `${path}.${member}`);
      return value === undefined ? [] : [[member, value]];
    });
    const free = schema.additionalProperties ? this.#free(schema, name, old, path) : [];
    return beforeIfEqual(before, Object.fromEntries([...members, ...free]));
  }

  #rows(items: FieldSchema, name: string, before: unknown, path: string): unknown {
    const rows = this.model.rows.get(name);
    if (rows === undefined) return isPlainText(items) ? this.#lines(name, before) : before;
    if (rows.length === 0 && before === undefined) return undefined;
    const old: readonly unknown[] = Array.isArray(before) ? before : [];
    const list: unknown[] = [];
    for (const row of rows) {
      const stored = old[Number(row)];
      const value = this.value(items, `${name}.${row}`, stored, `${path}.${list.length}`);
      const item = value ?? emptyRow(items);
      if (item === undefined || (isBlank(items, item) && !isDeepStrictEqual(stored, item))) continue;
      list.push(item);
    }
    return beforeIfEqual(before, list);
  }

  #lines(name: string, before: unknown): unknown {
    const text = this.model.texts.get(name);
    const lines = text?.split('\n').flatMap((line) => line.trim() || []);
    return lines === undefined || (lines.length === 0 && before === undefined) ? before : beforeIfEqual(before, lines);
  }

  /** Further members of an object, each from a row. */
  #free(schema: FieldSchema, name: string, old: object, path: string): Member[] {
    const stored = freeMembers(schema, old);
    const list = freeList(name);
    const usedKeys = new Set(Object.keys(schema.properties ?? {}));
    return (this.model.rows.get(list) ?? stored.map((_, row) => String(row))).flatMap((row) => {
      const rowName = `${list}.${row}`;
      const storedMember = stored[Number(row)];
      const shown = storedMember && shownMember(storedMember);
      const read: Partial<ShownMember> = Object(this.value(freeRow, rowName, shown, rowName));
      const { name: typed = '', value: text = '', json = false } = read;
      if (storedMember === undefined && typed === '' && text === '') return [];
      const key = typed === storedMember?.[0] ? typed : typed.trim();
      if (key === '' && storedMember?.[0] !== '')
        this.problems.set(`${rowName}.name`, ['Give it a name, or remove it.']);
      if (usedKeys.has(key)) this.problems.set(`${rowName}.name`, [`There is a field “${key}” already.`]);
      usedKeys.add(key);
      this.names.set(`${path}.${key}`, `${rowName}.value`);
      if (storedMember !== undefined && text === shown?.value && json === shown.json) return [[key, storedMember[1]]];
      if (!json) return [[key, text]];
      try {
        return [[key, JSON.parse(text)]];
      } catch {
        this.problems.set(`${rowName}.value`, ['This is not JSON. A text in it needs double quotes.']);
        return [];
      }
    });
  }

  #leaf(schema: FieldSchema, name: string, before: unknown): unknown {
    const text = this.model.texts.get(name);
    if (text === undefined || (before !== undefined && shownValue(schema, before) === text)) return before;
    if (text === '') return undefined;
    if (schema['x-kind'] === 'html') return typedHtml(text) || undefined;
    const trimmed = text.trim();
    if (schema.type === 'integer' && /^-?\d{1,15}$/.test(trimmed)) return Number(trimmed);
    if (schema.type === 'boolean' && /^(?:yes|no)$/.test(trimmed)) return trimmed === 'yes';
    // Text that is no such value stays text: the operation refuses it at its field, as it was typed.
    return text;
  }
}

/** Value of an empty row; `undefined` in a list of numbers, which has none. */
function emptyRow({ type, properties, items }: FieldSchema): unknown {
  if (items !== undefined) return [];
  return properties === undefined ? (type === 'string' ? '' : undefined) : {};
}

/** Whether a row of a section is empty: it is left out, unless it is stored so. In a block an empty row has a meaning. */
function isBlank(items: FieldSchema, item: unknown): boolean {
  return item === '' ? isPlainText(items) : items.additionalProperties === true && isDeepStrictEqual(item, {});
}

const beforeIfEqual = (before: unknown, value: unknown): unknown => (isDeepStrictEqual(before, value) ? before : value);

function isSameList(blocks: readonly Partial<StoredBlock>[], before: unknown): before is Partial<StoredBlock>[] {
  return (
    Array.isArray(before) && before.length === blocks.length && blocks.every((block, index) => block === before[index])
  );
}
