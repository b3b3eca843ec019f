import { isDeepStrictEqual } from 'node:util';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { typedHtml } from '../../content/html/typed.js';
import { isObject, stringifyJson } from '../../lib/json.js';
import { withoutUncharacters } from '../render.js';
import {
  blockOf,
  type Entry,
  emptySheet,
  type FieldSchema,
  keyOf,
  keysOf,
  ownValues,
  type Sheet,
  schemaOf,
  tidy,
} from './slots.js';

/** Rows that are read of one list: one more than may be stored, so that the refusal comes from there. */
const maxRows = 1001;

interface Written {
  readonly title: string;
  readonly blocks: readonly StoredBlock[];
}

/** The form of a page. */
export function sheetOf({ title, blocks }: Written): Sheet {
  const sheet = emptySheet();
  sheet.title = fieldText(title, true);
  const keys = new Map([...keysOf(blocks)].map(([key, block]) => [block, key]));
  writeValue(sheet, { 'x-kind': 'blocks' }, '', blocks, keys);
  return sheet;
}

/** Puts a value into the form, below a name. */
export function writeValue(
  sheet: Sheet,
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
    sheet.slots.set(
      name,
      blocks.map((block) => ({ key: keyFor(block), type: block.type })),
    );
    for (const block of blocks) writeValue(sheet, schemaOf(block.type) ?? {}, keyFor(block), block.data, keys);
  } else if (items !== undefined && Array.isArray(value)) {
    if (isLines(items, value)) return void sheet.texts.set(name, value.join('\n'));
    sheet.rows.set(
      name,
      value.map((_, at) => String(at)),
    );
    for (const [at, item] of value.entries()) writeValue(sheet, items, `${name}.${at}`, item, keys);
  } else if (properties !== undefined && isObject(value)) {
    for (const [member, inner] of Object.entries(properties)) {
      if (Object.hasOwn(value, member)) writeValue(sheet, inner, `${name}.${member}`, value[member], keys);
    }
    if (schema.additionalProperties) {
      writeValue(sheet, { items: freeRow }, freeList(name), freeMembers(schema, value).map(shownMember));
    }
  } else if (schema.type !== undefined && typeof value !== 'object') sheet.texts.set(name, shownValue(schema, value));
}

/** A further member of an object, as a row. */
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

/** Whether items are plain texts, which one field holds, a line each. */
export const areLines = ({ type, 'x-kind': kind }: FieldSchema): boolean => type === 'string' && kind === undefined;

/** Whether each item comes back as it is from a field with a line for each. */
function isLines(items: FieldSchema, list: readonly unknown[]): boolean {
  return areLines(items) && list.every((item) => item !== '' && item === fieldText(String(item).trim(), true));
}

/** A value as its field shows it: what a browser sends back when nothing was typed. */
function shownValue(schema: FieldSchema, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return fieldText(String(value), isOneLine(schema));
}

export const isOneLine = ({ 'x-kind': kind }: FieldSchema): boolean => kind === 'line' || kind === 'url';

function fieldText(text: string, isLine: boolean): string {
  const lines = withoutUncharacters(text.replaceAll(/\r\n?/g, '\n'));
  return isLine ? lines.replaceAll('\n', '') : lines;
}

/** Fields of a form that say which blocks there are, and where. */
export function listsOf({ slots, removed }: Sheet): (readonly [string, string])[] {
  const entry = ({ key, type }: Entry): string => (schemaOf(type) === undefined ? key : `${key}|${type}`);
  return [
    ...[...slots].map(([slot, list]) => [`k.${slot}`, list.map(entry).join(' ')] as const),
    ...[...removed].map((key) => ['x', key] as const),
  ];
}

/**
 * Reads the fields of a form. A block that nothing was sent of, because it was closed or stands as it was, is that of `base`.
 *
 * @param base blocks of the version that the form was made from
 */
export function readSheet(sent: Iterable<readonly [string, string]>, base: readonly StoredBlock[]): Sheet {
  const sheet = emptySheet();
  const stored = keysOf(base);
  for (const [name, raw] of sent) {
    const value = raw.replaceAll(/\r\n?/g, '\n');
    const rest = name.slice(2);
    if (name === 'title') sheet.title = value;
    else if (name === 'note') sheet.note = value;
    else if (name === 'x') sheet.removed.add(value);
    else if (name.startsWith('k.')) {
      const entries = value.split(' ').flatMap((one) => (one === '' ? [] : [one.split('|')]));
      const list = entries.map(([key = '', type]) => ({ key, type: stored.get(key)?.type ?? type ?? null }));
      sheet.slots.set(rest, [...(sheet.slots.get(rest) ?? []), ...list]);
    } else if (name.startsWith('r.') && !sheet.rows.has(rest)) {
      sheet.rows.set(rest, [...new Set(value.split(' '))].filter((row) => /^n?\d{1,9}$/.test(row)).slice(0, maxRows));
    } else if (name.startsWith('d.') && !sheet.texts.has(rest)) sheet.texts.set(rest, value);
  }
  const [known, before] = [ownValues(sheet), sheetOf({ title: '', blocks: base })];
  for (const [name, text] of before.texts) if (!known.has(blockOf(name))) sheet.texts.set(name, text);
  for (const [name, rows] of before.rows) if (!known.has(blockOf(name))) sheet.rows.set(name, rows);
  tidy(sheet);
  return sheet;
}

/** The title, as it is stored when its field was left alone. */
export function titleOf(sheet: Sheet, base: string): string {
  return sheet.title === fieldText(base, true) ? base : sheet.title;
}

export interface PageRead {
  readonly blocks: readonly Partial<StoredBlock>[];
  /** Names in the form by paths in `blocks`; a block's is its key. */
  readonly names: ReadonlyMap<string, string>;
}

/** Name in the form of the field that a path of a message is in. */
export function nameAt(names: ReadonlyMap<string, string>, path: string): string {
  let known = path;
  while (!names.has(known) && known.includes('.')) known = known.slice(0, known.lastIndexOf('.'));
  return names.get(known) ?? path;
}

interface ValueRead {
  readonly value: unknown;
  /** Names in the form by paths in the value. */
  readonly names: ReadonlyMap<string, string>;
  /** Messages by names of the form. */
  readonly problems: Readonly<Record<string, string[]>>;
}

/** The value that a form describes below a name. @param path of the value where messages name it */
export function readValue(sheet: Sheet, schema: FieldSchema, name: string, before: unknown, path: string): ValueRead {
  const reader = new Reader(sheet, new Map());
  const value = reader.value(schema, name, before, path);
  return { value, names: reader.names, problems: Object.fromEntries(reader.problems) };
}

/**
 * The blocks that a form describes. A field that comes back as it was drawn from the version before it keeps that version's value:
 * forms cannot carry all texts. What was not sent stays, too.
 *
 * @param base blocks of the version that the form was made from
 */
export function blocksOf(sheet: Sheet, base: readonly StoredBlock[]): PageRead {
  const reader = new Reader(sheet, keysOf(base));
  return { blocks: reader.list('', base, 'blocks'), names: reader.names };
}

class Reader {
  readonly names = new Map<string, string>();
  readonly problems = new Map<string, string[]>();

  constructor(
    private readonly sheet: Sheet,
    private readonly base: ReadonlyMap<string, StoredBlock>,
  ) {}

  list(slot: string, before: unknown, path: string): Partial<StoredBlock>[] {
    const sent = this.sheet.slots.get(slot);
    if (sent === undefined && Array.isArray(before)) return before;
    const kept = (sent ?? []).filter(({ key }) => !this.sheet.removed.has(key));
    const blocks = kept.map((entry, at) => this.#block(entry, `${path}.${at}`));
    return isSameList(blocks, before) ? before : blocks;
  }

  #block({ key, type: sent }: Entry, path: string): Partial<StoredBlock> {
    const stored = this.base.get(key);
    const type = stored === undefined ? sent : stored.type;
    this.names.set(path, key);
    const schema = schemaOf(type);
    if (schema === undefined) return stored ?? { type, data: {} };
    const value = this.value(schema, key, stored?.data, `${path}.data`);
    const data = isObject(value) ? value : {};
    if (stored !== undefined) return data === stored.data ? stored : { ...stored, data };
    return { type, data };
  }

  value(schema: FieldSchema, name: string, before: unknown, path: string): unknown {
    this.names.set(path, this.names.get(path) ?? name);
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
    return sameOr(before, Object.fromEntries([...members, ...free]));
  }

  #rows(items: FieldSchema, name: string, before: unknown, path: string): unknown {
    const rows = this.sheet.rows.get(name);
    if (rows === undefined) return areLines(items) ? this.#lines(name, before) : before;
    if (rows.length === 0 && before === undefined) return undefined;
    const old: readonly unknown[] = Array.isArray(before) ? before : [];
    let at = 0;
    const found = rows.flatMap((row) => {
      const stored = old[Number(row)];
      const value = this.value(items, `${name}.${row}`, stored, `${path}.${at}`);
      const item = value ?? emptyOf(items);
      if (item === undefined || (isBlank(items, item) && !isDeepStrictEqual(stored, item))) return [];
      at += 1;
      return [item];
    });
    return sameOr(before, found);
  }

  #lines(name: string, before: unknown): unknown {
    const text = this.sheet.texts.get(name);
    const lines = text?.split('\n').flatMap((line) => line.trim() || []);
    return lines === undefined || (lines.length === 0 && before === undefined) ? before : sameOr(before, lines);
  }

  /** Further members of an object. */
  #free(schema: FieldSchema, name: string, old: object, path: string): Member[] {
    const stored = freeMembers(schema, old);
    const list = freeList(name);
    const taken = new Set(Object.keys(schema.properties ?? {}));
    return (this.sheet.rows.get(list) ?? stored.map((_, row) => String(row))).flatMap((row) => {
      const at = `${list}.${row}`;
      const was = stored[Number(row)];
      const shown = was && shownMember(was);
      const read: Partial<ShownMember> = Object(this.value(freeRow, at, shown, at));
      const { name: typed = '', value: text = '', json = false } = read;
      if (was === undefined && typed === '' && text === '') return [];
      const key = typed === was?.[0] ? typed : typed.trim();
      if (key === '' && was?.[0] !== '') this.problems.set(`${at}.name`, ['Give it a name, or remove it.']);
      if (taken.has(key)) this.problems.set(`${at}.name`, [`There is a field “${key}” already.`]);
      taken.add(key);
      this.names.set(`${path}.${key}`, `${at}.value`);
      if (was !== undefined && text === shown?.value && json === shown.json) return [[key, was[1]]];
      if (!json) return [[key, text]];
      try {
        return [[key, JSON.parse(text)]];
      } catch {
        this.problems.set(`${at}.value`, ['This is no JSON. A text in it stands in double quotes.']);
        return [];
      }
    });
  }

  #leaf(schema: FieldSchema, name: string, before: unknown): unknown {
    const text = this.sheet.texts.get(name);
    if (text === undefined || (before !== undefined && shownValue(schema, before) === text)) return before;
    if (text === '') return undefined;
    if (schema['x-kind'] === 'html') return typedHtml(text) || undefined;
    const trimmed = text.trim();
    if (schema.type === 'integer' && /^-?\d{1,15}$/.test(trimmed)) return Number(trimmed);
    if (schema.type === 'boolean' && /^(?:yes|no)$/.test(trimmed)) return trimmed === 'yes';
    // Text that is no such value is refused at its field, as it was typed.
    return text;
  }
}

/** An empty row of a list; of numbers there is none. */
function emptyOf({ type, properties, items }: FieldSchema): unknown {
  if (items !== undefined) return [];
  return properties === undefined ? (type === 'string' ? '' : undefined) : {};
}

/** Whether a row of a section says nothing: it is left out, unless it is stored so. In a block an empty row has a meaning. */
function isBlank(items: FieldSchema, item: unknown): boolean {
  return item === '' ? areLines(items) : items.additionalProperties === true && isDeepStrictEqual(item, {});
}

const sameOr = (before: unknown, value: unknown): unknown => (isDeepStrictEqual(before, value) ? before : value);

function isSameList(blocks: readonly Partial<StoredBlock>[], before: unknown): before is Partial<StoredBlock>[] {
  return Array.isArray(before) && before.length === blocks.length && blocks.every((block, at) => block === before[at]);
}
