/** Gives back what was acquired; once, however often it is called. Resolves when others can have it. */
export type Release = () => Promise<void>;

/** Counting semaphores by name: each exists while something of it is held. */
export interface Semaphores {
  /** @param most holders at a time @returns `null` when there are so many */
  tryAcquire(name: string, most: number): Promise<Release | null>;
}

/** Those of one process. */
export class LocalSemaphores implements Semaphores {
  readonly #held = new Map<string, number>();

  async tryAcquire(name: string, most: number): Promise<Release | null> {
    if (!this.acquireNow(name, most)) return null;
    let isHeld = true;
    return async () => {
      if (isHeld) this.releaseNow(name);
      isHeld = false;
    };
  }

  /** @returns whether it was acquired */
  acquireNow(name: string, most: number): boolean {
    const held = this.#held.get(name) ?? 0;
    if (held >= most) return false;
    this.#held.set(name, held + 1);
    return true;
  }

  releaseNow(name: string): void {
    const left = (this.#held.get(name) ?? 1) - 1;
    if (left === 0) this.#held.delete(name);
    else this.#held.set(name, left);
  }
}
