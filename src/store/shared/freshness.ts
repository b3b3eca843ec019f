/** When a check that a read stands on began, by two clocks: a machine that was suspended stops the first. */
interface Instant {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** A check begins ahead when the last one covers reads for this part of the time no more: else all readers would wait for it at once. */
const aheadPart = 0.1;

/** Which reads the checks of one log cover, and joining those that wait for one. */
export class Freshness {
  readonly #stalenessMs: number;
  readonly #check: () => Promise<void>;
  #confirmed: Instant = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };
  #running: Promise<void> | undefined;
  /** When that, or the last one, began. */
  #startedMs = Number.NEGATIVE_INFINITY;
  #next: Promise<void> | undefined;

  /** @param check calls `confirm` with when it began, unless it throws */
  constructor(stalenessMs: number, check: () => Promise<void>) {
    this.#stalenessMs = stalenessMs;
    this.#check = check;
  }

  now(): number {
    return performance.now();
  }

  /** Whether a read that begins now needs no check. */
  get isFresh(): boolean {
    if (this.#stalenessMs === 0) return false;
    const { monotonicMs, wallMs } = this.#confirmed;
    const wallAge = Date.now() - wallMs;
    return performance.now() - monotonicMs <= this.#stalenessMs && wallAge >= 0 && wallAge <= this.#stalenessMs;
  }

  /** `isFresh`, for reads that do not wait: while they keep coming, it stays so. */
  keepsFresh(): boolean {
    if (!this.isFresh) return false;
    const ageMs = performance.now() - this.#confirmed.monotonicMs;
    if (ageMs > this.#stalenessMs * (1 - aheadPart) && this.#running === undefined) this.#start().catch(() => {});
    return true;
  }

  /** Everything in the log at `startMs`, by `now`, is applied. */
  confirm(startMs: number): void {
    if (startMs <= this.#confirmed.monotonicMs) return;
    this.#confirmed = { monotonicMs: startMs, wallMs: Date.now() - (performance.now() - startMs) };
  }

  /** What was confirmed is in memory no more. */
  doubt(): void {
    this.#confirmed = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };
  }

  /** @param sinceMs when the read began, by `now` */
  async ensure(sinceMs = this.now()): Promise<void> {
    if (this.#covers(sinceMs)) return;
    // What may be old may stand on a check that began before the read.
    if (this.#stalenessMs > 0 || this.#startedMs > sinceMs) await this.#running;
    if (!this.#covers(sinceMs)) await this.check();
  }

  #covers(sinceMs: number): boolean {
    return this.isFresh || this.#confirmed.monotonicMs > sinceMs;
  }

  /** Joins a check that has not begun yet: one at a time, and one waits. */
  check(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    return this.#next;
  }

  #start(): Promise<void> {
    this.#startedMs = this.now();
    const running = this.#check().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
