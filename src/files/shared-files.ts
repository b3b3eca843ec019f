import { PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { isDiskError } from '../lib/system-error.js';
import type { FileSystem } from '../store/file-system.js';
import { type ObjectStore, StoreError } from '../store/log/object-store.js';
import { exponentialBackoff, retry } from '../store/log/retry.js';
import { budgetEndMs, deadline, storeUnavailable, waitFor, withoutBudget } from '../store/wait-budget.js';
import type { BrandFiles, FoundFile, ListedFile, Spooled, SpoolOptions } from './brand-files.js';
import type { FileCache } from './file-cache.js';
import { hashPattern, type LocalFiles } from './local-files.js';

/** Number of reads with a wrong hash after which an object counts as damaged. */
const maxReads = 4;

const partBytes = 256 * 1024;

export interface SharedFilesOptions {
  readonly fs: FileSystem;
  readonly store: ObjectStore;
  readonly log: string;
  /** Upper bound on a wait for the store without progress. */
  readonly timeoutMs: number;
  readonly incoming: LocalFiles;
  /** Cache of all brands. The names of its files include the log, so a brand never gets a file of another brand. */
  readonly cache: FileCache;
}

/**
 * Files in the object store: an object each, under its hash, put before the commit that names it, and never deleted. An
 * empty object marks a file that was deleted for good. A file that is asked for is cached, and its hash verified.
 */
export class SharedFiles implements BrandFiles {
  constructor(private readonly options: SharedFilesOptions) {}

  spool(source: AsyncIterable<Uint8Array>, options: SpoolOptions): Promise<Spooled> {
    return this.options.incoming.spool(source, options);
  }

  async keep({ path, sha256, bytes }: Spooled): Promise<void> {
    const { fs, cache } = this.options;
    const open = () => fs.createReadStream(path, { highWaterMark: partBytes });
    await this.#untilAnswered((store) => store.putFile(this.#key(sha256), { bytes, sha256, open }));
    // The store has the file, so a failure of the cache does not matter.
    await cache.get(this.#cached(sha256), (place) => fs.promises.rename(path, place)).catch(() => {});
  }

  async find(sha256: string): Promise<FoundFile | null> {
    if (!hashPattern.test(sha256)) return null;
    try {
      // Other requests may wait for the same file, so the fetch does not end with the budget of this one.
      const fetched = withoutBudget(() =>
        this.options.cache.get(this.#cached(sha256), (place) => this.#fetch(sha256, place)),
      );
      return await waitFor(fetched);
    } catch (error) {
      if (error instanceof NoFile) return null;
      if (isDiskError(error)) throw diskRefuses(error);
      throw error instanceof StoreError ? storeUnavailable(error) : error;
    }
  }

  async #fetch(sha256: string, place: string): Promise<void> {
    const { fs, incoming, store } = this.options;
    const bytes = await this.size(sha256);
    if (bytes === null) throw new NoFile();
    for (let reads = 1; ; reads += 1) {
      try {
        const spooled = await incoming.spool(this.#read(sha256, bytes), { maxBytes: bytes, bytes, digest: sha256 });
        return await fs.promises.rename(spooled.path, place).finally(() => spooled.discard());
      } catch (cause) {
        if (!(cause instanceof PortalError)) throw cause;
        // A failure of the store is not a `PortalError` here.
        if (cause.code === 'unavailable') throw diskRefuses(cause);
        const problem = say`${store.name}/${this.#key(sha256)} has another content than its name says.`;
        if (reads === maxReads) throw new PortalError('unavailable', problem, { cause });
      }
    }
  }

  /** Reads the content of an object. After an interruption, it continues from the last byte received. */
  async *#read(sha256: string, bytes: number): AsyncGenerator<Uint8Array> {
    const { store, timeoutMs } = this.options;
    let offset = 0;
    let attempt = 0;
    /** Time limit of a failure, from its beginning. */
    let timeout: ReturnType<typeof deadline> | undefined;
    const endFailure = (): void => {
      timeout?.stop();
      timeout = undefined;
      attempt = 0;
    };
    try {
      while (offset < bytes) {
        try {
          for await (const part of store.read(this.#key(sha256), offset)) {
            offset += part.length;
            if (part.length > 0) endFailure();
            yield part;
          }
          if (offset < bytes) throw new StoreError(`${this.#key(sha256)} ends early`, { isSent: true });
        } catch (error) {
          timeout ??= deadline(performance.now() + timeoutMs);
          if (!(error instanceof StoreError) || timeout.signal.aborted || error.isAway) throw error;
          await exponentialBackoff(attempt, timeout.signal).catch(() => {});
          attempt += 1;
        }
      }
    } finally {
      endFailure();
    }
  }

  async size(sha256: string): Promise<number | null> {
    if (!hashPattern.test(sha256)) return null;
    return (await this.#untilAnswered((store) => store.size(this.#key(sha256)))) || null;
  }

  async modified(sha256: string): Promise<Date | null> {
    const [object] = await this.#untilAnswered((store) => store.list(this.#key(sha256), ''));
    return object?.modified ?? null;
  }

  async *list(): AsyncGenerator<ListedFile> {
    const prefix = this.#key('');
    for (let after = prefix; ; ) {
      const page = await this.#untilAnswered((store) => store.list(prefix, after));
      for (const { key, bytes, modified } of page) {
        after = key;
        const sha256 = key.slice(prefix.length);
        if (hashPattern.test(sha256) && bytes > 0) yield { sha256, bytes, modified };
      }
      if (page.length === 0) return;
    }
  }

  async erase(sha256: string): Promise<void> {
    if ((await this.size(sha256)) !== null) {
      await this.#untilAnswered((store) => store.put(this.#key(sha256), Buffer.alloc(0)));
    }
    await this.options.cache.remove(this.#cached(sha256));
  }

  /** @throws `unavailable` when the store does not answer in time */
  async #untilAnswered<T>(request: (store: ObjectStore) => Promise<T>): Promise<T> {
    const { store, timeoutMs } = this.options;
    const { signal, stop } = deadline(budgetEndMs() ?? performance.now() + timeoutMs);
    try {
      return await waitFor(retry(() => request(store), signal));
    } catch (error) {
      throw error instanceof StoreError ? storeUnavailable(error) : error;
    } finally {
      stop();
    }
  }

  #key(sha256: string): string {
    return `files/${this.options.log}/${sha256}`;
  }

  #cached(sha256: string): string {
    return `${this.options.log.replace('/', '..')}.${sha256}`;
  }
}

class NoFile extends Error {}

function diskRefuses(cause: unknown): PortalError {
  return new PortalError('unavailable', "This node's disk cannot take the file.", { cause });
}
