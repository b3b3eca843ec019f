import { maxBlockLevels, maxBlocksInList } from '../../content/limits.js';
import { blockName } from '../words.js';
import { rowName } from './labels.js';
import {
  blockOf,
  type Entry,
  type FieldSchema,
  type PlacedEntry,
  placedEntries,
  type Sheet,
  schemaOf,
  slotsIn,
  withInner,
} from './slots.js';

export interface Step {
  /** Block to come back to; `null`: none. */
  readonly focus: string | null;
  readonly said: string;
  /** Block that a place is looked for. */
  readonly moving?: string;
}

/** Choices of a form besides the page: the type and the place of a new block, the block to move. */
type Choices = Readonly<Record<string, string>>;

/** Columns of a new table, rows of a new list. */
const newColumns = 2;

/** Does one step on the form, in place. @param action such as `up:<block>` @returns `null` for an unknown one */
export function takeStep(sheet: Sheet, action: string, choices: Choices): Step | null {
  const [verb = '', ...others] = action.split(':');
  const rest = others.join(':');
  const step = Object.hasOwn(onBlocks, verb) ? onBlock(sheet, verb, rest) : null;
  if (step !== null) return step;
  if (verb === 'add') return addBlock(sheet, rest, choices);
  if (verb === 'to') return putHere(sheet, rest, choices.moving ?? '');
  const [list = '', row = ''] = rest.split('|');
  if (Object.hasOwn(onRows, verb) && sheet.rows.has(list)) return onRow(sheet, verb, list, row);
  if (verb === 'pick' && sheet.texts.has(list)) {
    sheet.texts.set(list, row);
    return { focus: blockOf(list), said: 'Chosen.' };
  }
  return null;
}

/** Key of the block that the next step makes. */
export function nextKey(sheet: Sheet): string {
  let highest = 0;
  for (const { key } of placedEntries(sheet)) {
    highest = Math.max(highest, Number(/^new(\d{1,9})$/.exec(key)?.[1] ?? 0));
  }
  return `new${highest + 1}`;
}

type OnBlock = (sheet: Sheet, entry: PlacedEntry, list: Entry[], at: number) => Step;

const onBlocks: Readonly<Record<string, OnBlock>> = {
  up: (sheet, entry, list, at) => swap(sheet, entry, list, at, at - 1),
  down: (sheet, entry, list, at) => swap(sheet, entry, list, at, at + 1),
  remove(sheet, { key, type }) {
    sheet.removed.add(key);
    return { focus: key, said: `The ${blockName(type)} is removed with the next save.` };
  },
  back(sheet, { key, type }) {
    sheet.removed.delete(key);
    return { focus: key, said: `The ${blockName(type)} stays.` };
  },
  move: (_sheet, { key }) => ({ focus: null, said: 'Choose where it goes.', moving: key }),
  copy(sheet, entry, list, at) {
    const key = copyOf(sheet, entry);
    list.splice(at + 1, 0, { key, type: entry.type });
    return placed(sheet, key, 'Copied');
  },
};

function onBlock(sheet: Sheet, verb: string, key: string): Step | null {
  const entry = placedEntries(sheet).find((one) => one.key === key);
  const list = entry === undefined ? undefined : sheet.slots.get(entry.slot);
  if (entry === undefined || list === undefined) return null;
  return (
    onBlocks[verb]?.(
      sheet,
      entry,
      list,
      list.findIndex((one) => one.key === key),
    ) ?? null
  );
}

function swap(sheet: Sheet, { key }: Entry, list: Entry[], at: number, to: number): Step {
  exchange(list, at, to);
  return placed(sheet, key, 'Moved');
}

function exchange<Item>(list: Item[], at: number, to: number): void {
  const [one, other] = [list[at], list[to]];
  if (one !== undefined && other !== undefined) [list[at], list[to]] = [other, one];
}

function placed(sheet: Sheet, key: string, what: string): Step {
  const all = placedEntries(sheet);
  const entry = all.find((one) => one.key === key);
  const name = blockName(entry?.type ?? null);
  const article = name.endsWith('s') ? '' : /^[aeiou]/.test(name) ? 'an ' : 'a ';
  return {
    focus: key,
    said: what === 'Added' ? `Added ${article}${name}.` : `${what}: now ${entry?.number ?? ''}. ${name}.`,
  };
}

function addBlock(sheet: Sheet, slot: string, choices: Choices): Step | null {
  const type = choices[`t.${slot}`] ?? '';
  const schema = schemaOf(type);
  const isThere = slot === '' || placedEntries(sheet).some((entry) => slotsIn(sheet, entry).includes(slot));
  if (schema === undefined || !isThere) return null;
  const key = nextKey(sheet);
  insert(sheet, slot, { key, type }, choices[`p.${slot}`] ?? '');
  for (const [member, inner] of Object.entries(schema.properties ?? {})) {
    if (inner.items === undefined) continue;
    const count = inner.items.type === 'object' && member !== 'columns' ? 1 : newColumns;
    for (let row = 0; row < count; row += 1) insertRow(sheet, inner, `${key}.${member}`, row);
  }
  return placed(sheet, key, 'Added');
}

/** @param before block that it comes before; otherwise the end */
function insert(sheet: Sheet, slot: string, entry: Entry, before: string): void {
  const list = sheet.slots.get(slot) ?? [];
  const at = list.findIndex(({ key }) => key === before);
  list.splice(at === -1 ? list.length : at, 0, entry);
  sheet.slots.set(slot, list);
}

/** Copies what a block holds under new keys. */
function copyOf(sheet: Sheet, entry: Entry): string {
  let next = Number(nextKey(sheet).slice(3));
  const copy = ({ key, type }: Entry): string => {
    const name = `new${next}`;
    next += 1;
    const renamed = (old: string): string | null =>
      old.startsWith(`${key}.`) ? `${name}${old.slice(key.length)}` : null;
    for (const map of [sheet.texts, sheet.rows] as readonly Map<string, unknown>[]) {
      for (const [old, value] of [...map]) {
        const own = renamed(old);
        if (own !== null) map.set(own, Array.isArray(value) ? [...value] : value);
      }
    }
    for (const slot of slotsIn(sheet, { key, type })) {
      const inner = (sheet.slots.get(slot) ?? []).filter((one) => !sheet.removed.has(one.key));
      sheet.slots.set(
        renamed(slot) ?? slot,
        inner.map((one) => ({ key: copy(one), type: one.type })),
      );
    }
    return name;
  };
  return copy(entry);
}

/** Lists that may take a block with all that is in it. */
export function placesFor(sheet: Sheet, key: string): ReadonlySet<string> {
  const all = placedEntries(sheet);
  const entry = all.find((one) => one.key === key);
  if (entry === undefined) return new Set();
  const inner = withInner(all, entry);
  const keys = new Set(inner.map((one) => one.key));
  const height = Math.max(...inner.map(({ level }) => level)) - entry.level;
  const holders = all.filter((one) => !keys.has(one.key) && !one.isRemoved);
  const found = holders.flatMap((one) => (one.level + 1 + height > maxBlockLevels ? [] : slotsIn(sheet, one)));
  return new Set(['', ...found].filter((slot) => slot === entry.slot || isRoomy(sheet, slot)));
}

export const isRoomy = (sheet: Sheet, slot: string): boolean => (sheet.slots.get(slot) ?? []).length < maxBlocksInList;

function putHere(sheet: Sheet, place: string, key: string): Step | null {
  const [slot = '', before = ''] = place.split('|');
  const entry = placedEntries(sheet).find((one) => one.key === key);
  const from = entry === undefined ? undefined : sheet.slots.get(entry.slot);
  if (entry === undefined || from === undefined || !placesFor(sheet, key).has(slot)) return null;
  if (before === key) return placed(sheet, key, 'Left');
  from.splice(
    from.findIndex((one) => one.key === key),
    1,
  );
  insert(sheet, slot, { key, type: entry.type }, before);
  return placed(sheet, key, 'Moved');
}

type OnRow = (rows: string[], at: number, sheet: Sheet, list: string) => string;

/** Steps on rows; `at` is -1 for the end. Columns are those of all rows of a table, and of its head. */
const onRows: Readonly<Record<string, OnRow>> = {
  'row+'(rows, at, sheet, list) {
    insertRow(sheet, schemaAt(sheet, list), list, at === -1 ? rows.length : at + 1);
    return 'Added';
  },
  'row-'(rows, at) {
    if (at !== -1) rows.splice(at, 1);
    return 'Removed';
  },
  rowup: (rows, at) => swapRows(rows, at, at - 1),
  rowdown: (rows, at) => swapRows(rows, at, at + 1),
  'col+'(_rows, at, sheet, list) {
    for (const row of linesOf(sheet, list)) insertRow(sheet, { type: 'array', items: { type: 'string' } }, row, at + 1);
    return 'Added a column';
  },
  'col-'(_rows, at, sheet, list) {
    for (const row of linesOf(sheet, list)) sheet.rows.get(row)?.splice(at, 1);
    return 'Removed a column';
  },
};

function onRow(sheet: Sheet, verb: string, list: string, row: string): Step {
  const rows = sheet.rows.get(list) ?? [];
  const key = blockOf(list);
  // A column is named by its number, as each row has keys of its own.
  const at = verb.startsWith('col') ? Number(row) : rows.indexOf(row);
  const what = onRows[verb]?.(rows, at, sheet, list) ?? '';
  const type = placedEntries(sheet).find((one) => one.key === key)?.type ?? null;
  const noun = verb.startsWith('col') ? '' : ` a ${rowName(type, list.slice(key.length + 1))}`;
  return { focus: key, said: `${what}${noun}.` };
}

function swapRows(rows: string[], at: number, to: number): string {
  exchange(rows, at, to);
  return 'Moved';
}

/** The head and the rows of a table. */
function linesOf(sheet: Sheet, rows: string): string[] {
  return [`${blockOf(rows)}.header`, ...(sheet.rows.get(rows) ?? []).map((row) => `${rows}.${row}`)];
}

export function schemaAt(sheet: Sheet, name: string): FieldSchema {
  const [key = '', ...path] = name.split('.');
  let schema: FieldSchema = schemaOf(placedEntries(sheet).find((one) => one.key === key)?.type ?? null) ?? {};
  for (const part of path) schema = schema.properties?.[part] ?? schema.items ?? {};
  return schema;
}

/** A new row under a key that none has; in a table with as many cells as the widest. */
function insertRow(sheet: Sheet, { items }: FieldSchema, list: string, at: number): void {
  const rows = sheet.rows.get(list) ?? [];
  const highest = Math.max(0, ...rows.map((row) => Number(row.replace('n', '')) || 0));
  const row = `n${highest + 1}`;
  if (items?.items !== undefined) {
    const widths = linesOf(sheet, list).map((line) => sheet.rows.get(line)?.length ?? 0);
    const width = Math.max(...widths) || newColumns;
    for (let cell = 0; cell < width; cell += 1) insertRow(sheet, items, `${list}.${row}`, cell);
  }
  sheet.rows.set(list, rows.toSpliced(at, 0, row));
}
