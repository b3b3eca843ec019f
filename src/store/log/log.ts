import { hash, randomUUID } from 'node:crypto';
import { decodeEntry, type EncodedEntry, EntryError, encodeNotice, type Notice, type SlotContent } from './entry.js';
import { type ObjectStore, StoreError } from './object-store.js';
import { type Backoff, exponentialBackoff, reread, retry } from './retry.js';

/**
 * Outcome of an append. `lost`: the slot holds another entry. `unsent`: no attempt can have reached the store, so the entry is in no
 * slot, and never will be.
 */
export type Decision =
  | { readonly outcome: 'won' }
  | { readonly outcome: 'unsent' }
  | { readonly outcome: 'lost'; readonly winner: SlotContent };

interface AppendOptions {
  /** Ends the attempts as long as the entry is surely unsent. One that may be stored is decided, or `closing` ends the wait. */
  readonly timeout: AbortSignal;
  /** Ends the wait for a decision. */
  readonly closing: AbortSignal;
  /** Called with `true` when an attempt begins, and with `false` when it is sure that it never left this machine. */
  readonly onSend?: (mayBeSent: boolean) => void;
}

interface NoticeOptions extends Pick<Notice, 'by'> {
  /** Highest slot that is known to be used, or 0. */
  readonly usedSlot: number;
  /** Slot of the registry's log that the notice announces; `undefined` if it is the notice's own slot. */
  readonly registry: number | undefined;
  readonly timeout: AbortSignal;
}

/** A numbered log in an object store: slot `n` is the object `<prefix>/log/<n, 12 digits>`, created once and never changed. */
export class SharedLog {
  /** @param prefix of its objects, such as `registry` */
  constructor(
    private readonly store: ObjectStore,
    private readonly prefix: string,
    private readonly backoff: Backoff = exponentialBackoff,
  ) {}

  get name(): string {
    return `${this.store.name}/${this.prefix}`;
  }

  /**
   * @returns `null` when the slot is empty
   * @throws EntryError; StoreError when the store is away, or no attempt is answered until `timeout` is aborted
   */
  read(n: number, timeout: AbortSignal): Promise<SlotContent | null> {
    return retry(() => this.#read(n), timeout, this.backoff);
  }

  /**
   * Whether a slot is used.
   *
   * @throws StoreError as `read` does
   */
  has(n: number, timeout: AbortSignal): Promise<boolean> {
    return retry(() => this.store.has(this.#slotKey(n)), timeout, this.backoff);
  }

  /**
   * Compare-and-swap: puts an entry into its slot. Unless the store answers `created`, the id of the entry in the slot decides. While
   * the slot is empty, the very same bytes are sent again: an attempt that lands late is the winner itself then, or is refused.
   *
   * @throws EntryError when the slot holds no entry; StoreError or the reason of `closing` when that is aborted, and then the entry may
   *   be stored or not
   */
  async append(encoded: EncodedEntry, { timeout, closing, onSend }: AppendOptions): Promise<Decision> {
    const { entry, bytes, largePack } = encoded;
    try {
      if (largePack !== null) {
        await retry(() => this.store.put(this.#packKey(largePack.checksum), largePack.bytes), timeout, this.backoff);
      }
    } catch (error) {
      if (error instanceof StoreError) return { outcome: 'unsent' };
      throw error;
    }

    let isSent = false;
    for (let attempt = 0; ; attempt += 1) {
      if (!isSent && (closing.aborted || (attempt > 0 && timeout.aborted))) return { outcome: 'unsent' };
      closing.throwIfAborted();
      onSend?.(true);
      try {
        if ((await this.store.create(this.#slotKey(entry.n), bytes)) === 'created') return { outcome: 'won' };
        isSent = true;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        isSent ||= error.isSent;
        onSend?.(isSent);
        if (!isSent && error.isAway) return { outcome: 'unsent' };
      }

      const occupant = isSent ? await this.#occupant(entry.n, closing) : null;
      if (occupant !== null)
        return occupant.id === entry.id ? { outcome: 'won' } : { outcome: 'lost', winner: occupant };
      await this.backoff(attempt, isSent ? closing : timeout).catch(() => {});
    }
  }

  /** Content of a slot, read until the store answers. */
  #occupant(n: number, closing: AbortSignal): Promise<SlotContent | null> {
    const read = () => reread(() => this.#read(n), closing, this.backoff);
    return retry(read, closing, this.backoff, { whileAway: true });
  }

  /**
   * Puts a notice into the first empty slot, without a cache of the log. A notice that is stored twice or late is harmless.
   *
   * @throws StoreError or the reason of `timeout` when it may not be there; EntryError
   */
  async appendNotice({ by, usedSlot, registry, timeout }: NoticeOptions): Promise<void> {
    const last = await this.#lastSlot(usedSlot, timeout);
    // A log that has not begun has no reader.
    if (last === 0) return;
    for (let n = last + 1; ; n += 1) {
      const notice: Notice = { n, id: randomUUID(), by, registry: registry ?? n };
      const { outcome } = await this.append(encodeNotice(notice), { timeout, closing: timeout });
      if (outcome === 'won') return;
      if (outcome === 'unsent') throw new StoreError('a notice could not be sent', { isSent: false });
    }
  }

  /** Galloping, then binary search, because slots are used without a gap. */
  async #lastSlot(from: number, timeout: AbortSignal): Promise<number> {
    let lastTaken = from;
    let firstEmpty = from + 1;
    for (let step = 2; await this.has(firstEmpty, timeout); step *= 2) {
      lastTaken = firstEmpty;
      firstEmpty += step;
    }
    while (firstEmpty - lastTaken > 1) {
      const middle = Math.floor((lastTaken + firstEmpty) / 2);
      if (await this.has(middle, timeout)) lastTaken = middle;
      else firstEmpty = middle;
    }
    if (!(await this.has(firstEmpty + 1, timeout))) return lastTaken;
    // Other nodes append, too, so the slot may be used by now. A used slot never becomes empty again.
    if (!(await this.has(firstEmpty, timeout))) throw missingSlot(firstEmpty);
    return firstEmpty + 1;
  }

  async #read(n: number): Promise<SlotContent | null> {
    const bytes = await this.store.get(this.#slotKey(n));
    if (bytes === null) return null;
    let largePack: Buffer | null = null;
    try {
      return await decodeEntry(n, bytes, async (pack) => {
        largePack = await this.store.get(this.#packKey(pack));
        return largePack;
      });
    } catch (error) {
      if (error instanceof EntryError)
        error.fingerprint = hash('sha256', Buffer.concat([bytes, largePack ?? Buffer.alloc(0)]));
      throw error;
    }
  }

  #slotKey(n: number): string {
    return `${this.prefix}/log/${String(n).padStart(12, '0')}`;
  }

  #packKey(checksum: string): string {
    return `${this.prefix}/packs/${checksum}`;
  }
}

export function missingSlot(n: number): EntryError {
  return new EntryError(`slot ${n} is missing, and there are slots after it`);
}
