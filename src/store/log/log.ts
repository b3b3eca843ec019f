import { hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeEntry, type EncodedEntry, EntryError, encodeNotice, type Notice, type Slot } from './entry.js';
import { type ObjectStore, StoreError } from './object-store.js';

const minPauseMs = 20;
const maxPauseMs = 1000;

/** @param attempt from 0 @throws when `signal` is aborted meanwhile */
type Pause = (attempt: number, signal: AbortSignal) => Promise<void>;

/** Exponential back-off with full jitter. */
export const pause: Pause = async (attempt, signal) => {
  const max = Math.min(maxPauseMs, minPauseMs * 2 ** Math.min(attempt, 10));
  await sleep(Math.random() * max, undefined, { signal });
};

/** `unsent`: no attempt can have reached the store, so the entry is in no slot, and never will be. */
export type Decision =
  | { readonly outcome: 'won' }
  | { readonly outcome: 'unsent' }
  | { readonly outcome: 'lost'; readonly winner: Slot };

interface Appending {
  /** Ends the attempts to send the entry. */
  readonly patience: AbortSignal;
  /** Ends the wait for a decision. */
  readonly closing: AbortSignal;
  /** Called with `true` when an attempt begins, and with `false` when it is sure that it never left this machine. */
  readonly onSend?: (mayBeSent: boolean) => void;
}

/** A numbered log in an object store: slot `n` is the object `log/<n>`, created once and never changed. */
export class SharedLog {
  /** @param prefix of its objects, such as `registry` */
  constructor(
    private readonly store: ObjectStore,
    private readonly prefix: string,
    private readonly wait: Pause = pause,
  ) {}

  get name(): string {
    return `${this.store.name}/${this.prefix}`;
  }

  /**
   * @returns `null` when the slot is empty
   * @throws EntryError; StoreError when no attempt is answered until `patience` is aborted
   */
  read(n: number, patience: AbortSignal): Promise<Slot | null> {
    return retry(() => this.#read(n), patience, this.wait);
  }

  /** Whether a slot is taken. @throws StoreError as `read` does */
  has(n: number, patience: AbortSignal): Promise<boolean> {
    return retry(() => this.store.has(this.#slot(n)), patience, this.wait);
  }

  /**
   * Compare-and-swap: puts an entry into its slot. Unless the store answers `created`, the id of the entry in the slot decides. While
   * the slot is empty, the very same bytes are sent again: an attempt that lands late is the winner itself then, or is refused.
   *
   * @throws EntryError when the slot holds no entry; the reason of `closing`, and then the entry may be stored or not
   */
  async append(encoded: EncodedEntry, { patience, closing, onSend }: Appending): Promise<Decision> {
    const { entry, bytes, payload } = encoded;
    try {
      if (payload !== null) {
        await retry(() => this.store.put(this.#packKey(payload.checksum), payload.bytes), patience);
      }
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
        if ((await this.store.create(this.#slot(entry.n), bytes)) === 'created') return { outcome: 'won' };
        isSent = true;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        isSent ||= error.isSent;
        onSend?.(isSent);
        if (!isSent && error.isAway) return { outcome: 'unsent' };
      }
      if (isSent) {
        const read = (): Promise<Slot | null> => reread(() => this.#read(entry.n), closing, this.wait);
        const occupant = await retry(read, closing, this.wait, { whileAway: true });
        if (occupant !== null)
          return occupant.id === entry.id ? { outcome: 'won' } : { outcome: 'lost', winner: occupant };
      }
      await this.wait(attempt, isSent ? closing : patience).catch(() => {});
    }
  }

  /**
   * Puts a notice into the first empty slot, without a cache of the log. One that is put there twice, or late, does no harm.
   *
   * @param taken a slot that is known to be taken, or 0
   * @param registry left out: the notice's own slot
   * @throws StoreError when it may not be there; EntryError
   */
  async appendNotice(by: string, taken: number, registry: number | undefined, patience: AbortSignal): Promise<void> {
    const last = await this.#lastSlot(taken, patience);
    // A log that has not begun has no reader.
    if (last === 0) return;
    for (let n = last + 1; ; n += 1) {
      const notice: Notice = { n, id: randomUUID(), by, registry: registry ?? n };
      const { outcome } = await this.append(encodeNotice(notice), { patience, closing: patience });
      if (outcome === 'won') return;
      if (outcome === 'unsent') throw new StoreError('a notice could not be sent', { isSent: false });
    }
  }

  /** Galloping, then binary search: slots are taken without a gap. */
  async #lastSlot(from: number, patience: AbortSignal): Promise<number> {
    let [lastTaken, firstEmpty] = [from, from + 1];
    for (let step = 1; await this.has(firstEmpty, patience); step *= 2)
      [lastTaken, firstEmpty] = [firstEmpty, firstEmpty + step * 2];
    while (firstEmpty - lastTaken > 1) {
      const middle = Math.floor((lastTaken + firstEmpty) / 2);
      if (await this.has(middle, patience)) lastTaken = middle;
      else firstEmpty = middle;
    }
    if (await this.has(firstEmpty + 1, patience)) throw missingSlot(firstEmpty);
    return lastTaken;
  }

  async #read(n: number): Promise<Slot | null> {
    const bytes = await this.store.get(this.#slot(n));
    if (bytes === null) return null;
    let payload: Buffer | null = null;
    try {
      return await decodeEntry(n, bytes, async (pack) => {
        payload = await this.store.get(this.#packKey(pack));
        return payload;
      });
    } catch (error) {
      if (error instanceof EntryError) error.found = digestOf([bytes, payload ?? Buffer.alloc(0)]);
      throw error;
    }
  }

  #slot(n: number): string {
    return `${this.prefix}/log/${String(n).padStart(12, '0')}`;
  }

  #packKey(checksum: string): string {
    return `${this.prefix}/packs/${checksum}`;
  }
}

/**
 * Retry of an idempotent request.
 *
 * @param whileAway also while the store is known to be away
 * @throws the last StoreError when `patience` is aborted
 */
export async function retry<T>(
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

/** Further reads of a damaged object: one at once, then with pauses. */
const rereads = 3;

/** Attempt at which the back-off starts: a passing fault lasts some hundred milliseconds. */
const firstPause = 3;

/** Reads damaged objects again. @throws EntryError when they stay so; it says whether the reads differed */
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

/** A JSON object outside of logs, in one attempt. @returns `null` when there is none @throws EntryError, StoreError */
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
  return retry(() => readJsonOnce(store, key, patience), patience);
}

function digestOf(parts: readonly Buffer[]): string {
  return hash('sha256', Buffer.concat(parts));
}

export function missingSlot(n: number): EntryError {
  return new EntryError(`slot ${n} is missing, and there are slots after it`);
}
