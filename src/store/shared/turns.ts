import { setTimeout as sleep } from 'node:timers/promises';

/** A node that had one of so many slots before is a rival. */
const rivalSlots = 8;

/** As often slots are left to others even so: a node that always comes too late has no entry to be met by. */
const openEveryMs = 2000;

/** For as long as so many own entries take: another node has to apply what it lost to, draft again and send. */
const wayEntries = 3;

/** Bound: an entry that was undecided for minutes says nothing of how long the next one takes. */
const longestEntryMs = 300;

/**
 * Fairness among the nodes that write one log: who has just won is the first to know where the next slot is, and would win that, too.
 * Round robin: who has won leaves as many slots to others as it has rivals.
 */
export class Turns {
  /** The slot in which a rival's entry was found last. */
  readonly #rivals = new Map<string | null, number>();
  /** How long an own entry takes, smoothed, in milliseconds. */
  #entryMs = 0;
  #madeWayMs = 0;
  /** The slot that this node won last. */
  #wonAt = 0;
  /** When the last entry came, of whichever node. */
  #movedMs = 0;

  /** Slot `n` has an entry of another node. */
  met(n: number, by: string | null): void {
    this.#rivals.set(by, n);
    this.#rivalsAt(n);
    this.#movedMs = performance.now();
  }

  /** Slot `n` has an own entry, applied now. @param startMs when it was begun */
  won(n: number, startMs: number): void {
    this.#movedMs = performance.now();
    this.#entryMs = this.#entryMs * 0.8 + Math.min(this.#movedMs - startMs, longestEntryMs) * 0.2;
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
   * Leaves the slots after an own one to others, until they have taken them or let the time for the next pass.
   *
   * @param position how far the log is applied
   * @param check applies what others have added
   */
  async makeWay(position: () => number, check: () => Promise<void>): Promise<void> {
    if (!this.isContendedAt(position())) return;
    const isOthersTurn = (): boolean => position() - this.#wonAt < Math.max(1, this.#rivalsAt(position()));
    const leftMs = (): number => this.#movedMs + wayEntries * this.#entryMs - performance.now();
    while (isOthersTurn() && leftMs() > 0) {
      await sleep(this.#entryMs / 4);
      await Promise.race([check().catch(() => {}), sleep(leftMs())]);
    }
    this.#madeWayMs = performance.now();
  }
}
