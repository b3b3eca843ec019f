import { randomUUID } from 'node:crypto';
import { EntryError, encodeNotice } from './entry.js';
import type { SharedLog } from './log.js';
import { StoreError } from './object-store.js';

export interface NewNotice {
  /** A slot that is known to be taken; 0: none is. */
  readonly from: number;
  /** See `LogEntry`. */
  readonly by: string;
  /** See `Notice`; `undefined`: its own number. */
  readonly registry: number | undefined;
}

/**
 * Puts a notice into the first empty slot, without a cache of the log. One that is put there twice, or late, does no harm.
 *
 * @throws StoreError when it may not be there; EntryError
 */
export async function appendNotice(log: SharedLog, notice: NewNotice, patience: AbortSignal): Promise<void> {
  const last = await lastSlot(log, notice.from, patience);
  // Of a log that has not begun, there is no reader.
  if (last === 0) return;
  for (let n = last + 1; ; n += 1) {
    const encoded = encodeNotice({ n, id: randomUUID(), by: notice.by, registry: notice.registry ?? n });
    const { outcome } = await log.append(encoded, { patience, closing: patience });
    if (outcome === 'won') return;
    if (outcome === 'unsent') throw new StoreError('a notice could not be sent', { isSent: false });
  }
}

/** Galloping, then binary search: slots are taken without a gap. */
async function lastSlot(log: SharedLog, from: number, patience: AbortSignal): Promise<number> {
  let [taken, empty] = [from, from + 1];
  for (let step = 1; await log.has(empty, patience); step *= 2) [taken, empty] = [empty, empty + step * 2];
  while (empty - taken > 1) {
    const middle = Math.floor((taken + empty) / 2);
    if (await log.has(middle, patience)) taken = middle;
    else empty = middle;
  }
  if (await log.has(empty + 1, patience))
    throw new EntryError(`slot ${empty} is missing, and there are slots after it`);
  return taken;
}
