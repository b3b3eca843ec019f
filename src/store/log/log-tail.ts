import { EntryError, type SlotContent } from './entry.js';
import { missingSlot, type SharedLog } from './log.js';

const maxReadAhead = 16;

/** The entries of a log from a slot on, up to the first empty one. */
export class LogTail {
  #hasReadAll = false;
  /**
   * An empty slot before a used one, or 0. It must not count as the end of the log, or a writer would fill it.
   */
  #hole = 0;
  /** The entry that `probe` has found, until `entriesFrom` reads it. */
  #found: SlotContent | undefined;

  /** @param timeoutMs how long reading a window of entries may take */
  constructor(
    private readonly log: SharedLog,
    private readonly timeoutMs: number,
  ) {}

  get hasReadAll(): boolean {
    return this.#hasReadAll;
  }

  /** Called when the log was found damaged, to verify its end again. */
  invalidate(): void {
    this.#hasReadAll = false;
  }

  /** Whether a slot is in use. `entriesFrom` does not ask for a found entry again, unless it is damaged. */
  async probe(n: number, timeout: AbortSignal): Promise<boolean> {
    const slot = await this.log.read(n, timeout).catch((error) => {
      if (error instanceof EntryError) return undefined;
      throw error;
    });
    this.#found = slot ?? undefined;
    return slot !== null;
  }

  async #read(n: number, timeout: AbortSignal): Promise<SlotContent | null> {
    const foundSlot = this.#found;
    this.#found = undefined;
    return foundSlot?.n === n ? foundSlot : this.log.read(n, timeout);
  }

  /**
   * Entries in order, read ahead.
   *
   * @returns when the read of its end began, by `performance.now()`: entries stored before that are among them
   * @throws EntryError when a slot is missing; StoreError
   */
  async *entriesFrom(first: number): AsyncGenerator<SlotContent, number> {
    let next = first;
    // Usually there is one new entry. It is read first, then one empty slot.
    let windowSize = 1;
    let nextSize = 1;
    for (;;) {
      const timeout = AbortSignal.timeout(this.timeoutMs);
      const startMs = performance.now();
      const reads = this.#readWindow(next, windowSize, timeout);
      for (const [index, read] of reads.entries()) {
        const entry = await read;
        if (entry !== null) {
          yield entry;
          next += 1;
          continue;
        }
        const beyond = reads.slice(index + 1);
        if (await this.#endsAt(next, beyond, timeout)) {
          this.#hasReadAll = true;
          return startMs;
        }
        break;
      }
      windowSize = nextSize;
      nextSize = Math.min(nextSize * 2, maxReadAhead);
    }
  }

  #readWindow(first: number, size: number, timeout: AbortSignal): Promise<SlotContent | null>[] {
    const reads = Array.from({ length: size }, (_, index) => this.#read(first + index, timeout));
    // A read without a caller may fail.
    for (const read of reads) read.catch(() => {});
    return reads;
  }

  /**
   * Whether the log ends before an empty slot. A deleted entry must not count as the end, or a writer would fill its slot: when the log is
   * opened, the slot beyond is read as well, later only those read ahead.
   *
   * @returns `false` when another node has used the slot
   */
  async #endsAt(n: number, beyond: readonly Promise<SlotContent | null>[], timeout: AbortSignal): Promise<boolean> {
    const entries = await Promise.all(beyond.map((read) => read.catch(() => null)));
    const isEmptyBeyond = n !== this.#hole && entries.every((entry) => entry === null);
    if (isEmptyBeyond && (this.#hasReadAll || !(await this.log.has(n + 1, timeout)))) return true;
    if ((await this.log.read(n, timeout)) !== null) return false;
    this.#hole = n;
    throw missingSlot(n);
  }
}
