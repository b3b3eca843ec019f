/** FIFO queue of the writes to one repository. */
export class WriterQueue<Job> {
  readonly #waiting: Job[] = [];
  #wake: (() => void) | undefined;

  get length(): number {
    return this.#waiting.length;
  }

  push(job: Job): void {
    this.#waiting.push(job);
    this.#wake?.();
  }

  take(): Job | undefined {
    return this.#waiting.shift();
  }

  /** Resolves when a job comes, or `otherwise` does. One waits at a time. */
  async arrival(otherwise: Promise<unknown>): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      void otherwise.then(() => resolve());
    });
    this.#wake = undefined;
  }
}
