import { setTimeout as sleep } from 'node:timers/promises';

const firstPauseMs = 20;
const longestPauseMs = 1000;

/** @param attempt from 0 @throws when `signal` is aborted meanwhile */
export type Pause = (attempt: number, signal: AbortSignal) => Promise<void>;

/** Exponential back-off with full jitter. */
export const pause: Pause = async (attempt, signal) => {
  const most = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempt, 10));
  await sleep(Math.random() * most, undefined, { signal });
};

/** Settles as `promise` does, or rejects with the signal's reason when that is aborted before. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
