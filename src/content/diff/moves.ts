import { isObject } from '../../json.js';
import { joinPath } from '../../validation/violations.js';
import type { Kind } from '../blocks/block-type.js';
import type { DiffLimit, TimeLeft } from './limit.js';
import { type Candidate, candidate, likeness } from './pair-up.js';
import { Keys } from './sequence.js';

/** Values with different names match only when they share so much of their words. */
const leastAlikeUnnamed = 0.6;

/** Comparisons of values that are not equal: beyond, those do not match. */
const maxComparisons = 10_000;

/** The part of a block type's schema that says how to compare. */
export interface ValueSchema {
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly items?: ValueSchema;
  readonly 'x-kind'?: Kind;
}

export function memberOf({ properties = {} }: ValueSchema, name: string): ValueSchema {
  return (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {};
}

/** Members of an object or items of a list. */
function partsOf(schema: ValueSchema, value: unknown): [name: string | number, part: unknown, schema: ValueSchema][] {
  if (Array.isArray(value)) return value.map((item: unknown, at) => [at, item, schema.items ?? {}]);
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, member]) => [name, member, memberOf(schema, name)]);
}

/** A deleted or inserted value, as a tree of its parts: it may match one on the other side that was moved. */
export class UnmatchedValue {
  readonly parts: readonly UnmatchedValue[];
  /** The same value in the other version, at another path. */
  counterpart: UnmatchedValue | null = null;
  /** Whether it, a part of it, or what it is a part of has a counterpart. */
  isMatched = false;

  constructor(
    readonly value: unknown,
    readonly path: string,
    readonly schema: ValueSchema,
    /** A number: an item of a list. */
    readonly name: string | number,
    /** Path of the object or list that it is in. */
    readonly container: string,
    readonly parent: UnmatchedValue | null = null,
  ) {
    this.parts = partsOf(schema, value).map(
      ([name, part, inner]) => new UnmatchedValue(part, joinPath(path, name), inner, name, path, this),
    );
  }

  get shape(): string {
    if (Array.isArray(this.value)) return 'list';
    return isObject(this.value) ? 'object' : `${typeof this.value} ${this.schema['x-kind'] ?? ''}`;
  }

  /** Itself and all of its parts, each before its own. */
  *all(): Generator<UnmatchedValue> {
    yield this;
    for (const part of this.parts) yield* part.all();
  }

  match(counterpart: UnmatchedValue): void {
    this.counterpart = counterpart;
    for (const part of this.all()) part.isMatched = true;
    for (let { parent } = this as UnmatchedValue; parent !== null; { parent } = parent) parent.isMatched = true;
  }
}

/**
 * Matches deleted with inserted values, equal or edited: a match was moved. The largest come first, so that an object is one move,
 * not one of each text in it.
 */
export function matchMoved(
  deleted: readonly UnmatchedValue[],
  inserted: readonly UnmatchedValue[],
  limit: DiffLimit,
): void {
  if (deleted.length === 0 || inserted.length === 0) return;
  const size = [...deleted, ...inserted].reduce((sum, { value }) => sum + (JSON.stringify(value)?.length ?? 0), 0);
  limit.within(size, (timeLeft) => new MoveMatcher(deleted, inserted, timeLeft).match());
}

class MoveMatcher {
  readonly #deleted: readonly Weighed[];
  readonly #inserted: readonly Weighed[];
  readonly #insertedByKey = new Map<number, Weighed[]>();
  /** Pairs of containers between which a value was moved. */
  readonly #containers = new Set<string>();
  #comparisons = 0;

  constructor(
    deleted: readonly UnmatchedValue[],
    inserted: readonly UnmatchedValue[],
    private readonly timeLeft: TimeLeft,
  ) {
    const keys = new Keys();
    const weigh = (roots: readonly UnmatchedValue[]): Weighed[] => {
      const all: Weighed[] = [];
      for (const root of roots) weighed(root, keys, all);
      return all.sort((a, b) => b.weight - a.weight);
    };
    [this.#deleted, this.#inserted] = [weigh(deleted), weigh(inserted)];
    for (const one of this.#inserted)
      this.#insertedByKey.set(one.key, [...(this.#insertedByKey.get(one.key) ?? []), one]);
  }

  match(): void {
    for (const one of this.#deleted) {
      this.timeLeft();
      if (!one.source.isMatched) this.#pair(one, this.#equalTo(one) ?? this.#mostAlike(one));
    }
    // A value that says little by itself moved with one of its container.
    for (const one of this.#deleted) {
      if (one.source.isMatched) continue;
      const { name, container } = one.source;
      const found = this.#unmatchedEqual(one).find(({ source }) => {
        return source.name === name && this.#containers.has(pairKey(container, source.container));
      });
      this.#pair(one, found);
    }
  }

  #pair(one: Weighed, other: Weighed | undefined): void {
    if (other === undefined) return;
    one.source.match(other.source);
    other.source.match(one.source);
    this.#containers.add(pairKey(one.source.container, other.source.container));
  }

  #unmatchedEqual({ key }: Weighed): Weighed[] {
    return (this.#insertedByKey.get(key) ?? []).filter(({ source }) => !source.isMatched);
  }

  #equalTo(one: Weighed): Weighed | undefined {
    const { name, container, shape } = one.source;
    const found = this.#unmatchedEqual(one).filter(({ source }) => {
      const isReordered = typeof name === 'number' && source.container === container;
      return source.shape === shape && (isReordered || isTelling(one));
    });
    return found.find(({ source }) => source.name === name) ?? found[0];
  }

  #mostAlike(one: Weighed): Weighed | undefined {
    if (!isTelling(one)) return undefined;
    let [best, found]: [number, Weighed | undefined] = [0, undefined];
    for (const other of this.#inserted) {
      if (other.source.isMatched || other.source.shape !== one.source.shape || !isTelling(other)) continue;
      this.#comparisons += 1;
      if (this.#comparisons > maxComparisons) return undefined;
      this.timeLeft();
      const alike = likeness(one.words(), other.words());
      const isNamed = typeof one.source.name === 'string' && one.source.name === other.source.name;
      if (!isNamed && alike < leastAlikeUnnamed) continue;
      const score = alike === 0 ? 0 : alike + (isNamed ? 1 : 0);
      if (score > best) [best, found] = [score, other];
    }
    return found;
  }
}

function pairKey(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

interface Weighed {
  readonly source: UnmatchedValue;
  /** The same for equal values. */
  readonly key: number;
  /** Letters in it, names included. */
  readonly weight: number;
  words(): Candidate;
}

function weighed(source: UnmatchedValue, keys: Keys, all: Weighed[]): Weighed {
  const parts = source.parts.map((part) => ({ name: part.name, ...weighed(part, keys, all) }));
  const named = parts.map(({ name, key }) => [name, key] as const);
  const own = parts.length === 0 ? JSON.stringify(source.value) : '';
  const order = Array.isArray(source.value) ? named : named.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const weight = parts.reduce((sum, part) => sum + part.weight + String(part.name).length, own.length);
  let words: Candidate | null = null;
  const one: Weighed = {
    source,
    key: keys.of(`${source.shape} ${own} ${JSON.stringify(order)}`),
    weight,
    words: () => (words ??= candidate(0, '', false, [JSON.stringify(source.value)])),
  };
  all.push(one);
  return one;
}

/** Whether it is more than a short word or a number, which are equal in many places. */
function isTelling({ source: { value, parts }, weight }: Weighed): boolean {
  return parts.length > 0 ? weight >= 20 : typeof value === 'string' && (value.length >= 8 || /\S\s+\S/.test(value));
}
