import { walkBlocks } from '../../content/blocks/block-tree.js';
import type { Kind, StoredBlock } from '../../content/blocks/block-type.js';
import { blockTypes } from '../../content/blocks/types.js';
import { maxBlockLevels } from '../../content/limits.js';

/** JSON Schema of a value that a form writes, as far as forms read it. */
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
export interface FormModel {
  title: string;
  note: string;
  /** Lists of blocks, the slots: `` is the page's own, `<key>.columns.0.blocks` one in a block. */
  readonly slots: Map<string, Entry[]>;
  /** Values as text, by `<key>.<path>`. */
  readonly texts: Map<string, string>;
  /** Keys of the rows of other lists, by the same names. Values in a row are named by its key, wherever the row is. */
  readonly rows: Map<string, string[]>;
  /** Blocks to remove with the next save. */
  readonly removed: Set<string>;
}

export function emptyForm(): FormModel {
  return { title: '', note: '', slots: new Map(), texts: new Map(), rows: new Map(), removed: new Set() };
}

/** Blocks of a page by their keys. A block without an id, or with one that occurs twice, is named by its place. */
export function blocksByKey(blocks: readonly StoredBlock[]): Map<string, StoredBlock> {
  const all = [...walkBlocks(blocks)].map(({ block }) => block);
  const counts = new Map<string | null, number>();
  for (const { id } of all) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Map(
    all.map((block, at) => [block.id === null || counts.get(block.id) !== 1 ? `at${at}` : keyOf(block.id), block]),
  );
}

/** Key for an id, which a git push may have chosen: a key has no dot and no `|`, and is neither `at1` nor `new1`. */
export function keyOf(id: string): string {
  const isPlain = /^[\w-]+$/.test(id) && !/^(?:at|new)\d+$/.test(id);
  return isPlain ? id : `~${Buffer.from(id).toString('base64url')}`;
}

/** Schema of a block type's data; `undefined` for an unknown type. */
export const schemaOf = (type: string | null): FieldSchema | undefined => blockTypes.get(type ?? '')?.data;

/** Names of the slots in a block, in the order of its data. */
export function slotsIn({ rows }: FormModel, { key, type }: Entry): string[] {
  const slots: string[] = [];
  const collect = (schema: FieldSchema, name: string): void => {
    if (schema['x-kind'] === 'blocks') slots.push(name);
    else if (schema.items !== undefined) {
      const { items } = schema;
      for (const row of rows.get(name) ?? []) collect(items, `${name}.${row}`);
    } else for (const [member, inner] of Object.entries(schema.properties ?? {})) collect(inner, `${name}.${member}`);
  };
  collect(schemaOf(type) ?? {}, key);
  return slots;
}

/** Block of the form with its place. */
export interface PlacedEntry extends Entry {
  readonly slot: string;
  /** Depth, from 1 for blocks of the page. */
  readonly level: number;
  /** Such as `3.1`, counted without removed blocks. */
  readonly number: string;
  readonly isRemoved: boolean;
}

/** Every block of the form in reading order, a block before those in it. Each occurs once, however often it was sent. */
export function placedEntries(model: FormModel): PlacedEntry[] {
  const entries: PlacedEntry[] = [];
  const seen = new Set<string>();
  const addSlot = (slot: string, level: number, prefix: string, isInRemoved: boolean, first = 0): number => {
    let count = first;
    for (const entry of model.slots.get(slot) ?? []) {
      if (seen.has(entry.key) || level > maxBlockLevels + 1) continue;
      seen.add(entry.key);
      const isRemoved = isInRemoved || model.removed.has(entry.key);
      if (!isRemoved) count += 1;
      const number = `${prefix}${isRemoved ? '–' : count}`;
      entries.push({ ...entry, slot, level, number, isRemoved });
      let innerCount = 0;
      for (const inner of slotsIn(model, entry)) {
        innerCount = addSlot(inner, level + 1, `${number}.`, isRemoved, innerCount);
      }
    }
    return count;
  };
  addSlot('', 1, '', false);
  return entries;
}

/** A block and all blocks in it, in reading order. @param entries all of the form */
export function withDescendants(entries: readonly PlacedEntry[], { key }: Entry): readonly PlacedEntry[] {
  const start = entries.findIndex((entry) => entry.key === key);
  const level = entries[start]?.level ?? 0;
  const end = entries.findIndex((entry, index) => index > start && entry.level <= level);
  return entries.slice(start, end === -1 ? undefined : end);
}

/** Drops blocks that cannot be reached, and repeated ones: a sent form may hold a block in itself. */
export function tidy(model: FormModel): void {
  const bySlot = new Map<string, Entry[]>();
  for (const { slot, key, type } of placedEntries(model))
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), { key, type }]);
  for (const slot of model.slots.keys()) model.slots.set(slot, bySlot.get(slot) ?? []);
}

/** Key of the block that a name of the form belongs to. */
export const blockOf = (name: string): string => name.split('.', 1)[0] ?? '';

/** Fields of each block's own data, by its key, as a form sends them. */
export function ownFields({ texts, rows }: FormModel): Map<string, [name: string, value: string][]> {
  const byBlock = new Map<string, [string, string][]>();
  const add = (name: string, field: string, value: string): void => {
    const fields = byBlock.get(blockOf(name)) ?? [];
    fields.push([field, value]);
    byBlock.set(blockOf(name), fields);
  };
  for (const [name, keys] of rows) add(name, `r.${name}`, keys.join(' '));
  for (const [name, text] of texts) add(name, `d.${name}`, text);
  return byBlock;
}

/** Upper bounds of one block or section in a form: with a larger one the form could not be sent. */
const maxFields = { bytes: 3_000_000, count: 15_000 };

/** Whether the fields of a block or section are few and small enough for a form. */
export function isFormSized(fields: readonly (readonly [name: string, value: string])[]): boolean {
  const bytes = fields.reduce((sum, [, value]) => sum + value.length, 0);
  return fields.length <= maxFields.count && bytes <= maxFields.bytes;
}

/** Upper bounds of a form that shows all its blocks. */
const maxShown = { blocks: 99, bytes: 300_000 };

/** Whether a page is so large that its form shows an outline, and only the blocks asked for. */
export function isLarge(model: FormModel): boolean {
  let bytes = 0;
  for (const text of model.texts.values()) bytes += text.length + 100;
  return bytes > maxShown.bytes || [...model.slots.values()].flat().length > maxShown.blocks;
}
