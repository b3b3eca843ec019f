import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../../lib/json.js';
import { EntryError } from './entry.js';
import { type ObjectStore, StoreError } from './object-store.js';

/** Upper bound of the first wait, and of any. */
const firstMaxMs = 20;
const maxMs = 1000;

/**
 * Wait between attempts.
 *
 * @param attempt from 0
 * @throws when `signal` is aborted during the wait
 */
export type Backoff = (attempt: number, signal: AbortSignal) => Promise<void>;

/** Random wait up to a bound that doubles: full jitter. */
export const exponentialBackoff: Backoff = async (attempt, signal) => {
  const boundMs = Math.min(maxMs, firstMaxMs * 2 ** Math.min(attempt, 10));
  await sleep(Math.random() * boundMs, undefined, { signal });
};

/**
 * Sends an idempotent request until it is answered.
 *
 * @param whileAway also while the store is known to be away
 * @throws the last StoreError when `timeout` is aborted, or the store is away without `whileAway`; other errors at once
 */
export async function retry<T>(
  request: () => Promise<T>,
  timeout: AbortSignal,
  backoff: Backoff = exponentialBackoff,
  { whileAway = false } = {},
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof StoreError) || timeout.aborted || (error.isAway && !whileAway)) throw error;
      await backoff(attempt, timeout).catch(() => {
        throw error;
      });
    }
  }
}

/** Further reads of a damaged object: one at once, then with back-off. */
const rereads = 3;

/** Time that an attempt has for its back-off. A transient fault lasts some hundred milliseconds. */
const rereadOffset = 3;

/**
 * Reads damaged objects again.
 *
 * @throws EntryError when they stay so; it says whether the reads differed
 */
export async function reread<T>(
  read: () => Promise<T>,
  timeout: AbortSignal,
  backoff: Backoff = exponentialBackoff,
): Promise<T> {
  const fingerprints = new Set<string>();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
      error.differs = fingerprints.add(error.fingerprint).size > 1;
      if (attempt === rereads || timeout.aborted) throw error;
      if (attempt > 0) await backoff(rereadOffset + attempt, timeout).catch(() => {});
    }
  }
}

/**
 * A JSON object outside of logs, in one attempt.
 *
 * @returns `null` when there is none
 * @throws EntryError, StoreError
 */
export function readJsonOnce(store: ObjectStore, key: string, timeout: AbortSignal): Promise<unknown> {
  const read = async (): Promise<unknown> => {
    const bytes = await store.get(key);
    if (bytes === null) return null;
    const value = parseJson(bytes.toString());
    if (value === undefined) throw new EntryError(`${key} is no JSON`, hash('sha256', bytes));
    return value;
  };
  return reread(read, timeout);
}

/** `readJsonOnce`, repeated until the store answers. */
export function readJson(store: ObjectStore, key: string, timeout: AbortSignal): Promise<unknown> {
  return retry(() => readJsonOnce(store, key, timeout), timeout);
}
