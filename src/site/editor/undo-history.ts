/** Time within which changes of one field are one step of undoing, in ms. */
const stepMs = 1000;

/** States that undoing and redoing go to. */
export class UndoHistory<State> {
  #past: State[] = [];
  #future: State[] = [];
  #last: { readonly field: string; readonly at: number } | null = null;

  get all(): readonly State[] {
    return [...this.#past, ...this.#future];
  }

  /**
   * @param before state before a change
   * @param field of repeated changes that are one step
   */
  add(before: State, field: string | undefined): void {
    const now = performance.now();
    const isSame = field !== undefined && this.#last?.field === field && now - this.#last.at < stepMs;
    if (!isSame) this.#past.push(before);
    this.#last = field === undefined ? null : { field, at: now };
    this.#future = [];
  }

  undo(now: State): State | undefined {
    return this.#go(this.#past, this.#future, now);
  }

  redo(now: State): State | undefined {
    return this.#go(this.#future, this.#past, now);
  }

  #go(from: State[], to: State[], now: State): State | undefined {
    const state = from.pop();
    if (state === undefined) return undefined;
    to.push(now);
    this.#last = null;
    return state;
  }

  /** Replaces each state by others. */
  map(next: (state: State) => readonly State[]): void {
    this.#past = this.#past.flatMap(next);
    this.#future = this.#future.flatMap(next);
    this.#last = null;
  }
}
