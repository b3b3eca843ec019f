import { notStored, undecided } from '../store/log/branch-errors.js';
import { type ObjectStore, StoreError } from '../store/log/object-store.js';
import { retry } from '../store/log/retry.js';
import { unreachable } from '../store/log/store-conformance.js';
import type { KeptFiles } from './kept-files.js';

/** Objects below a prefix. Nothing is deleted from a store: an object that is removed becomes empty. */
export class KeptObjects implements KeptFiles {
  readonly keepsNames = true;

  constructor(
    private readonly store: ObjectStore,
    private readonly prefix: string,
    private readonly timeoutMs: number,
  ) {}

  async list(): Promise<string[]> {
    const names: string[] = [];
    for (let after = ''; ; ) {
      const page = await this.#ask(() => this.store.list(this.prefix, after));
      const last = page.at(-1);
      if (last === undefined) return names;
      names.push(...page.filter(({ bytes }) => bytes > 0).map(({ key }) => key.slice(this.prefix.length)));
      after = last.key;
    }
  }

  async read(name: string): Promise<string | null> {
    const bytes = await this.#ask(() => this.store.get(this.prefix + name));
    return bytes?.toString() ?? null;
  }

  async has(name: string): Promise<boolean> {
    return ((await this.read(name)) ?? '') !== '';
  }

  /** @throws `undecided` */
  async create(name: string, text: string): Promise<boolean> {
    const outcome = await this.#ask(
      () => this.store.create(this.prefix + name, Buffer.from(text)),
      (error) => (error.isSent ? undecided(error) : notStored(error)),
    );
    // An attempt without an answer may have stored it.
    return outcome === 'created' || (await this.read(name)) === text;
  }

  /** Replaces an object. */
  write(name: string, text: string): Promise<void> {
    return this.#ask(() => this.store.put(this.prefix + name, Buffer.from(text)));
  }

  remove(name: string): Promise<void> {
    return this.#ask(() => this.store.put(this.prefix + name, Buffer.alloc(0)));
  }

  async clear(): Promise<void> {
    for (const name of await this.list()) await this.remove(name);
  }

  /** @throws what `failure` makes of an error of the store */
  async #ask<T>(
    request: () => Promise<T>,
    failure: (error: StoreError) => Error = (error) => unreachable(this.store, error),
  ): Promise<T> {
    try {
      return await retry(request, AbortSignal.timeout(this.timeoutMs));
    } catch (error) {
      throw error instanceof StoreError ? failure(error) : error;
    }
  }
}
