import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted } from '../lib/concurrency.js';
import { PortalError } from '../lib/errors.js';
import { BrandIndex, type IndexOptions, type Searchable } from './brand-index.js';
import type { Found, SearchQuery } from './document.js';
import { type EngineClient, localEngine } from './engine-client.js';

export const maxWaiting = 100;

/** Time, in milliseconds, that `close` waits for running steps. */
const closingMs = 1000;

interface SearchOptions extends IndexOptions {
  /** File of a brand's index. Default: in memory. */
  readonly pathOf?: (slug: string) => string;
}

/** Full-text search in brands. An index is built once, then updated with the changed documents. */
export class Search {
  readonly #brands = new Map<string, BrandIndex>();
  readonly #closing = new Set<Promise<void>>();
  /** Paths at which there can be no file, as far as that was reported. */
  readonly #reported = new Set<string>();
  #isStopped = false;

  constructor(
    private readonly engine: EngineClient = localEngine(),
    private readonly options: SearchOptions = {},
  ) {}

  /**
   * Finds matches in exactly this content, and returns the best first.
   *
   * @throws `busy` when too many wait, or the index is being built, `unavailable` when there can be none
   */
  async find(slug: string, content: Searchable, query: SearchQuery): Promise<readonly Found[]> {
    const brand = this.#brand(slug, content);
    if (brand.waiting >= maxWaiting) throw brand.refusal();
    return brand.find(content, query);
  }

  /**
   * Builds the index of a brand, or brings it up to date, before it is asked for.
   *
   * @throws as `find` does
   */
  async prepare(slug: string, content: Searchable): Promise<void> {
    if (!this.#isStopped) await this.#brand(slug, content).prepare(content);
  }

  /**
   * Bounds the wait for a brand that is being opened.
   *
   * @throws `busy`
   */
  async whenOpened<T>(opening: Promise<T>): Promise<T> {
    const { timeoutMs } = this.options;
    if (timeoutMs === undefined) return opening;
    const timeout = AbortSignal.timeout(timeoutMs);
    return untilAborted(opening, timeout).catch((error) => {
      if (error !== timeout.reason) throw error;
      throw new PortalError('busy', 'This brand is being opened: its catalog is built. Try again in a moment.');
    });
  }

  /** Closes a brand's indexes. */
  drop(slug: string): void {
    for (const name of [...this.#brands.keys()].filter((name) => name.split('.', 1)[0] === slug)) {
      const closing = this.#brands.get(name)?.close();
      this.#brands.delete(name);
      if (closing === undefined) continue;
      this.#closing.add(closing);
      void closing.finally(() => this.#closing.delete(closing));
    }
  }

  /** Stops building. It continues after the next start. */
  stop(): void {
    this.#isStopped = true;
    for (const slug of [...this.#brands.keys()]) this.drop(slug);
  }

  /** Waits for the running call. Steps that have not begun are cancelled, and repeated after the next start. */
  async close(): Promise<void> {
    this.stop();
    await Promise.race([Promise.all(this.#closing), sleep(closingMs, undefined, { ref: false })]);
    await this.engine.close();
  }

  #brand(slug: string, { part }: Searchable): BrandIndex {
    const name = nameOf(slug, part);
    const existing = this.#brands.get(name);
    if (existing !== undefined) return existing;

    // The index of a proposal is kept in memory, because it is built again for each change.
    const base = part?.startsWith('proposal') ? undefined : this.options.pathOf?.(slug);
    const path = nameOf(base ?? `:memory:${slug}`, part);
    const onNoFile = (at: string, problem: string): void => {
      if (!this.#reported.has(at)) this.options.onNoFile?.(at, problem);
      this.#reported.add(at);
    };
    const brand = new BrandIndex(this.engine, path, { ...this.options, onNoFile });
    this.#brands.set(name, brand);
    return brand;
  }
}

/** Name of the index of a part of a brand. It is unique, because no slug has a dot. */
const nameOf = (base: string, part: Searchable['part']): string => (part === undefined ? base : `${base}.${part}`);
