import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../json.js';
import { joinPath } from '../../validation/violations.js';
import type { Kind } from '../blocks/block-type.js';
import { CheckedHtml } from '../html/checked.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { diffHtml } from './html-diff.js';
import type { DiffLimit } from './limit.js';
import { type Described, LoneValue, memberOf } from './lone-values.js';
import type { MarkedNode, MarkedText } from './marked.js';
import { pairMoved } from './moves.js';
import { candidate, pairUp } from './pair-up.js';
import { joined, Keys, type Stretch, stretches } from './sequence.js';
import { diffText } from './text-diff.js';

/** One value that differs between two versions; without `from` it is new, without `to` it is gone. */
export interface FieldDiff {
  /** Its dotted path, such as `items.1.body`; of what is gone: where it stood. */
  readonly field: string;
  /** Where it stood before, when that was elsewhere: items of lists are found again, not compared by their places. */
  readonly from_field?: string;
  /** Whether it was taken from there to another place; what changed in its parts follows by itself. */
  readonly moved?: true;
  /** How a text is to be read, or what a value names. */
  readonly kind: 'html' | 'text' | 'url' | 'media' | 'color' | 'value';
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
  readonly sanitizer: Sanitizer;
}

/** What differs between two JSON values, texts word by word. */
export function diffFields(schema: Described, from: unknown, to: unknown, tools: DiffTools): FieldDiff[] {
  return new Walk(tools).differences({ schema, from, to, at: '', was: '' });
}

/** A value in both versions; `undefined`: it is not there. */
interface Pair {
  readonly schema: Described;
  readonly from: unknown;
  readonly to: unknown;
  readonly at: string;
  readonly was: string;
}

class Walk {
  readonly #gone: LoneValue[] = [];
  readonly #come: LoneValue[] = [];
  /** In order; a lone value is replaced by its differences when all are known. */
  readonly #found: (FieldDiff | LoneValue)[] = [];

  constructor(private readonly tools: DiffTools) {}

  differences(pair: Pair): FieldDiff[] {
    this.#value(pair, '', pair);
    pairMoved(this.#gone, this.#come, this.tools.limit);
    const come = new Set(this.#come);
    return this.#found.flatMap((one) => (one instanceof LoneValue ? this.#ofLone(one, come.has(one)) : one));
  }

  /** @param inside what it is a part of */
  #value(pair: Pair, name: string | number, inside: Pair): void {
    const { schema, from, to, at, was } = pair;
    if (isDeepStrictEqual(from, to)) return;
    const isInBoth = from !== undefined && to !== undefined;
    if (isObject(from) && isObject(to)) this.#members(pair, from, to);
    else if (Array.isArray(from) && Array.isArray(to)) this.#items(pair, from, to);
    else if (isInBoth && !hasParts(from) && !hasParts(to)) this.#found.push(this.#leaf(pair));
    else {
      this.#lone(this.#gone, new LoneValue(from, was, schema, name, inside.was));
      this.#lone(this.#come, new LoneValue(to, at, schema, name, inside.at));
    }
  }

  #lone(list: LoneValue[], lone: LoneValue): void {
    if (lone.value === undefined) return;
    list.push(lone);
    this.#found.push(lone);
  }

  #members(inside: Pair, from: Readonly<Record<string, unknown>>, to: Readonly<Record<string, unknown>>) {
    const { schema, at, was } = inside;
    const names = new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(to), ...Object.keys(from)]);
    for (const name of names) {
      const places = { at: joinPath(at, name), was: joinPath(was, name) };
      const pair = { schema: memberOf(schema, name), from: own(from, name), to: own(to, name), ...places };
      this.#value(pair, name, inside);
    }
  }

  #items(inside: Pair, from: readonly unknown[], to: readonly unknown[]): void {
    const { schema, at, was } = inside;
    const pair = (old: Item | undefined, now: Item | undefined): void => {
      const [place, before] = [now ?? old, old ?? now];
      if (place === undefined || before === undefined) return;
      const there = now === undefined ? was : at;
      const sides = { from: old?.value, to: now?.value };
      const places = { at: joinPath(there, place.at), was: joinPath(was, before.at) };
      this.#value({ schema: schema.items ?? {}, ...sides, ...places }, place.at, inside);
    };
    for (const { isSame, before, after } of this.#align(itemsOf(from), itemsOf(to))) {
      if (isSame) continue;
      let [done, reached] = [0, 0];
      const upTo = (last: number, next: number): void => {
        for (const old of before.slice(done, last)) pair(old, undefined);
        for (const now of after.slice(reached, next)) pair(undefined, now);
      };
      for (const [was, is] of this.#versions(before, after)) {
        upTo(was, is);
        pair(before[was], after[is]);
        [done, reached] = [was + 1, is + 1];
      }
      upTo(before.length, after.length);
    }
  }

  /** What was moved is shown where it stands now. */
  #ofLone(lone: LoneValue, isNew: boolean): FieldDiff[] {
    const { version, value, path, schema, parts } = lone;
    if (version === null) {
      if (parts.length > 0) return parts.flatMap((part) => this.#ofLone(part, isNew));
      return [
        this.#leaf({ schema, at: path, was: path, from: isNew ? undefined : value, to: isNew ? value : undefined }),
      ];
    }
    if (!isNew) return [];
    const pair = { schema, from: version.value, to: value, at: path, was: version.path };
    if (parts.length === 0 && version.parts.length === 0) return [{ ...this.#leaf(pair), moved: true }];
    const move = {
      field: path,
      from_field: version.path,
      moved: true,
      kind: 'value',
      from: pair.from,
      to: value,
    } as const;
    return [move, ...new Walk(this.tools).differences(pair)];
  }

  #align(before: readonly Item[], after: readonly Item[]): Stretch<Item>[] {
    const keys = new Keys();
    const found = this.tools.limit.within(before.length + after.length, (timeLeft) => {
      return stretches(before, after, ({ text }) => keys.of(text), timeLeft);
    });
    return found ?? [joined([{ isSame: false, before, after }])];
  }

  /** Items that were changed: as many as there were, each in its place; else those that are most alike. */
  #versions(before: readonly Item[], after: readonly Item[]): [number, number][] {
    if (before.length === after.length) return before.map((_, at) => [at, at]);
    const candidates = (items: readonly Item[]) => items.map(({ text }, at) => candidate(at, '', false, [text]));
    const size = [...before, ...after].reduce((sum, { text }) => sum + text.length, 0);
    const found = this.tools.limit.within(size, (timeLeft) => pairUp(candidates(before), candidates(after), timeLeft));
    return found ?? [];
  }

  #leaf({ schema, from, to, at, was }: Pair): FieldDiff {
    const kind = kindOf(schema, from, to);
    const sides = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const isElsewhere = from !== undefined && to !== undefined && at !== was;
    const head = { field: at, ...(isElsewhere ? { from_field: was } : {}), kind, ...sides };
    if (typeof from !== 'string' || typeof to !== 'string' || from === to) return head;
    const { limit, sanitizer } = this.tools;
    if (kind === 'text') {
      const text = diffText(from, to, limit);
      return text === null ? { ...head, too_different: true } : { ...head, text };
    }
    if (kind !== 'html') return head;
    const [before, after] = [CheckedHtml.from(from, sanitizer), CheckedHtml.from(to, sanitizer)];
    const html = before === null || after === null ? null : diffHtml(before, after, limit);
    return html === null ? { ...head, too_different: true } : { ...head, html };
  }
}

interface Item {
  readonly at: number;
  readonly value: unknown;
  /** As JSON, in which equal items are equal. */
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
  blocks: 'value',
};

function kindOf({ 'x-kind': kind }: Described, from: unknown, to: unknown): FieldDiff['kind'] {
  if (kind !== undefined) return kinds[kind];
  return [from, to].some((value) => typeof value === 'string') ? 'text' : 'value';
}

function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
