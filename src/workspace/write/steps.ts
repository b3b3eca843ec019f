import type { SectionName } from '../../content/catalog/paths.js';
import { maxBlockLevels, maxBlocksInList } from '../../content/limits.js';
import { blockName, rowName } from '../../portal/labels.js';
import {
  blockOf,
  type Entry,
  type FieldSchema,
  type FormModel,
  type PlacedEntry,
  placedEntries,
  schemaOf,
  slotsIn,
  withDescendants,
} from './form-model.js';

/** Outcome of a step on the form. */
export interface Step {
  /** Key of the block to come back to; `null`: none. */
  readonly focus: string | null;
  readonly message: string;
  /** Key of the block that a place is looked for. */
  readonly moving?: string;
}

/** Fields of a form other than the page: type and place of a new block, block to move. */
type Choices = Readonly<Record<string, string>>;

/** Columns of a new table, rows of a new list. */
const newColumns = 2;

/**
 * Takes a step on the form, in place.
 *
 * @param action of a button: `<verb>:<key>` of a block, `add:<slot>`, `to:<slot>|<key of the block behind>`,
 *   `<verb>:<list>|<row>`, or `pick:<field>|<value>`
 * @param section whose form it is; left out: a page's
 * @returns `null` for an unknown one
 */
export function takeStep(model: FormModel, action: string, choices: Choices, section?: SectionName): Step | null {
  const [verb = '', ...parts] = action.split(':');
  const rest = parts.join(':');
  const step = Object.hasOwn(blockSteps, verb) ? takeBlockStep(model, verb, rest) : null;
  if (step !== null) return step;
  if (verb === 'add') return addBlock(model, rest, choices);
  if (verb === 'to') return moveToPlace(model, rest, choices.moving ?? '');
  const [list = '', row = ''] = rest.split('|');
  if (Object.hasOwn(rowSteps, verb) && model.rows.has(list)) return takeRowStep(model, verb, list, row, section);
  if (verb === 'pick' && model.texts.has(list)) {
    model.texts.set(list, row);
    return { focus: blockOf(list), message: 'Chosen.' };
  }
  return null;
}

/** Key of the block that the next step makes, such as `new3`. */
export function nextKey(model: FormModel): string {
  let highest = 0;
  for (const { key } of placedEntries(model)) {
    highest = Math.max(highest, Number(/^new(\d{1,9})$/.exec(key)?.[1] ?? 0));
  }
  return `new${highest + 1}`;
}

/** Step on a block. @param list that the block is in @param index in that list */
type BlockStep = (model: FormModel, entry: PlacedEntry, list: Entry[], index: number) => Step;

const blockSteps: Readonly<Record<string, BlockStep>> = {
  up: (model, entry, list, index) => swap(model, entry, list, index, index - 1),
  down: (model, entry, list, index) => swap(model, entry, list, index, index + 1),
  remove(model, { key, type }) {
    model.removed.add(key);
    return { focus: key, message: `The ${blockName(type)} is removed with the next save.` };
  },
  back(model, { key, type }) {
    model.removed.delete(key);
    return { focus: key, message: `The ${blockName(type)} stays.` };
  },
  move: (_sheet, { key }) => ({ focus: null, message: 'Choose where it goes.', moving: key }),
  copy(model, entry, list, index) {
    const key = copyOf(model, entry);
    list.splice(index + 1, 0, { key, type: entry.type });
    return placedStep(model, key, 'Copied');
  },
};

function takeBlockStep(model: FormModel, verb: string, key: string): Step | null {
  const entry = placedEntries(model).find((one) => one.key === key);
  const list = entry === undefined ? undefined : model.slots.get(entry.slot);
  if (entry === undefined || list === undefined) return null;
  const index = list.findIndex((other) => other.key === key);
  return blockSteps[verb]?.(model, entry, list, index) ?? null;
}

function swap(model: FormModel, { key }: Entry, list: Entry[], index: number, to: number): Step {
  swapItems(list, index, to);
  return placedStep(model, key, 'Moved');
}

/** Swaps two items of a list, if it has both. */
function swapItems<Item>(list: Item[], index: number, to: number): void {
  const [item, other] = [list[index], list[to]];
  if (item !== undefined && other !== undefined) [list[index], list[to]] = [other, item];
}

/** Step whose message names the block and its place. */
function placedStep(model: FormModel, key: string, done: 'Added' | 'Copied' | 'Moved' | 'Left'): Step {
  const entry = placedEntries(model).find((other) => other.key === key);
  const name = blockName(entry?.type ?? null);
  const article = name.endsWith('s') ? '' : /^[aeiou]/.test(name) ? 'an ' : 'a ';
  return {
    focus: key,
    message: done === 'Added' ? `Added ${article}${name}.` : `${done}: now ${entry?.number ?? ''}. ${name}.`,
  };
}

function addBlock(model: FormModel, slot: string, choices: Choices): Step | null {
  const type = choices[`t.${slot}`] ?? '';
  const schema = schemaOf(type);
  const hasSlot = slot === '' || placedEntries(model).some((entry) => slotsIn(model, entry).includes(slot));
  if (schema === undefined || !hasSlot) return null;
  const key = nextKey(model);
  insertEntry(model, slot, { key, type }, choices[`p.${slot}`] ?? '');
  for (const [member, inner] of Object.entries(schema.properties ?? {})) {
    if (inner.items === undefined) continue;
    const count = inner.items.type === 'object' && member !== 'columns' ? 1 : newColumns;
    for (let row = 0; row < count; row += 1) insertRow(model, inner, `${key}.${member}`, row);
  }
  return placedStep(model, key, 'Added');
}

/** Adds a block to a slot. @param before key of the block that it comes before; of no block there: at the end */
function insertEntry(model: FormModel, slot: string, entry: Entry, before: string): void {
  const list = model.slots.get(slot) ?? [];
  const index = list.findIndex(({ key }) => key === before);
  list.splice(index === -1 ? list.length : index, 0, entry);
  model.slots.set(slot, list);
}

/** Copies what a block holds, with the blocks in it, under new keys. @returns the copy's key */
function copyOf(model: FormModel, entry: Entry): string {
  let next = Number(nextKey(model).slice(3));
  const copy = ({ key, type }: Entry): string => {
    const name = `new${next}`;
    next += 1;
    const renamed = (old: string): string | null =>
      old.startsWith(`${key}.`) ? `${name}${old.slice(key.length)}` : null;
    for (const map of [model.texts, model.rows] as readonly Map<string, unknown>[]) {
      for (const [old, value] of [...map]) {
        const copied = renamed(old);
        if (copied !== null) map.set(copied, Array.isArray(value) ? [...value] : value);
      }
    }
    for (const slot of slotsIn(model, { key, type })) {
      const inner = (model.slots.get(slot) ?? []).filter((block) => !model.removed.has(block.key));
      const copies = inner.map((block) => ({ key: copy(block), type: block.type }));
      model.slots.set(renamed(slot) ?? slot, copies);
    }
    return name;
  };
  return copy(entry);
}

/** Slots that may take a block with all blocks in it, within the limits on depth and length. */
export function placesFor(model: FormModel, key: string): ReadonlySet<string> {
  const all = placedEntries(model);
  const entry = all.find((other) => other.key === key);
  if (entry === undefined) return new Set();
  const moving = withDescendants(all, entry);
  const movingKeys = new Set(moving.map((block) => block.key));
  const height = Math.max(...moving.map(({ level }) => level)) - entry.level;
  const holders = all.filter((other) => !movingKeys.has(other.key) && !other.isRemoved);
  const inner = holders.flatMap((holder) => (holder.level + 1 + height > maxBlockLevels ? [] : slotsIn(model, holder)));
  return new Set(['', ...inner].filter((slot) => slot === entry.slot || hasRoom(model, slot)));
}

/** Whether a slot may take another block. */
export const hasRoom = (model: FormModel, slot: string): boolean =>
  (model.slots.get(slot) ?? []).length < maxBlocksInList;

/** @param place `<slot>|<key of the block behind it>` */
function moveToPlace(model: FormModel, place: string, key: string): Step | null {
  const [slot = '', before = ''] = place.split('|');
  const entry = placedEntries(model).find((other) => other.key === key);
  const oldList = entry === undefined ? undefined : model.slots.get(entry.slot);
  if (entry === undefined || oldList === undefined || !placesFor(model, key).has(slot)) return null;
  if (before === key) return placedStep(model, key, 'Left');
  const oldIndex = oldList.findIndex((other) => other.key === key);
  oldList.splice(oldIndex, 1);
  insertEntry(model, slot, { key, type: entry.type }, before);
  return placedStep(model, key, 'Moved');
}

/** Step on the rows of a list, or on the columns of a table. @param index of the row or column; -1: the end @returns its message */
type RowStep = (rows: string[], index: number, model: FormModel, list: string) => string;

/** Steps by verb. A column belongs to the head and to every row of a table. */
const rowSteps: Readonly<Record<string, RowStep>> = {
  'row+'(rows, index, model, list) {
    insertRow(model, schemaAt(model, list), list, index === -1 ? rows.length : index + 1);
    return 'Added';
  },
  'row-'(rows, index) {
    if (index !== -1) rows.splice(index, 1);
    return 'Removed';
  },
  rowup: (rows, index) => swapRows(rows, index, index - 1),
  rowdown: (rows, index) => swapRows(rows, index, index + 1),
  'col+'(_rows, index, model, list) {
    const line: FieldSchema = { type: 'array', items: { type: 'string' } };
    for (const row of tableLines(model, list)) insertRow(model, line, row, index + 1);
    return 'Added a column';
  },
  'col-'(_rows, index, model, list) {
    for (const row of tableLines(model, list)) model.rows.get(row)?.splice(index, 1);
    return 'Removed a column';
  },
};

function takeRowStep(model: FormModel, verb: string, list: string, row: string, section?: SectionName): Step {
  const rows = model.rows.get(list) ?? [];
  const key = blockOf(list);
  const isColumn = verb.startsWith('col');
  // A column is named by its number, as each row has its own keys for cells.
  const index = isColumn ? Number(row) : rows.indexOf(row);
  const done = rowSteps[verb]?.(rows, index, model, list) ?? '';
  const type = placedEntries(model).find((entry) => entry.key === key)?.type ?? section ?? null;
  const noun = isColumn ? '' : ` a ${rowName(type, list.slice(key.length + 1))}`;
  return { focus: key, message: `${done}${noun}.` };
}

function swapRows(rows: string[], index: number, to: number): string {
  swapItems(rows, index, to);
  return 'Moved';
}

/** Names of the lists of cells of a table: its head, then its rows. */
function tableLines(model: FormModel, rows: string): string[] {
  return [`${blockOf(rows)}.header`, ...(model.rows.get(rows) ?? []).map((row) => `${rows}.${row}`)];
}

/** Schema of the field with this name; `{}`: it has none. */
export function schemaAt(model: FormModel, name: string): FieldSchema {
  return schemaIn(placedEntries(model).find(({ key }) => key === blockOf(name))?.type ?? null, name);
}

/** Schema of the field with this name in a block of a type; `{}`: it has none. */
export function schemaIn(type: string | null, name: string): FieldSchema {
  let schema: FieldSchema = schemaOf(type) ?? {};
  for (const part of name.split('.').slice(1)) schema = schema.properties?.[part] ?? schema.items ?? {};
  return schema;
}

/** Inserts a row under a key that no other has; a row of a table gets as many cells as the widest. @param schema of the list */
function insertRow(model: FormModel, { items }: FieldSchema, list: string, index: number): void {
  const rows = model.rows.get(list) ?? [];
  const highest = Math.max(0, ...rows.map((row) => Number(row.replace('n', '')) || 0));
  const row = `n${highest + 1}`;
  if (items?.items !== undefined) {
    const widths = tableLines(model, list).map((line) => model.rows.get(line)?.length ?? 0);
    const width = Math.max(...widths) || newColumns;
    for (let cell = 0; cell < width; cell += 1) insertRow(model, items, `${list}.${row}`, cell);
  }
  model.rows.set(list, rows.toSpliced(index, 0, row));
}
