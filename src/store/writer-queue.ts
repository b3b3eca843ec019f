/** Batch limit: bounds how long the first write of a batch waits for its answer. */
const batchSize = 128;

export const defaultMaxWaiting = 1000;

/** FIFO queue of writes to one repository: whatever waits when a batch is done is handled together, in order. */
export class WriterQueue<Job> {
  readonly #handle: (jobs: readonly Job[]) => Promise<void>;
  readonly #maxWaiting: number;
  #waiting: Job[] = [];
  #handled = 0;
  #running: Promise<void> | undefined;

  /**
   * @param handle must settle every job it is given and never reject
   * @param maxWaiting jobs on top of those being handled
   */
  constructor(handle: (jobs: readonly Job[]) => Promise<void>, maxWaiting = defaultMaxWaiting) {
    this.#handle = handle;
    this.#maxWaiting = maxWaiting;
  }

  /** @returns `false` when the queue is full: the job is not taken */
  push(job: Job): boolean {
    if (this.#waiting.length >= this.#maxWaiting) return false;
    this.#waiting.push(job);
    this.#running ??= this.#run();
    return true;
  }

  /** Jobs that are not settled yet. */
  get pending(): number {
    return this.#waiting.length + this.#handled;
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Let the callers of this turn of the event loop join the first batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      this.#handled = batch.length;
      await this.#handle(batch);
      this.#handled = 0;
    }
    this.#running = undefined;
  }
}
