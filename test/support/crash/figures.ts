import { crashClasses } from './crash-model.js';
import { fsckCount } from './fsck.js';
import type { Tally } from './simulate.js';

/** Figures of all simulations of a test file. */
export class Figures {
  readonly #tallies: Tally[] = [];

  add(tally: Tally): void {
    this.#tallies.push(tally);
  }

  get states(): number {
    return this.#count(({ states }) => [...states.values()].reduce((sum, count) => sum + count, 0));
  }

  /** One line: how many states of each class were tried, and in brackets how many of them were bad. */
  toString(): string {
    const parts = crashClasses.map((kind) => {
      const tried = this.#count(({ states }) => states.get(kind) ?? 0);
      return `${kind} ${tried} (${this.#count(({ bad }) => bad.filter((state) => state.kind === kind).length)})`;
    });
    const bad = this.#count((tally) => tally.bad.length);
    return `crash states (bad): ${parts.join(', ')}; all ${this.states} (${bad}); git fsck on ${fsckCount()} repositories`;
  }

  #count(of: (tally: Tally) => number): number {
    return this.#tallies.reduce((sum, tally) => sum + of(tally), 0);
  }
}
