/** How long an answer is given again: whoever asks how things are must not be what keeps the server busy. */
const freshMs = 1000;

/** Cache of one answer that is dear to make: requests within a second share it, also while it is being made. */
export class ShortCache<Answer> {
  readonly #make: () => Promise<Answer>;
  #latest: { readonly startedMs: number; readonly answer: Promise<Answer> } | undefined;

  constructor(make: () => Promise<Answer>) {
    this.#make = make;
  }

  get(): Promise<Answer> {
    const nowMs = performance.now();
    if (this.#latest === undefined || nowMs - this.#latest.startedMs >= freshMs) {
      this.#latest = { startedMs: nowMs, answer: this.#make() };
    }
    return this.#latest.answer;
  }
}
