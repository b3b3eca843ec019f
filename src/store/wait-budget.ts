import { AsyncLocalStorage } from 'node:async_hooks';
import { untilAborted } from '../lib/concurrency.js';
import { PortalError } from '../lib/errors.js';

/** Pause after which a transfer no longer makes progress. */
const stalledMs = 1000;
/** Longest delay of a timer. A longer one fires at once. */
const longestDelayMs = 2 ** 31 - 1;
/** Share of a request's time that its budget leaves to the last attempt of a write, whatever it waited for before. */
export const lastAttemptShare = 1 / 5;

/** Time budget of one request for waiting for the store. Concurrent waits count once. */
class Budget {
  #leftMs: number;
  #waits = 0;
  #sinceMs = 0;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  get endMs(): number {
    return (this.#waits > 0 ? this.#sinceMs : performance.now()) + this.#leftMs;
  }

  begin(): void {
    this.#waits += 1;
    if (this.#waits === 1) this.#sinceMs = performance.now();
  }

  end(): void {
    this.#waits -= 1;
    if (this.#waits === 0) this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#sinceMs));
  }
}

const budgets = new AsyncLocalStorage<Budget | undefined>();
let movedMs = Number.NEGATIVE_INFINITY;

export function withBudget<T>(ms: number, request: () => T): T {
  return budgets.run(new Budget(ms), request);
}

/** Runs work that serves several requests, so that the budget of the one that began it does not end it. */
export function withoutBudget<T>(work: () => T): T {
  return budgets.getStore() === undefined ? work() : budgets.run(undefined, work);
}

/** Deadline of the running request, by `performance.now()`; `undefined` outside of requests. */
export function budgetEndMs(): number | undefined {
  return budgets.getStore()?.endMs;
}

/** Called while a transfer makes progress, so that no budget ends. */
export function noteProgress(): void {
  movedMs = performance.now();
}

/** `AbortSignal.timeout` at a time by `performance.now()`, which may be infinite, put off while transfers make progress. */
export function deadline(endMs: number): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const leftMs = Math.max(endMs, movedMs + stalledMs) - performance.now();
    if (leftMs > 0) timer = setTimeout(look, Math.min(leftMs, longestDelayMs)).unref();
    else controller.abort(new Error('The time for waiting is over'));
  };
  look();
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

/** Counts a wait that has a deadline of its own. */
export async function counted<T>(work: Promise<T>): Promise<T> {
  const budget = budgets.getStore();
  budget?.begin();
  try {
    return await work;
  } finally {
    budget?.end();
  }
}

/**
 * Waits within the budget of the running request, or until `untilMs`.
 *
 * @throws the errors of `work`; `unavailable` when the time is over
 */
export async function waitFor<T>(work: Promise<T>, untilMs = budgetEndMs()): Promise<T> {
  if (untilMs === undefined) return work;
  work.catch(() => {});
  const { signal, stop } = deadline(untilMs);
  try {
    return await counted(untilAborted(work, signal));
  } catch (error) {
    throw error === signal.reason ? storeUnavailable(error) : error;
  } finally {
    stop();
  }
}

export function storeUnavailable(cause: unknown): PortalError {
  return new PortalError('unavailable', 'The shared store is not available at the moment.', { cause });
}
