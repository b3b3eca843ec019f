import { isDeepStrictEqual } from 'node:util';
import type { Effort } from '../../lib/effort.js';
import { isObject, listIn, sortedJson } from '../../lib/json.js';
import { fits } from '../../validation/schema.js';
import { joinPath } from '../../validation/violations.js';
import type { BlockData, BlockType, DataSchema } from '../blocks/block-type.js';
import { sanitizeText } from '../blocks/sanitize-text.js';
import { hasBoth } from '../collection-media.js';
import { memberSchema } from '../diff/moves.js';
import { TextNumbers } from '../diff/sequence.js';
import { linesOf } from '../file-codec.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { mergeSequences, type Part } from './three-way.js';

/** A value that both sides changed, or that one changed and the other removed. `null` for an absent value. */
export interface Conflict {
  /** Id of a block; `null` for the page, or a block without a unique id. */
  readonly block: string | null;
  /** Dotted path in the merged block's data; `null` for the block itself, whose values are its data. */
  readonly field: string | null;
  readonly kind: 'both' | 'removed_here' | 'removed_there';
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** A side, or a text that puts both together. */
export type Choice = 'mine' | 'theirs' | { readonly text: string };

/** The choice for each conflict, by its place. */
export type Choose = (block: string | null, field: string | null) => Choice;

/** The side whose value counts where both changed it. `refuse`: theirs, and a conflict is reported. */
export type Decision = 'refuse' | 'mine' | 'theirs' | Choose;

export function chosenOf(choice: Choice, mine: unknown, theirs: unknown): unknown {
  if (typeof choice === 'object') return choice.text;
  return choice === 'mine' ? mine : theirs;
}

export function choiceOf(decision: Decision, block: string | null, field: string | null): Choice {
  if (decision === 'refuse') return 'theirs';
  return typeof decision === 'string' ? decision : decision(block, field);
}

export interface MergeTools {
  readonly decision: Decision;
  readonly sanitizer: Sanitizer;
  readonly effort: Effort;
}

/** Versions of a value; `undefined` if absent. */
type Versions<Value = unknown> = readonly [base: Value, mine: Value, theirs: Value];

/** Merges the data of one block, member by member. A member that cannot be merged is a conflict, or decided by `decision`. */
export class ValueMerge {
  /** Paths in the data, with their versions. */
  readonly conflicts: { readonly field: string; readonly versions: Versions }[] = [];

  constructor(
    private readonly tools: MergeTools,
    private readonly block: string,
  ) {}

  /** @returns `null` when the result is not valid data of this type, so that one side must be chosen as a whole */
  async data(type: BlockType, versions: Versions<BlockData>): Promise<BlockData | null> {
    const merged = await this.#value(type.data, '', versions);
    return isObject(merged) && fits(type.data, merged) && !hasBoth(type.type, merged) ? merged : null;
  }

  /** The value where both sides changed it. */
  decide(field: string, versions: Versions): unknown {
    this.conflicts.push({ field, versions });
    return chosenOf(this.#choice(field), versions[1], versions[2]);
  }

  #choice(field: string): Choice {
    return choiceOf(this.tools.decision, this.block, field);
  }

  async #value(schema: DataSchema, field: string, versions: Versions): Promise<unknown> {
    const settled = oneSided(versions);
    if (settled !== undefined) return settled.value;
    const kind = schema['x-kind'];
    const isText = kind === 'html' || kind === 'plain';
    if (isText && all(versions, (value) => typeof value === 'string')) return this.#text(kind, field, versions);
    if (schema.properties !== undefined && all(versions, isObject)) return this.#members(schema, field, versions);
    if (schema.items !== undefined && all(versions, Array.isArray)) return this.#list(schema.items, field, versions);
    return this.decide(field, versions);
  }

  async #members(schema: DataSchema, field: string, versions: Versions<BlockData>): Promise<BlockData> {
    const together = membersOfOneValue(schema, versions);
    const asOne = oneSided(mapAll(versions, (value) => together.map((name) => value[name])));
    const mergeMember = (name: string): unknown => {
      const path = joinPath(field, name);
      const members = mapAll(versions, (value) => value[name]);
      if (!together.includes(name)) return this.#value(memberSchema(schema, name), path, members);
      if (asOne !== undefined) return asOne.value[together.indexOf(name)];
      const [, mine, theirs] = members;
      return isDeepStrictEqual(mine, theirs) ? theirs : this.decide(path, members);
    };

    const merged: Record<string, unknown> = {};
    for (const name of Object.keys(schema.properties ?? {})) {
      const value = await mergeMember(name);
      if (value !== undefined) merged[name] = value;
    }
    return merged;
  }

  async #list(items: DataSchema, field: string, versions: Versions<readonly unknown[]>): Promise<unknown> {
    const [base, mine, theirs] = versions;
    if (holdsBlocks(items)) {
      if (mine.length !== base.length || theirs.length !== base.length) return this.decide(field, versions);
      const merged: unknown[] = [];
      for (const at of base.keys()) {
        merged.push(await this.#value(items, joinPath(field, at), [base[at], mine[at], theirs[at]]));
      }
      return merged;
    }
    const keys = new TextNumbers();
    const parts = mergeSequences(base, mine, theirs, (item) => keys.of(sortedJson(item)), this.tools.effort);
    if (parts === null) return this.decide(field, versions);
    const conflicts = parts.filter((part) => part.isConflict);
    const isByItem = conflicts.every(
      ({ base, mine, theirs }) => Math.max(base.length, mine.length, theirs.length) === 1,
    );
    if (conflicts.length > 0 && !isByItem) this.decide(field, versions);
    const merged: unknown[] = [];
    for (const part of parts) {
      if (part.isConflict && isByItem) {
        const item = this.decide(joinPath(field, merged.length), [part.base[0], part.mine[0], part.theirs[0]]);
        if (item !== undefined) merged.push(item);
      } else for (const item of this.#standing(part, field)) merged.push(item);
    }
    return merged;
  }

  async #text(kind: 'html' | 'plain', field: string, versions: Versions<string>): Promise<unknown> {
    const parts = mergeTexts(versions, kind === 'html', this.tools.effort);
    if (parts === null) return this.decide(field, versions);
    const merged = parts.map((part) => this.#standing(part, field).join('')).join('');
    const { sanitizer } = this.tools;
    await sanitizer.prepare([merged]);
    const { clean, problem } = sanitizeText(kind, merged, sanitizer);
    if (problem !== null || clean !== merged) return this.decide(field, versions);
    if (!parts.some(({ isConflict }) => isConflict)) return merged;
    const decided = this.decide(field, versions);
    return typeof this.#choice(field) === 'object' ? decided : merged;
  }

  #standing<Item>(part: Part<Item>, field: string): readonly Item[] {
    if (!part.isConflict) return part.items;
    return this.#choice(field) === 'mine' ? part.mine : part.theirs;
  }
}

/** The value when at most one side changed it, or both made the same of it. */
export function oneSided<Value>([base, mine, theirs]: Versions<Value>): { readonly value: Value } | undefined {
  if (isDeepStrictEqual(mine, theirs) || isDeepStrictEqual(mine, base)) return { value: theirs };
  return isDeepStrictEqual(theirs, base) ? { value: mine } : undefined;
}

function mapAll<Value, To>([base, mine, theirs]: Versions<Value>, map: (value: Value) => To): Versions<To> {
  return [map(base), map(mine), map(theirs)];
}

function all<Value>(versions: Versions, is: (value: unknown) => value is Value): versions is Versions<Value> {
  return versions.every(is);
}

/** White space is ignored here, unless it is preformatted. */
const isLoose = (text: string): boolean => !/<pre\b/i.test(text);

/**
 * Merge of a text by its sentences and elements.
 *
 * @param isHtml white space that differs does not make two sentences
 * @returns `null` when two versions are too different
 */
function mergeTexts(
  [base, mine, theirs]: readonly [base: string, mine: string, theirs: string],
  isHtml: boolean,
  effort: Effort,
): Part<string>[] | null {
  const keys = new TextNumbers();
  const loose = isHtml && [base, mine, theirs].every(isLoose);
  const known = new Map<string, number>();
  const keyOf = (line: string): number => {
    const key = known.get(line) ?? keys.of(loose ? line.replaceAll(/\s+/g, ' ').trim() : line);
    known.set(line, key);
    return key;
  };
  return mergeSequences(linesOf(base), linesOf(mine), linesOf(theirs), keyOf, effort);
}

/** Members that name the content, and those that describe it. Merged apart, the description could belong to other content. */
const shown = ['media_id', 'url'];
const describing = ['title', 'alt', 'caption', 'label'];

function membersOfOneValue({ properties = {} }: DataSchema, versions: Versions<BlockData>): readonly string[] {
  const isIn = (name: string): boolean => Object.hasOwn(properties, name);
  // A collection takes the place of items.
  if (isIn('collection') && versions.some(({ collection }) => collection !== versions[0].collection))
    return ['collection', 'items'];
  if (shown.some(isIn)) return [...shown, ...describing].filter(isIn);
  return isIn('header') && isIn('rows') && versions.slice(1).some((side) => haveColumnsChanged(versions[0], side))
    ? ['header', 'rows']
    : [];
}

/** Whether columns were added, removed or put in another order: then a row of the other side would not fit below the header. */
function haveColumnsChanged(base: BlockData, side: BlockData): boolean {
  const widths = ({ header, rows }: BlockData) =>
    [...new Set([header, ...listIn(rows)].map((row) => listIn(row).length))].sort();
  if (!isDeepStrictEqual(widths(base), widths(side))) return true;
  const [baseRows, sideRows] = [listIn(base.rows).map(sortedJson), new Set(listIn(side.rows).map(sortedJson))];
  if (baseRows.length > 1 && !baseRows.some((row) => sideRows.has(row))) return true;
  const [baseHead, sideHead] = [listIn(base.header), listIn(side.header)];
  return !isDeepStrictEqual(baseHead, sideHead) && isDeepStrictEqual([...baseHead].sort(), [...sideHead].sort());
}

function holdsBlocks({ properties = {} }: DataSchema): boolean {
  return Object.values(properties).some((member) => member['x-kind'] === 'blocks');
}
