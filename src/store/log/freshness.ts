/** Start of a check, by two clocks: the first stops while the machine is suspended. */
interface Instant {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** Last part of a check's time in which the next one begins ahead: else all readers would wait for it at once. */
const aheadPart = 0.1;

/** The checks of one log: which reads they cover, and one check for all reads that wait. */
export class Freshness {
  #confirmed: Instant = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };
  #running: Promise<void> | undefined;
  /** Start of the running or last check. */
  #startedMs = Number.NEGATIVE_INFINITY;
  #next: Promise<void> | undefined;

  /** @param runCheck calls `confirm` with when it began, unless it throws */
  constructor(
    private readonly stalenessMs: number,
    private readonly runCheck: () => Promise<void>,
  ) {}

  /** Whether a read that begins now needs no check. */
  get isFresh(): boolean {
    if (this.stalenessMs === 0) return false;
    const { monotonicMs, wallMs } = this.#confirmed;
    const wallAge = Date.now() - wallMs;
    return performance.now() - monotonicMs <= this.stalenessMs && wallAge >= 0 && wallAge <= this.stalenessMs;
  }

  /** `isFresh`, for reads that do not wait: while they keep coming, it stays so. */
  keepsFresh(): boolean {
    if (!this.isFresh) return false;
    const ageMs = performance.now() - this.#confirmed.monotonicMs;
    if (ageMs > this.stalenessMs * (1 - aheadPart) && this.#running === undefined) this.#start().catch(() => {});
    return true;
  }

  /** Called when everything in the log at `startMs`, by `performance.now()`, is applied. */
  confirm(startMs: number): void {
    if (startMs <= this.#confirmed.monotonicMs) return;
    this.#confirmed = { monotonicMs: startMs, wallMs: Date.now() - (performance.now() - startMs) };
  }

  /** Withdraws the last confirmation. */
  invalidate(): void {
    this.#confirmed = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };
  }

  /** @param sinceMs when the read began, by `performance.now()` */
  async ensure(sinceMs = performance.now()): Promise<void> {
    if (this.#covers(sinceMs)) return;
    // A read that may be stale may join a check that began before it.
    if (this.stalenessMs > 0 || this.#startedMs > sinceMs) await this.#running;
    if (!this.#covers(sinceMs)) await this.check();
  }

  #covers(sinceMs: number): boolean {
    return this.isFresh || this.#confirmed.monotonicMs > sinceMs;
  }

  /** Joins a check that has not begun yet: one runs, one waits. */
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
    this.#startedMs = performance.now();
    const running = this.runCheck().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
