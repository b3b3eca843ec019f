import type { Kind, StoredBlock } from '../../content/blocks/block-type.js';
import { walkBlocks } from '../../content/blocks/edit.js';
import { blockTypes } from '../../content/blocks/types.js';
import { maxBlockLevels } from '../../content/limits.js';

/** JSON Schema of a value that a form writes, as far as forms need it. */
export interface FieldSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  /** Whether an object may have further members, of any name. */
  readonly additionalProperties?: boolean;
  readonly 'x-kind'?: Kind;
}

/** A block in a list of the form. */
export interface Entry {
  /** Name of the block in the form: its id, or a name that is no id. */
  readonly key: string;
  readonly type: string | null;
}

/** A page as its form has it: flat lists and texts by name, so that a step is an edit of one list. */
export interface Sheet {
  title: string;
  note: string;
  /** Lists of blocks: `` is the page's own, `<key>.columns.0.blocks` one in a block. */
  readonly slots: Map<string, Entry[]>;
  /** Values as text, by `<key>.<path>`. */
  readonly texts: Map<string, string>;
  /** Keys of the rows of other lists, by the same names: what a row holds is named by its key, wherever it stands. */
  readonly rows: Map<string, string[]>;
  /** Blocks to remove with the next save. */
  readonly removed: Set<string>;
}

export function emptySheet(): Sheet {
  return { title: '', note: '', slots: new Map(), texts: new Map(), rows: new Map(), removed: new Set() };
}

/** Blocks by their keys. Without an id, or with one that is there twice, a block is named by its place. */
export function keysOf(blocks: readonly StoredBlock[]): Map<string, StoredBlock> {
  const all = [...walkBlocks(blocks)].map(({ block }) => block);
  const counts = new Map<string | null, number>();
  for (const { id } of all) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Map(
    all.map((block, at) => [block.id === null || counts.get(block.id) !== 1 ? `at${at}` : keyOf(block.id), block]),
  );
}

/** Name of an id, which a push may have chosen: it holds no dot and no `|`, and is neither `at1` nor `new1`. */
export function keyOf(id: string): string {
  const isPlain = /^[\w-]+$/.test(id) && !/^(?:at|new)\d+$/.test(id);
  return isPlain ? id : `~${Buffer.from(id).toString('base64url')}`;
}

export const schemaOf = (type: string | null): FieldSchema | undefined => blockTypes.get(type ?? '')?.data;

/** Names of the lists of blocks in a block, in the order of its data. */
export function slotsIn({ rows }: Sheet, { key, type }: Entry): string[] {
  const found: string[] = [];
  const look = (schema: FieldSchema, name: string): void => {
    if (schema['x-kind'] === 'blocks') found.push(name);
    else if (schema.items !== undefined) {
      const { items } = schema;
      for (const row of rows.get(name) ?? []) look(items, `${name}.${row}`);
    } else for (const [member, inner] of Object.entries(schema.properties ?? {})) look(inner, `${name}.${member}`);
  };
  look(schemaOf(type) ?? {}, key);
  return found;
}

export interface PlacedEntry extends Entry {
  readonly slot: string;
  readonly level: number;
  /** `3.1`: counted among all that is not removed. */
  readonly number: string;
  readonly isRemoved: boolean;
}

/** Every block of the form in reading order, a block before those in it. Each counts once, however often it was sent. */
export function placedEntries(sheet: Sheet): PlacedEntry[] {
  const found: PlacedEntry[] = [];
  const seen = new Set<string>();
  const list = (slot: string, level: number, before: string, isInRemoved: boolean, from = 0): number => {
    let at = from;
    for (const entry of sheet.slots.get(slot) ?? []) {
      if (seen.has(entry.key) || level > maxBlockLevels + 1) continue;
      seen.add(entry.key);
      const isRemoved = isInRemoved || sheet.removed.has(entry.key);
      if (!isRemoved) at += 1;
      const number = `${before}${isRemoved ? '–' : at}`;
      found.push({ ...entry, slot, level, number, isRemoved });
      let inner = 0;
      for (const one of slotsIn(sheet, entry)) inner = list(one, level + 1, `${number}.`, isRemoved, inner);
    }
    return at;
  };
  list('', 1, '', false);
  return found;
}

/** A block with all that is in it, in reading order. */
export function withInner(all: readonly PlacedEntry[], { key }: Entry): readonly PlacedEntry[] {
  const from = all.findIndex((one) => one.key === key);
  const level = all[from]?.level ?? 0;
  const end = all.findIndex((one, at) => at > from && one.level <= level);
  return all.slice(from, end === -1 ? undefined : end);
}

/** Leaves only blocks that can be reached, each once: what is sent may hold a block in itself. */
export function tidy(sheet: Sheet): void {
  const bySlot = new Map<string, Entry[]>();
  for (const { slot, key, type } of placedEntries(sheet))
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), { key, type }]);
  for (const slot of sheet.slots.keys()) sheet.slots.set(slot, bySlot.get(slot) ?? []);
}

/** Key of the block that a name of the form belongs to. */
export const blockOf = (name: string): string => name.split('.', 1)[0] ?? '';

/** The fields of each block's own data, as a form sends them. */
export function ownValues({ texts, rows }: Sheet): Map<string, [name: string, value: string][]> {
  const found = new Map<string, [string, string][]>();
  const add = (name: string, field: string, value: string): void => {
    const own = found.get(blockOf(name)) ?? [];
    own.push([field, value]);
    found.set(blockOf(name), own);
  };
  for (const [name, keys] of rows) add(name, `r.${name}`, keys.join(' '));
  for (const [name, text] of texts) add(name, `d.${name}`, text);
  return found;
}

/** Upper bounds of one block or section: a larger one is not put into a form, which could not be sent. */
const maxOwn = { bytes: 3_000_000, names: 15_000 };

export function fitsForm(own: readonly (readonly [name: string, value: string])[]): boolean {
  return own.length <= maxOwn.names && own.reduce((sum, [, value]) => sum + value.length, 0) <= maxOwn.bytes;
}

/** Upper bounds of a form that shows all its blocks; above either, the blocks asked for are open. */
const maxDrawn = { blocks: 99, bytes: 300_000 };

export function isLarge(sheet: Sheet): boolean {
  let bytes = 0;
  for (const text of sheet.texts.values()) bytes += text.length + 100;
  return bytes > maxDrawn.bytes || [...sheet.slots.values()].flat().length > maxDrawn.blocks;
}
