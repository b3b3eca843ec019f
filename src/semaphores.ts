/** Gives back what was acquired; once, however often it is called. */
export type Release = () => void;

/** Counting semaphores by name: each exists while something of it is held. */
export class Semaphores {
  readonly #held = new Map<string, number>();

  /** @param max holders at a time @returns `null` when there are so many */
  tryAcquire(name: string, max: number): Release | null {
    const held = this.#held.get(name) ?? 0;
    if (held >= max) return null;
    this.#held.set(name, held + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release(name);
      isHeld = false;
    };
  }

  #release(name: string): void {
    const left = (this.#held.get(name) ?? 1) - 1;
    if (left === 0) this.#held.delete(name);
    else this.#held.set(name, left);
  }
}
