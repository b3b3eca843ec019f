import { setTimeout as sleep } from 'node:timers/promises';

/** A node that took one of this many slots before is a rival. */
const rivalSlots = 8;

/** Interval at which slots are left to other nodes even if none is known. A node that is always too late does not appear in the log. */
const openEveryMs = 2000;

/** Longest yield to others, as a number of own entries: another node applies the entry that it lost to, drafts again and sends. */
const maxYieldInEntries = 3;

/** An entry that was undecided for minutes does not predict the next. */
const maxEntryMs = 300;

/**
 * Fairness among the nodes that write one log: the last winner knows the next slot first, and would win that, too. Round robin: it leaves
 * as many slots to others as it has rivals.
 */
export class Fairness {
  readonly #rivals = new Map<string | null, number>();
  /** Duration of an own entry, smoothed. */
  #entryMs = 0;
  #madeWayMs = 0;
  /** The slot that this node won last. */
  #wonAt = 0;
  /** Time at which the last entry of any node came. */
  #movedMs = 0;

  /** Slot `n` has an entry of another node. */
  met(n: number, by: string | null): void {
    this.#rivals.set(by, n);
    this.#rivalsAt(n);
    this.#movedMs = performance.now();
  }

  /** Slot `n` has an own entry, begun at `startMs`. */
  won(n: number, startMs: number): void {
    this.#movedMs = performance.now();
    this.#entryMs = this.#entryMs * 0.8 + Math.min(this.#movedMs - startMs, maxEntryMs) * 0.2;
    this.#wonAt = n;
  }

  /** Whether others may want the slot after `n`. */
  isContendedAt(n: number): boolean {
    return this.#rivalsAt(n) > 0 || performance.now() - this.#madeWayMs > openEveryMs;
  }

  #rivalsAt(n: number): number {
    for (const [by, metAt] of this.#rivals) if (n - metAt > rivalSlots) this.#rivals.delete(by);
    return this.#rivals.size;
  }

  /**
   * Leaves the slots after an own one to others, until they have used them or the time has passed.
   *
   * @param check applies entries of others
   */
  async makeWay(position: () => number, check: () => Promise<void>): Promise<void> {
    if (!this.isContendedAt(position())) return;
    const isOthersTurn = (): boolean => position() - this.#wonAt < Math.max(1, this.#rivalsAt(position()));
    const leftMs = (): number => this.#movedMs + maxYieldInEntries * this.#entryMs - performance.now();
    while (isOthersTurn() && leftMs() > 0) {
      await sleep(this.#entryMs / 4);
      await Promise.race([check().catch(() => {}), sleep(Math.max(0, leftMs()))]);
    }
    this.#madeWayMs = performance.now();
  }
}
