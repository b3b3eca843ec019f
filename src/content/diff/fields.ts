import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../lib/json.js';
import { joinPath } from '../../validation/violations.js';
import type { DataSchema, Kind, ReferredKind } from '../blocks/block-type.js';
import { CheckedHtml, type Sanitizer } from '../html/sanitizer.js';
import { diffHtml } from './html-diff.js';
import type { DiffLimit } from './limit.js';
import type { MarkedNode, MarkedText } from './marked.js';
import { matchMoved, memberSchema, UnmatchedValue } from './moves.js';
import { candidate, pairUp } from './pair-up.js';
import { type Hunk, hunksOf, TextNumbers } from './sequence.js';
import { diffText } from './text-diff.js';

/** A value that differs between two versions: new without `from`, removed without `to`. */
export interface FieldDiff {
  /** Its dotted path, such as `items.1.body`; for a removed value, its older path. */
  readonly field: string;
  /** Its older path, when that differs: items of lists are found again, not compared by their index. */
  readonly from_field?: string;
  /** Whether it was moved from there. Changes of its parts follow as their own entries. */
  readonly moved?: true;
  /** Format of a text, or the kind of thing that a value names. */
  readonly kind: 'html' | 'text' | 'url' | ReferredKind | 'value';
  readonly from?: unknown;
  readonly to?: unknown;
  /** Both versions of a text, by its kind. */
  readonly text?: readonly MarkedText[];
  readonly html?: readonly MarkedNode[];
  /** Whether there are two versions of a text that are too different to mark. */
  readonly too_different?: true;
}

export interface DiffTools {
  readonly limit: DiffLimit;
  /** Sanitiser for marked words; if `null`, words are not marked, and a new or deleted value is one entry. */
  readonly sanitizer: Sanitizer | null;
}

/** Entries for the differences of two JSON values, in the order of the newer one. */
export function diffFields(schema: DataSchema, from: unknown, to: unknown, tools: DiffTools): FieldDiff[] {
  return new Walk(tools).differences({ schema, from, to, toPath: '', fromPath: '' });
}

/** Entries of a value that is in only one version: one for each member, one for a list. */
export function wholeFields(value: object, side: 'from' | 'to'): FieldDiff[] {
  if (Array.isArray(value)) return [{ field: '', kind: 'value', [side]: value }];
  return Object.entries(value).map(([field, member]) => ({ field, kind: 'value', [side]: member }));
}

/** A value in both versions, with its path in each. */
interface Pair {
  readonly schema: DataSchema;
  readonly from: unknown;
  readonly to: unknown;
  readonly toPath: string;
  readonly fromPath: string;
}

class Walk {
  readonly #deleted: UnmatchedValue[] = [];
  readonly #inserted: UnmatchedValue[] = [];
  /** Entries in order; an unmatched value is replaced by its own when all are known. */
  readonly #differences: (FieldDiff | UnmatchedValue)[] = [];

  constructor(private readonly tools: DiffTools) {}

  differences(pair: Pair): FieldDiff[] {
    this.#value(pair, '', pair);
    matchMoved(this.#deleted, this.#inserted, this.tools.limit);
    const inserted = new Set(this.#inserted);
    return this.#differences.flatMap((item) =>
      item instanceof UnmatchedValue ? this.#entries(item, inserted.has(item)) : item,
    );
  }

  /** @param container path of the value that contains it */
  #value(pair: Pair, name: string | number, container: Pair): void {
    const { schema, from, to, toPath, fromPath } = pair;
    if (isDeepStrictEqual(from, to)) return;
    const isInBoth = from !== undefined && to !== undefined;
    if (isObject(from) && isObject(to)) this.#members(pair, from, to);
    else if (Array.isArray(from) && Array.isArray(to)) this.#items(pair, from, to);
    else if (isInBoth && !hasParts(from) && !hasParts(to)) this.#differences.push(this.#leaf(pair));
    else {
      this.#unmatched(this.#deleted, new UnmatchedValue(from, fromPath, schema, name, container.fromPath));
      this.#unmatched(this.#inserted, new UnmatchedValue(to, toPath, schema, name, container.toPath));
    }
  }

  #unmatched(list: UnmatchedValue[], value: UnmatchedValue): void {
    if (value.value === undefined) return;
    list.push(value);
    this.#differences.push(value);
  }

  #members(container: Pair, from: Readonly<Record<string, unknown>>, to: Readonly<Record<string, unknown>>) {
    const { schema, toPath, fromPath } = container;
    const names = new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(to), ...Object.keys(from)]);
    for (const name of names) {
      const sidePaths = { toPath: joinPath(toPath, name), fromPath: joinPath(fromPath, name) };
      const pair = { schema: memberSchema(schema, name), from: member(from, name), to: member(to, name), ...sidePaths };
      this.#value(pair, name, container);
    }
  }

  #items(container: Pair, from: readonly unknown[], to: readonly unknown[]): void {
    for (const { isSame, before, after } of this.#align(itemsOf(from), itemsOf(to))) {
      if (isSame) continue;
      let beforeDone = 0;
      let afterDone = 0;
      const addUnpaired = (beforeEnd: number, afterEnd: number): void => {
        for (const older of before.slice(beforeDone, beforeEnd)) this.#item(container, older, undefined);
        for (const newer of after.slice(afterDone, afterEnd)) this.#item(container, undefined, newer);
      };
      for (const [beforeIndex, afterIndex] of this.#changedPairs(before, after)) {
        addUnpaired(beforeIndex, afterIndex);
        this.#item(container, before[beforeIndex], after[afterIndex]);
        beforeDone = beforeIndex + 1;
        afterDone = afterIndex + 1;
      }
      addUnpaired(before.length, after.length);
    }
  }

  #item(container: Pair, older: Item | undefined, newer: Item | undefined): void {
    const item = newer ?? older;
    if (item === undefined) return;
    const { schema, fromPath } = container;
    const toPath = joinPath(newer === undefined ? fromPath : container.toPath, item.at);
    const sides = { from: older?.value, to: newer?.value };
    const paths = { toPath, fromPath: joinPath(fromPath, (older ?? item).at) };
    this.#value({ schema: schema.items ?? {}, ...sides, ...paths }, item.at, container);
  }

  /** A move is one entry, at its new path. */
  #entries({ counterpart, isMatched, value, path, schema, parts }: UnmatchedValue, isNew: boolean): FieldDiff[] {
    if (counterpart === null) {
      const isSplit = isMatched || this.tools.sanitizer !== null;
      if (parts.length > 0 && isSplit) return parts.flatMap((part) => this.#entries(part, isNew));
      const [from, to] = isNew ? [undefined, value] : [value, undefined];
      return [this.#leaf({ schema, toPath: path, fromPath: path, from, to })];
    }
    if (!isNew) return [];
    const pair = { schema, from: counterpart.value, to: value, toPath: path, fromPath: counterpart.path };
    if (parts.length === 0 && counterpart.parts.length === 0) return [{ ...this.#leaf(pair), moved: true }];
    const { from } = pair;
    const move: FieldDiff = { field: path, from_field: counterpart.path, moved: true, kind: 'value', from, to: value };
    return [move, ...new Walk(this.tools).differences(pair)];
  }

  #align(before: readonly Item[], after: readonly Item[]): Hunk<Item>[] {
    const keys = new TextNumbers();
    const hunks = this.tools.limit.within(before.length + after.length, (effort) => {
      return hunksOf(before, after, ({ text }) => keys.of(text), effort);
    });
    return hunks ?? [{ isSame: false, before, after }];
  }

  /** Pairs of changed items: by index when there are as many as before; else the pairs that are most alike. */
  #changedPairs(before: readonly Item[], after: readonly Item[]): [number, number][] {
    if (before.length === after.length) return before.map((_, at) => [at, at]);
    const size = [...before, ...after].reduce((sum, { text }) => sum + text.length, 0);
    const pairs = this.tools.limit.within(size, (effort) => {
      const candidates = (items: readonly Item[]) =>
        items.map(({ text }, at) => candidate({ at, shape: '', isHeld: false }, text, effort));
      return pairUp(candidates(before), candidates(after), effort);
    });
    return pairs ?? [];
  }

  #leaf({ schema, from, to, toPath, fromPath }: Pair): FieldDiff {
    const kind = kindOf(schema, from, to);
    const isElsewhere = from !== undefined && to !== undefined && toPath !== fromPath;
    const head: FieldDiff = {
      field: toPath,
      ...(isElsewhere && { from_field: fromPath }),
      kind,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    };
    const { limit, sanitizer } = this.tools;
    if (sanitizer === null || typeof from !== 'string' || typeof to !== 'string' || from === to) return head;
    if (kind === 'text') {
      const text = diffText(from, to, limit);
      return text === null ? { ...head, too_different: true } : { ...head, text };
    }
    if (kind !== 'html') return head;
    const before = CheckedHtml.from(from, sanitizer);
    const after = CheckedHtml.from(to, sanitizer);
    const html = before === null || after === null ? null : diffHtml(before, after, limit);
    return html === null ? { ...head, too_different: true } : { ...head, html };
  }
}

interface Item {
  readonly at: number;
  readonly value: unknown;
  /** JSON of an item: equal items have equal JSON. */
  readonly text: string;
}

function itemsOf(list: readonly unknown[]): Item[] {
  return list.map((value, at) => ({ at, value, text: JSON.stringify(value) ?? '' }));
}

function hasParts(value: unknown): boolean {
  return typeof value !== 'string' && Object.values(Object(value)).length > 0;
}

const kinds: Readonly<Record<Kind, FieldDiff['kind']>> = {
  plain: 'text',
  line: 'text',
  html: 'html',
  url: 'url',
  media: 'media',
  color: 'color',
  collection: 'collection',
  blocks: 'value',
};

function kindOf({ 'x-kind': kind }: DataSchema, from: unknown, to: unknown): FieldDiff['kind'] {
  if (kind !== undefined) return kinds[kind];
  return [from, to].some((value) => typeof value === 'string') ? 'text' : 'value';
}

function member(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
