import { isObject } from '../../lib/json.js';
import { joinPath } from '../../validation/violations.js';
import type { DataSchema } from '../blocks/block-type.js';
import type { DiffLimit, TimeLeft } from './limit.js';
import { type Candidate, candidate, likeness } from './pair-up.js';
import { TextNumbers } from './sequence.js';

/** Share of equal words from which values with different names match. */
const minLikenessUnnamed = 0.6;

/** Upper bound on comparisons of values that are not equal: beyond, those do not match. */
const maxComparisons = 10_000;

export function memberOf({ properties = {} }: DataSchema, name: string): DataSchema {
  return (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {};
}

/** A deleted or inserted value, as a tree of its parts: it may match one on the other side that was moved. */
export class UnmatchedValue {
  readonly parts: readonly UnmatchedValue[];
  /** Letters in it, names included. */
  readonly weight: number;
  /** This value in the other version, at another path. */
  counterpart: UnmatchedValue | null = null;
  /** Whether it, a part of it, or what it is a part of has a counterpart. */
  isMatched = false;
  #key: number | undefined;
  #words: Candidate | undefined;

  constructor(
    readonly value: unknown,
    readonly path: string,
    readonly schema: DataSchema,
    /** A number: an item of a list. */
    readonly name: string | number,
    readonly container: string,
    readonly parent: UnmatchedValue | null = null,
  ) {
    const part = (name: string | number, value: unknown, inner: DataSchema) =>
      new UnmatchedValue(value, joinPath(path, name), inner, name, path, this);
    if (Array.isArray(value)) this.parts = value.map((item, at) => part(at, item, schema.items ?? {}));
    else if (isObject(value))
      this.parts = Object.entries(value).map(([name, member]) => part(name, member, memberOf(schema, name)));
    else this.parts = [];
    this.weight = this.parts.reduce((sum, { weight, name }) => sum + weight + String(name).length, this.#leaf.length);
  }

  /** JSON of a value without parts. */
  get #leaf(): string {
    return this.parts.length === 0 ? (JSON.stringify(this.value) ?? '') : '';
  }

  get shape(): string {
    if (Array.isArray(this.value)) return 'list';
    return isObject(this.value) ? 'object' : `${typeof this.value} ${this.schema['x-kind'] ?? ''}`;
  }

  /** Equal for equal values, whatever the order of an object's members. */
  keyIn(keys: TextNumbers): number {
    if (this.#key === undefined) {
      const named = this.parts.map((part) => [part.name, part.keyIn(keys)] as const);
      const order = Array.isArray(this.value) ? named : named.sort(([a], [b]) => (a < b ? -1 : 1));
      this.#key = keys.of(`${this.shape} ${this.#leaf} ${JSON.stringify(order)}`);
    }
    return this.#key;
  }

  get words(): Candidate {
    this.#words ??= candidate(0, '', false, [JSON.stringify(this.value)]);
    return this.#words;
  }

  /** Whether it is more than a short word or a number, which are equal in many places. */
  get isTelling(): boolean {
    const { value } = this;
    if (this.parts.length > 0) return this.weight >= 20;
    return typeof value === 'string' && (value.length >= 8 || /\S\s+\S/.test(value));
  }

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
  readonly #keys = new TextNumbers();
  readonly #deleted: readonly UnmatchedValue[];
  readonly #inserted: readonly UnmatchedValue[];
  readonly #insertedByKey = new Map<number, UnmatchedValue[]>();
  /** Pairs of containers between which a value was moved. */
  readonly #containers = new Set<string>();
  #comparisons = 0;

  constructor(
    deleted: readonly UnmatchedValue[],
    inserted: readonly UnmatchedValue[],
    private readonly timeLeft: TimeLeft,
  ) {
    const byWeight = (roots: readonly UnmatchedValue[]): UnmatchedValue[] =>
      roots.flatMap((root) => [...root.all()]).sort((a, b) => b.weight - a.weight);
    [this.#deleted, this.#inserted] = [byWeight(deleted), byWeight(inserted)];
    for (const one of this.#inserted) {
      const key = one.keyIn(this.#keys);
      this.#insertedByKey.set(key, [...(this.#insertedByKey.get(key) ?? []), one]);
    }
  }

  match(): void {
    for (const one of this.#deleted) {
      this.timeLeft();
      if (!one.isMatched) this.#pair(one, this.#equalTo(one) ?? this.#mostAlike(one));
    }
    // A value that says little by itself moved with one of its container.
    for (const one of this.#deleted) {
      if (one.isMatched) continue;
      const found = this.#unmatchedEqual(one).find(
        ({ name, container }) => name === one.name && this.#containers.has(pairKey(one.container, container)),
      );
      this.#pair(one, found);
    }
  }

  #pair(one: UnmatchedValue, other: UnmatchedValue | undefined): void {
    if (other === undefined) return;
    one.match(other);
    other.match(one);
    this.#containers.add(pairKey(one.container, other.container));
  }

  #unmatchedEqual(one: UnmatchedValue): UnmatchedValue[] {
    return (this.#insertedByKey.get(one.keyIn(this.#keys)) ?? []).filter(({ isMatched }) => !isMatched);
  }

  #equalTo(one: UnmatchedValue): UnmatchedValue | undefined {
    const found = this.#unmatchedEqual(one).filter((other) => {
      const isReordered = typeof one.name === 'number' && other.container === one.container;
      return other.shape === one.shape && (isReordered || one.isTelling);
    });
    return found.find(({ name }) => name === one.name) ?? found[0];
  }

  #mostAlike(one: UnmatchedValue): UnmatchedValue | undefined {
    if (!one.isTelling) return undefined;
    let [best, found]: [number, UnmatchedValue | undefined] = [0, undefined];
    for (const other of this.#inserted) {
      if (other.isMatched || other.shape !== one.shape || !other.isTelling) continue;
      this.#comparisons += 1;
      if (this.#comparisons > maxComparisons) return undefined;
      this.timeLeft();
      const alike = likeness(one.words, other.words);
      const isNamed = typeof one.name === 'string' && one.name === other.name;
      if (!isNamed && alike < minLikenessUnnamed) continue;
      const score = alike === 0 ? 0 : alike + (isNamed ? 1 : 0);
      if (score > best) [best, found] = [score, other];
    }
    return found;
  }
}

function pairKey(from: string, to: string): string {
  return JSON.stringify([from, to]);
}
