import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../json.js';
import { joinPath } from '../../validation/violations.js';
import type { Kind } from '../blocks/block-type.js';
import { CheckedHtml } from '../html/checked.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { diffHtml } from './html-diff.js';
import type { DiffLimit } from './limit.js';
import type { MarkedNode, MarkedText } from './marked.js';
import { candidate, pairUp } from './pair-up.js';
import { joined, Keys, type Stretch, stretches } from './sequence.js';
import { diffText } from './text-diff.js';

/** One value that differs between two versions; without `from` it is new, without `to` it is gone. */
export interface FieldDiff {
  /** Its dotted path, such as `items.1.body`; of what is gone: where it stood. */
  readonly field: string;
  /** Where it stood before, when that was elsewhere: items of lists are found again, not compared by their places. */
  readonly from_field?: string;
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

/** What is known of a value: as in the schemas of blocks. */
export interface Described {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly 'x-kind'?: Kind;
}

/** What differs between two JSON values, texts word by word. */
export function diffFields(schema: Described, from: unknown, to: unknown, tools: DiffTools): FieldDiff[] {
  const found: FieldDiff[] = [];
  new Walk(found, tools).value(schema, { from, to, at: '', was: '' });
  return found;
}

/** A value in both versions; `undefined`: it is not there. */
interface Pair {
  readonly from: unknown;
  readonly to: unknown;
  readonly at: string;
  readonly was: string;
}

class Walk {
  constructor(
    private readonly found: FieldDiff[],
    private readonly tools: DiffTools,
  ) {}

  value(schema: Described, pair: Pair): void {
    const { from, to } = pair;
    if (isDeepStrictEqual(from, to)) return;
    const shape = shapeOf(from, to);
    if (shape === 'members') this.#members(schema, pair);
    else if (shape === 'items') this.#items(schema, pair);
    else this.found.push(this.#leaf(kindOf(schema, from, to), pair));
  }

  #members({ properties = {} }: Described, { from, to, at, was }: Pair): void {
    const [old, now] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
    const names = new Set([...Object.keys(properties), ...Object.keys(now), ...Object.keys(old)]);
    for (const name of names) {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      this.value(schema ?? {}, {
        from: own(old, name),
        to: own(now, name),
        at: joinPath(at, name),
        was: joinPath(was, name),
      });
    }
  }

  #items({ items = {} }: Described, { from, to, at, was }: Pair): void {
    const pair = (old: Item | undefined, now: Item | undefined): void => {
      const [place, before] = [now ?? old, old ?? now];
      if (place === undefined || before === undefined) return;
      const there = now === undefined ? was : at;
      this.value(items, {
        from: old?.value,
        to: now?.value,
        at: joinPath(there, place.at),
        was: joinPath(was, before.at),
      });
    };
    for (const { isSame, before, after } of this.#align(itemsOf(from), itemsOf(to))) {
      if (isSame) continue;
      let [done, reached] = [0, 0];
      const upTo = (last: number, next: number): void => {
        for (const old of before.slice(done, last)) pair(old, undefined);
        for (const now of after.slice(reached, next)) pair(undefined, now);
      };
      for (const [is, was] of this.#versions(before, after)) {
        upTo(is, was);
        pair(before[is], after[was]);
        [done, reached] = [is + 1, was + 1];
      }
      upTo(before.length, after.length);
    }
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

  #leaf(kind: FieldDiff['kind'], { from, to, at, was }: Pair): FieldDiff {
    const sides = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const isElsewhere = from !== undefined && to !== undefined && at !== was;
    const head = { field: at, ...(isElsewhere ? { from_field: was } : {}), kind, ...sides };
    if (typeof from !== 'string' || typeof to !== 'string') return head;
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

function itemsOf(list: unknown): Item[] {
  if (!Array.isArray(list)) return [];
  return list.map((value: unknown, at) => ({ at, value, text: JSON.stringify(value) ?? '' }));
}

/** Whether a difference is given part by part; that of one side alone, too, unless it has none. */
function shapeOf(from: unknown, to: unknown): 'members' | 'items' | 'leaf' {
  const there = [from, to].filter((value) => value !== undefined);
  const isParted = there.length > 1 || there.some((value) => Object.values(Object(value)).length > 0);
  if (isParted && there.every(isObject)) return 'members';
  return isParted && there.every(Array.isArray) ? 'items' : 'leaf';
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
