import { EntryError, type Slot } from './entry.js';
import type { SharedLog } from './log.js';

/** Entries read ahead. */
const readAhead = 16;

/** What a log has from a slot on, up to the first empty one. */
export class LogTail {
  readonly #log: SharedLog;
  readonly #patienceMs: number;
  #hasReadAll = false;
  /** The last slot that was found missing before others; 0: none. It is never taken for the end: it would be won again. */
  #hole = 0;

  /** @param patienceMs how long reading a window of entries may take */
  constructor(log: SharedLog, patienceMs: number) {
    this.#log = log;
    this.#patienceMs = patienceMs;
  }

  /** Whether the end of the log was looked for since it was opened. */
  get hasReadAll(): boolean {
    return this.#hasReadAll;
  }

  /** What was read is not as it should be: the end is looked for as when the log was opened. */
  doubt(): void {
    this.#hasReadAll = false;
  }

  /**
   * Entries in order, read ahead.
   *
   * @returns when reading its end began, by `performance.now()`: what was in the log then was among them
   * @throws EntryError when a slot is missing; StoreError
   */
  async *entriesFrom(first: number): AsyncGenerator<Slot, number> {
    let next = first;
    // One entry is news of the most common kind: what follows it is one look at an empty slot.
    windows: for (let [ahead, after] = [1, 1]; ; [ahead, after] = [after, Math.min(after * 2, readAhead)]) {
      const patience = AbortSignal.timeout(this.#patienceMs);
      const startMs = performance.now();
      const from = next;
      const reads = Array.from({ length: ahead }, (_, at) => this.#log.read(from + at, patience));
      for (const read of reads) read.catch(() => {});
      for (const [at, read] of reads.entries()) {
        const entry = await read;
        if (entry === null) {
          if (!(await this.#endsAt(next, reads.slice(at + 1), patience))) continue windows;
          this.#hasReadAll = true;
          return startMs;
        }
        yield entry;
        next += 1;
      }
    }
  }

  /**
   * Whether the log ends before an empty slot: a slot that was deleted would be taken for its end, and won again. Looks beyond it when the
   * log is opened, later only at what was read ahead.
   *
   * @returns `false` when what was empty has come meanwhile
   */
  async #endsAt(n: number, beyond: readonly Promise<Slot | null>[], patience: AbortSignal): Promise<boolean> {
    const found = await Promise.all(beyond.map((read) => read.catch(() => null)));
    const isEmptyBeyond = n !== this.#hole && found.every((entry) => entry === null);
    if (isEmptyBeyond && (this.#hasReadAll || !(await this.#log.has(n + 1, patience)))) return true;
    if ((await this.#log.read(n, patience)) !== null) return false;
    this.#hole = n;
    throw new EntryError(`slot ${n} is missing, and there are slots after it`);
  }
}
