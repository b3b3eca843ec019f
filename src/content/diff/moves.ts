import type { DiffLimit, TimeLeft } from './limit.js';
import type { LoneValue } from './lone-values.js';
import { type Candidate, candidate, likeness } from './pair-up.js';
import { Keys } from './sequence.js';

/** Values with different names are versions of one another only when they share so much of their words. */
const leastAlikeUnnamed = 0.6;

/** Comparisons of values that are not equal: beyond, those are not paired. */
const maxComparisons = 10_000;

/**
 * Finds the values that only stand elsewhere, equal or edited, and makes each the `version` of the other: the largest first, so that
 * an object that was moved is one move, not one of each text in it.
 */
export function pairMoved(gone: readonly LoneValue[], come: readonly LoneValue[], limit: DiffLimit): void {
  if (gone.length === 0 || come.length === 0) return;
  const size = [...gone, ...come].reduce((sum, { value }) => sum + (JSON.stringify(value)?.length ?? 0), 0);
  limit.within(size, (timeLeft) => new Moves(gone, come, timeLeft).find());
}

class Moves {
  readonly #gone: readonly Weighed[];
  readonly #come: readonly Weighed[];
  readonly #equal = new Map<number, Weighed[]>();
  /** Pairs of places between which a value was moved. */
  readonly #ways = new Set<string>();
  #comparisons = 0;

  constructor(
    gone: readonly LoneValue[],
    come: readonly LoneValue[],
    private readonly timeLeft: TimeLeft,
  ) {
    const keys = new Keys();
    const weigh = (roots: readonly LoneValue[]): Weighed[] => {
      const all: Weighed[] = [];
      for (const root of roots) weighed(root, keys, all);
      return all.sort((a, b) => b.weight - a.weight);
    };
    [this.#gone, this.#come] = [weigh(gone), weigh(come)];
    for (const one of this.#come) this.#equal.set(one.key, [...(this.#equal.get(one.key) ?? []), one]);
  }

  find(): void {
    for (const one of this.#gone) {
      this.timeLeft();
      if (!one.lone.isTaken) this.#pair(one, this.#equalTo(one) ?? this.#mostAlike(one));
    }
    // What says little by itself goes with what stood next to it.
    for (const one of this.#gone) {
      if (one.lone.isTaken) continue;
      const { name, inside } = one.lone;
      const found = this.#free(one).find(({ lone }) => lone.name === name && this.#ways.has(way(inside, lone.inside)));
      this.#pair(one, found);
    }
  }

  #pair(one: Weighed, other: Weighed | undefined): void {
    if (other === undefined) return;
    one.lone.take(other.lone);
    other.lone.take(one.lone);
    this.#ways.add(way(one.lone.inside, other.lone.inside));
  }

  #free({ key }: Weighed): Weighed[] {
    return (this.#equal.get(key) ?? []).filter(({ lone }) => !lone.isTaken);
  }

  #equalTo(one: Weighed): Weighed | undefined {
    const { name, inside, shape } = one.lone;
    const free = this.#free(one).filter(({ lone }) => {
      const isOrder = typeof name === 'number' && lone.inside === inside;
      return lone.shape === shape && (isOrder || isTelling(one));
    });
    return free.find(({ lone }) => lone.name === name) ?? free[0];
  }

  #mostAlike(one: Weighed): Weighed | undefined {
    if (!isTelling(one)) return undefined;
    let [best, found]: [number, Weighed | undefined] = [0, undefined];
    for (const other of this.#come) {
      if (other.lone.isTaken || other.lone.shape !== one.lone.shape || !isTelling(other)) continue;
      this.#comparisons += 1;
      if (this.#comparisons > maxComparisons) return undefined;
      this.timeLeft();
      const alike = likeness(one.words(), other.words());
      const isNamed = typeof one.lone.name === 'string' && one.lone.name === other.lone.name;
      if (!isNamed && alike < leastAlikeUnnamed) continue;
      const score = alike === 0 ? 0 : alike + (isNamed ? 1 : 0);
      if (score > best) [best, found] = [score, other];
    }
    return found;
  }
}

function way(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

interface Weighed {
  readonly lone: LoneValue;
  /** The same for equal values. */
  readonly key: number;
  /** Letters in it, names included. */
  readonly weight: number;
  words(): Candidate;
}

function weighed(lone: LoneValue, keys: Keys, all: Weighed[]): Weighed {
  const parts = lone.parts.map((part) => ({ name: part.name, ...weighed(part, keys, all) }));
  const named = parts.map(({ name, key }) => [name, key] as const);
  const own = parts.length === 0 ? JSON.stringify(lone.value) : '';
  const order = Array.isArray(lone.value) ? named : named.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const weight = parts.reduce((sum, part) => sum + part.weight + String(part.name).length, own.length);
  let words: Candidate | null = null;
  const one: Weighed = {
    lone,
    key: keys.of(`${lone.shape} ${own} ${JSON.stringify(order)}`),
    weight,
    words: () => (words ??= candidate(0, '', false, [JSON.stringify(lone.value)])),
  };
  all.push(one);
  return one;
}

/** Whether it is more than a short word or a number, which are equal in many places. */
function isTelling({ lone: { value, parts }, weight }: Weighed): boolean {
  return parts.length > 0 ? weight >= 20 : typeof value === 'string' && (value.length >= 8 || /\S\s+\S/.test(value));
}
