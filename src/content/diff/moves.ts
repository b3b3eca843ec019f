import type { Effort } from '../../lib/effort.js';
import { isObject } from '../../lib/json.js';
import { sortedBy } from '../../lib/order.js';
import { joinPath } from '../../validation/violations.js';
import type { DataSchema } from '../blocks/block-type.js';
import type { DiffLimit } from './limit.js';
import { type Candidate, candidate, likeness } from './pair-up.js';
import { TextNumbers } from './sequence.js';

/** Lowest share of equal words (0 to 1) at which values with different names match. */
const minLikenessUnnamed = 0.6;

/** Upper bound on comparisons of unequal values. Beyond it, they do not match. */
const maxComparisons = 10_000;

/** The schema of an object's member; `{}` for one that is not described. */
export function memberSchema({ properties = {} }: DataSchema, name: string): DataSchema {
  return (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? {};
}

/** A deleted or inserted value, as a tree of its parts: it may match one on the other side that was moved. */
export class UnmatchedValue {
  readonly parts: readonly UnmatchedValue[];
  /** Number of characters in it, names included. */
  readonly weight: number;
  counterpart: UnmatchedValue | null = null;
  /** Whether it, a part of it, or its container has a counterpart. */
  isMatched = false;
  #key: number | undefined;
  #words: Candidate | undefined;

  constructor(
    readonly value: unknown,
    readonly path: string,
    readonly schema: DataSchema,
    /** A number for an item of a list. */
    readonly name: string | number,
    readonly container: string,
    readonly parent: UnmatchedValue | null = null,
  ) {
    const part = (name: string | number, value: unknown, inner: DataSchema) =>
      new UnmatchedValue(value, joinPath(path, name), inner, name, path, this);
    if (Array.isArray(value)) this.parts = value.map((item, at) => part(at, item, schema.items ?? {}));
    else if (isObject(value))
      this.parts = Object.entries(value).map(([name, member]) => part(name, member, memberSchema(schema, name)));
    else this.parts = [];
    this.weight = this.parts.reduce((sum, { weight, name }) => sum + weight + String(name).length, this.#leaf.length);
  }

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
      const order = Array.isArray(this.value) ? named : sortedBy(named, ([name]) => name);
      this.#key = keys.of(`${this.shape} ${this.#leaf} ${JSON.stringify(order)}`);
    }
    return this.#key;
  }

  /** @throws TooMuchEffort */
  words(effort: Effort): Candidate {
    this.#words ??= candidate({ at: 0, shape: '', isHeld: false }, JSON.stringify(this.value), effort);
    return this.#words;
  }

  /** Whether it is more than a short word or a number, which are equal in many places. */
  get isDistinctive(): boolean {
    const { value } = this;
    if (this.parts.length > 0) return this.weight >= 20;
    return typeof value === 'string' && (value.length >= 8 || /\S\s+\S/.test(value));
  }

  selfAndParts(values: UnmatchedValue[] = []): UnmatchedValue[] {
    values.push(this);
    for (const part of this.parts) part.selfAndParts(values);
    return values;
  }

  match(counterpart: UnmatchedValue): void {
    this.counterpart = counterpart;
    for (const part of this.selfAndParts()) part.isMatched = true;
    // A container that is marked has marked its own.
    for (let { parent } = this as UnmatchedValue; parent?.isMatched === false; { parent } = parent) {
      parent.isMatched = true;
    }
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
  limit.within(size, (effort) => new MoveMatcher(deleted, inserted, effort).match());
}

class MoveMatcher {
  readonly #keys = new TextNumbers();
  readonly #deleted: readonly UnmatchedValue[];
  readonly #distinctive: readonly UnmatchedValue[];
  /** Inserted values by their path. */
  readonly #byPath = new Map<string, UnmatchedValue>();
  /** Equal inserted values: all, those of one name, and those in one container. */
  readonly #equals = new Map<string, Waiting>();
  /** Paths of containers of inserted values, by those of their counterparts. */
  readonly #containers = new Map<string, Set<string>>();
  #comparisons = 0;

  constructor(
    deleted: readonly UnmatchedValue[],
    inserted: readonly UnmatchedValue[],
    private readonly effort: Effort,
  ) {
    const byWeight = (roots: readonly UnmatchedValue[]): UnmatchedValue[] =>
      roots.flatMap((root) => root.selfAndParts()).sort((a, b) => b.weight - a.weight);
    this.#deleted = byWeight(deleted);
    const values = byWeight(inserted);
    this.#distinctive = values.filter(({ isDistinctive }) => isDistinctive);
    for (const value of values) {
      this.#byPath.set(value.path, value);
      for (const place of Object.values(this.#placesOf(value))) {
        const equals = this.#equals.get(place) ?? new Waiting();
        this.#equals.set(place, equals);
        equals.add(value);
      }
    }
  }

  match(): void {
    for (const value of this.#deleted) {
      if (!value.isMatched) this.#pair(value, this.#equalTo(value) ?? this.#mostAlike(value));
    }
    // A value that is not distinctive is matched if another value of its container is.
    for (const value of this.#deleted) if (!value.isMatched) this.#pair(value, this.#equalInPairedContainer(value));
  }

  #pair(deleted: UnmatchedValue, inserted: UnmatchedValue | undefined): void {
    if (inserted === undefined) return;
    deleted.match(inserted);
    inserted.match(deleted);
    const containers = this.#containers.get(deleted.container) ?? new Set();
    this.#containers.set(deleted.container, containers.add(inserted.container));
  }

  /** Names of the lists of values that are equal to this one. */
  #placesOf(value: UnmatchedValue) {
    this.effort.spend(1);
    const key = value.keyIn(this.#keys);
    return { anywhere: `${key}`, named: `${key}.${value.name}`, inContainer: `${key}@${value.container}` };
  }

  #equalTo(deleted: UnmatchedValue): UnmatchedValue | undefined {
    const { anywhere, named, inContainer } = this.#placesOf(deleted);
    if (deleted.isDistinctive) return this.#equals.get(named)?.first ?? this.#equals.get(anywhere)?.first;
    // Items of a list may be in another order.
    if (typeof deleted.name !== 'number') return undefined;
    return this.#equalAt(deleted.path, deleted) ?? this.#equals.get(inContainer)?.first;
  }

  #equalAt(path: string, deleted: UnmatchedValue): UnmatchedValue | undefined {
    this.effort.spend(1);
    const inserted = this.#byPath.get(path);
    const isEqual = inserted?.isMatched === false && inserted.keyIn(this.#keys) === deleted.keyIn(this.#keys);
    return isEqual ? inserted : undefined;
  }

  #equalInPairedContainer(deleted: UnmatchedValue): UnmatchedValue | undefined {
    for (const container of this.#containers.get(deleted.container) ?? []) {
      const equal = this.#equalAt(joinPath(container, deleted.name), deleted);
      if (equal !== undefined) return equal;
    }
    return undefined;
  }

  #mostAlike(deleted: UnmatchedValue): UnmatchedValue | undefined {
    if (!deleted.isDistinctive) return undefined;
    let bestScore = 0;
    let bestMatch: UnmatchedValue | undefined;
    for (const inserted of this.#distinctive) {
      this.effort.spend(1);
      if (inserted.isMatched || inserted.shape !== deleted.shape) continue;
      this.#comparisons += 1;
      if (this.#comparisons > maxComparisons) return undefined;
      const alike = likeness(deleted.words(this.effort), inserted.words(this.effort), this.effort);
      const isNamed = typeof deleted.name === 'string' && deleted.name === inserted.name;
      if (!isNamed && alike < minLikenessUnnamed) continue;
      const score = alike === 0 ? 0 : alike + (isNamed ? 1 : 0);
      if (score <= bestScore) continue;
      bestScore = score;
      bestMatch = inserted;
    }
    return bestMatch;
  }
}

/** Values in order, without those that have a counterpart. */
class Waiting {
  readonly #values: UnmatchedValue[] = [];
  #done = 0;

  add(value: UnmatchedValue): void {
    this.#values.push(value);
  }

  get first(): UnmatchedValue | undefined {
    while (this.#values[this.#done]?.isMatched === true) this.#done += 1;
    return this.#values[this.#done];
  }
}
