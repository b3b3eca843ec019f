import { setTimeout as sleep } from 'node:timers/promises';

/** Who has met another's entry this many slots ago, or fewer, leaves the slot after each own one to others. */
const rivalSlots = 8;

/** As often the next slot is left to others even so: a node that always comes too late has no entry to be met by. */
const openEveryMs = 2000;

/** For as long as so many own entries take: another node has to apply what it lost to, draft again and send. */
const wayEntries = 3;

/** Fairness among the nodes that write one log: who has just won is the first to know where the next slot is, and would win that, too. */
export class Turns {
  /** The slot in which an entry of another node was found last. */
  #metRivalAt = Number.NEGATIVE_INFINITY;
  /** How long an own entry takes, smoothed. */
  #entryMs = 0;
  #madeWayMs = 0;
  /** The slot that this node won last. */
  #won = { n: 0, atMs: 0 };

  /** Slot `n` has an entry of another node. */
  met(n: number): void {
    this.#metRivalAt = n;
  }

  /** Slot `n` has an own entry, applied now. @param startMs when it was begun */
  won(n: number, startMs: number): void {
    const atMs = performance.now();
    this.#entryMs = this.#entryMs * 0.8 + (atMs - startMs) * 0.2;
    this.#won = { n, atMs };
  }

  /** Whether others may want the slot after `n`. */
  isContendedAt(n: number): boolean {
    return n - this.#metRivalAt <= rivalSlots || performance.now() - this.#madeWayMs > openEveryMs;
  }

  /**
   * Leaves the slot after an own one to others, until it is taken or their time is over.
   *
   * @param position how far the log is applied
   * @param check applies what others have added
   */
  async makeWay(position: () => number, check: () => Promise<void>): Promise<void> {
    const { n, atMs } = this.#won;
    if (position() !== n || !this.isContendedAt(n)) return;
    const leftMs = (): number => atMs + wayEntries * this.#entryMs - performance.now();
    while (leftMs() > 0 && position() === n) {
      await sleep(this.#entryMs / 4);
      await Promise.race([check().catch(() => {}), sleep(leftMs())]);
    }
    this.#madeWayMs = performance.now();
  }
}
