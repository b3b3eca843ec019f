import { createHash } from 'node:crypto';
import { type Pause, pause } from './backoff.js';
import { decodeEntry, type EncodedEntry, EntryError, type Slot } from './entry.js';
import { type ObjectStore, StoreError } from './object-store.js';

/** `unsent`: no attempt can have reached the store, so the entry is in no slot, and never will be. */
export type Decision =
  | { readonly outcome: 'won' }
  | { readonly outcome: 'unsent' }
  | { readonly outcome: 'lost'; readonly winner: Slot };

export interface Appending {
  /** How long an entry that was not sent is tried. */
  readonly patience: AbortSignal;
  /** Ends the wait for a decision. */
  readonly closing: AbortSignal;
  /** Called when an attempt begins, with `true`, and when it is sure that it never left this machine, with `false`. */
  readonly onSend?: (mayBeSent: boolean) => void;
}

/**
 * A numbered log in an object store: slot `n` is the object `log/<n>`, created once and never changed. Whoever creates slot `n` has
 * decided what comes after slot `n - 1`.
 */
export class SharedLog {
  readonly #store: ObjectStore;
  readonly #prefix: string;
  readonly #pause: Pause;

  /**
   * @param prefix of its objects, such as `registry`
   * @param wait between two attempts
   */
  constructor(store: ObjectStore, prefix: string, wait: Pause = pause) {
    this.#store = store;
    this.#prefix = prefix;
    this.#pause = wait;
  }

  get name(): string {
    return `${this.#store.name}/${this.#prefix}`;
  }

  /**
   * @returns `null` when the slot is empty
   * @throws EntryError; StoreError when no attempt is answered until `patience` is aborted
   */
  read(n: number, patience: AbortSignal): Promise<Slot | null> {
    return repeated(() => this.#read(n), patience, this.#pause);
  }

  /** Whether a slot is taken. @throws StoreError as `read` does */
  has(n: number, patience: AbortSignal): Promise<boolean> {
    return repeated(() => this.#store.has(this.#slot(n)), patience, this.#pause);
  }

  /**
   * Compare-and-swap: puts an entry into its slot. An answer of the store is a hint, unless it is `created`: what the slot holds
   * decides, by the entry's id. While it holds nothing, the very same bytes are sent again: an attempt that lands late is the winner
   * itself then, or is refused.
   *
   * @throws EntryError when the slot holds no entry; the reason of `closing`, and then the entry may be stored or not
   */
  async append(encoded: EncodedEntry, { patience, closing, onSend }: Appending): Promise<Decision> {
    const { entry, bytes, payload } = encoded;
    try {
      if (payload !== null)
        await repeated(() => this.#store.put(this.#packKey(payload.checksum), payload.bytes), patience);
    } catch (error) {
      if (error instanceof StoreError) return { outcome: 'unsent' };
      throw error;
    }
    let isSent = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        if (!isSent && (closing.aborted || (attempt > 0 && patience.aborted))) return { outcome: 'unsent' };
        closing.throwIfAborted();
        onSend?.(true);
        if ((await this.#store.create(this.#slot(entry.n), bytes)) === 'created') return { outcome: 'won' };
        isSent = true;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        isSent ||= error.isSent;
        onSend?.(isSent);
        if (!isSent && error.isAway) return { outcome: 'unsent' };
      }
      if (isSent) {
        const read = (): Promise<Slot | null> => reread(() => this.#read(entry.n), closing, this.#pause);
        const found = await repeated(read, closing, this.#pause, { whileAway: true });
        if (found !== null) return found.id === entry.id ? { outcome: 'won' } : { outcome: 'lost', winner: found };
      }
      await this.#pause(attempt, isSent ? closing : patience).catch(() => {});
    }
  }

  async #read(n: number): Promise<Slot | null> {
    const bytes = await this.#store.get(this.#slot(n));
    if (bytes === null) return null;
    let payload: Buffer | null = null;
    try {
      return await decodeEntry(n, bytes, async (pack) => {
        payload = await this.#store.get(this.#packKey(pack));
        return payload;
      });
    } catch (error) {
      if (error instanceof EntryError) error.found = digestOf([bytes, payload ?? Buffer.alloc(0)]);
      throw error;
    }
  }

  #slot(n: number): string {
    return `${this.#prefix}/log/${String(n).padStart(12, '0')}`;
  }

  #packKey(checksum: string): string {
    return `${this.#prefix}/packs/${checksum}`;
  }
}

/**
 * Retry of what changes nothing, or is the same however often it is done.
 *
 * @param whileAway also while the store is known to be away
 * @throws the last StoreError when `patience` is aborted
 */
export async function repeated<T>(
  attempt: () => Promise<T>,
  patience: AbortSignal,
  wait: Pause = pause,
  { whileAway = false } = {},
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StoreError) || patience.aborted || (error.isAway && !whileAway)) throw error;
      await wait(tried, patience).catch(() => {
        throw error;
      });
    }
  }
}

/** What came damaged is asked for once more at once, then with pauses. */
const rereads = 3;

/** Of the back-off: what is damaged on the way for a moment is whole some hundred milliseconds later. */
const firstPause = 3;

/** Reads what comes damaged again. @throws EntryError when it stays so; it says whether the same came each time */
export async function reread<T>(read: () => Promise<T>, patience: AbortSignal, wait: Pause = pause): Promise<T> {
  const found = new Set<string>();
  for (let tried = 0; ; tried += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
      error.differs = found.add(error.found).size > 1;
      if (tried === rereads || patience.aborted) throw error;
      if (tried > 0) await wait(firstPause + tried, patience).catch(() => {});
    }
  }
}

/** A small object that is not part of a log, as JSON, in one attempt. @returns `null` when there is none @throws EntryError, StoreError */
export function readJsonOnce(store: ObjectStore, key: string, patience: AbortSignal): Promise<unknown> {
  const read = async (): Promise<unknown> => {
    const bytes = await store.get(key);
    try {
      return bytes === null ? null : JSON.parse(bytes.toString());
    } catch {
      throw new EntryError(`${key} is no JSON`, digestOf([bytes ?? Buffer.alloc(0)]));
    }
  };
  return reread(read, patience);
}

/** `readJsonOnce`, repeated until the store answers. */
export function readJson(store: ObjectStore, key: string, patience: AbortSignal): Promise<unknown> {
  return repeated(() => readJsonOnce(store, key, patience), patience);
}

function digestOf(parts: readonly Buffer[]): string {
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex');
}
