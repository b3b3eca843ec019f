/** Runs work when changes pause, in idle time of the browser; at the latest some time after the first of them. */
export class Pause {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #idle: number | undefined;
  #first = 0;
  #last = 0;

  constructor(
    private readonly work: () => void,
    private readonly pauseMs: number,
    private readonly lastMs: number,
  ) {}

  /** Whether there was a change since the work was done. */
  get isDue(): boolean {
    return this.#timer !== undefined || this.#idle !== undefined;
  }

  /** Is called for each change. It is cheap, because a running timer is not started again. */
  changed(): void {
    this.#last = performance.now();
    if (this.isDue) return;
    this.#first = this.#last;
    this.#wait(this.pauseMs);
  }

  /** Cancels the work until the next change. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.#idle !== undefined) cancelIdleCallback(this.#idle);
    this.#timer = undefined;
    this.#idle = undefined;
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  #look(): void {
    const ms = Math.min(this.#last + this.pauseMs, this.#first + this.lastMs) - performance.now();
    this.#timer = undefined;
    // Safari has no idle time.
    if (ms > 1) this.#wait(ms);
    else if (!('requestIdleCallback' in globalThis)) this.work();
    else this.#idle = requestIdleCallback(() => this.#run(), { timeout: this.pauseMs });
  }

  #run(): void {
    this.#idle = undefined;
    this.work();
  }
}
