import { isObject } from '../../lib/json.js';
import { sortedBy } from '../../lib/order.js';
import { joinPath } from '../../validation/violations.js';
import type { DataSchema } from '../blocks/block-type.js';
import { type Candidate, candidate, likeness } from './pair-up.js';
import { TextNumbers } from './sequence.js';
import type { DiffLimit, TimeLeft } from './time-limit.js';

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

  get words(): Candidate {
    this.#words ??= candidate(0, '', false, [JSON.stringify(this.value)]);
    return this.#words;
  }

  /** Whether it is more than a short word or a number, which are equal in many places. */
  get isDistinctive(): boolean {
    const { value } = this;
    if (this.parts.length > 0) return this.weight >= 20;
    return typeof value === 'string' && (value.length >= 8 || /\S\s+\S/.test(value));
  }

  *selfAndParts(): Generator<UnmatchedValue> {
    yield this;
    for (const part of this.parts) yield* part.selfAndParts();
  }

  match(counterpart: UnmatchedValue): void {
    this.counterpart = counterpart;
    for (const part of this.selfAndParts()) part.isMatched = true;
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
  readonly #containers = new Set<string>();
  #comparisons = 0;

  constructor(
    deleted: readonly UnmatchedValue[],
    inserted: readonly UnmatchedValue[],
    private readonly timeLeft: TimeLeft,
  ) {
    const byWeight = (roots: readonly UnmatchedValue[]): UnmatchedValue[] =>
      roots.flatMap((root) => [...root.selfAndParts()]).sort((a, b) => b.weight - a.weight);
    this.#deleted = byWeight(deleted);
    this.#inserted = byWeight(inserted);
    for (const value of this.#inserted) {
      const key = value.keyIn(this.#keys);
      this.#insertedByKey.set(key, [...(this.#insertedByKey.get(key) ?? []), value]);
    }
  }

  match(): void {
    for (const value of this.#deleted) {
      this.timeLeft();
      if (!value.isMatched) this.#pair(value, this.#equalTo(value) ?? this.#mostAlike(value));
    }
    // A value that is not distinctive is matched if another value of its container is.
    for (const value of this.#deleted) {
      if (value.isMatched) continue;
      const counterpart = this.#unmatchedEqual(value).find(
        ({ name, container }) => name === value.name && this.#containers.has(pairKey(value.container, container)),
      );
      this.#pair(value, counterpart);
    }
  }

  #pair(deleted: UnmatchedValue, inserted: UnmatchedValue | undefined): void {
    if (inserted === undefined) return;
    deleted.match(inserted);
    inserted.match(deleted);
    this.#containers.add(pairKey(deleted.container, inserted.container));
  }

  #unmatchedEqual(value: UnmatchedValue): UnmatchedValue[] {
    return (this.#insertedByKey.get(value.keyIn(this.#keys)) ?? []).filter(({ isMatched }) => !isMatched);
  }

  #equalTo(deleted: UnmatchedValue): UnmatchedValue | undefined {
    const equals = this.#unmatchedEqual(deleted).filter((inserted) => {
      const isReordered = typeof deleted.name === 'number' && inserted.container === deleted.container;
      return inserted.shape === deleted.shape && (isReordered || deleted.isDistinctive);
    });
    return equals.find(({ name }) => name === deleted.name) ?? equals[0];
  }

  #mostAlike(deleted: UnmatchedValue): UnmatchedValue | undefined {
    if (!deleted.isDistinctive) return undefined;
    let bestScore = 0;
    let bestMatch: UnmatchedValue | undefined;
    for (const inserted of this.#inserted) {
      if (inserted.isMatched || inserted.shape !== deleted.shape || !inserted.isDistinctive) continue;
      this.#comparisons += 1;
      if (this.#comparisons > maxComparisons) return undefined;
      this.timeLeft();
      const alike = likeness(deleted.words, inserted.words);
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

function pairKey(from: string, to: string): string {
  return JSON.stringify([from, to]);
}
