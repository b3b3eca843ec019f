import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Right } from '../../registry/records.js';

/** Requests in one minute; 0 is no limit. */
export interface RateLimitOptions {
  readonly requestsPerKey: number;
  /** How many of them may be writes. */
  readonly writesPerKey: number;
  readonly failedLoginsPerAddress: number;
}

/** What is left of a budget after a request took from it. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  readonly isExceeded: boolean;
  /** Seconds until it is whole again. */
  readonly resetSeconds: number;
  /** When that is, in seconds since 1970. */
  readonly resetAt: number;
}

/** A key's budgets; `null` where there is no limit, and of writes also for a request that only reads. */
export interface Budgets {
  readonly requests: Budget | null;
  readonly writes: Budget | null;
}

/** What one request took. */
export interface Taken extends Budgets {
  readonly right: Right;
}

/** Capacity of the LRU cache of networks with failed logins. */
export const mostNetworks = 10_000;

/** Counts requests against budgets: of this process, or of all that serve a data directory together. */
export interface Rates {
  /** @param before what the same request took already: it counts once in its key's budget */
  take(keyId: string, right: Right, before: Taken | null): Promise<Taken>;
  /** @returns what is left then; `null`: nothing was taken, or of a window that is over */
  refundWrite(keyId: string, taken: Taken): Promise<Taken | null>;
  /** Counts an invalid key of a network. */
  takeFailure(network: string): Promise<Budget | null>;
}

/** Fixed windows of a minute: a budget for each key, and one a network for invalid keys. */
export class RateCounter implements Rates {
  readonly #requests: RateLimiterMemory | null;
  readonly #writes: RateLimiterMemory | null;
  readonly #failures: RateLimiterMemory | null;
  readonly #failed: LRUCache<string, true>;

  constructor(options: RateLimitOptions) {
    this.#requests = limiter(options.requestsPerKey);
    this.#writes = limiter(options.writesPerKey);
    const failures = limiter(options.failedLoginsPerAddress);
    this.#failures = failures;
    this.#failed = new LRUCache({ max: mostNetworks, dispose: (_, network) => void failures?.delete(network) });
  }

  async take(keyId: string, right: Right, before: Taken | null): Promise<Taken> {
    const requests = before === null ? await consume(this.#requests, keyId) : before.requests;
    const writes = right === 'write' ? await this.#takeWrite(keyId, requests) : null;
    return { right, requests, writes };
  }

  async #takeWrite(keyId: string, requests: Budget | null): Promise<Budget | null> {
    if (this.#writes === null) return null;
    if (requests?.isExceeded) return budgetOf(this.#writes, await this.#writes.get(keyId), false);
    const writes = await consume(this.#writes, keyId);
    // A refused write takes nothing: else what others give back would not come to be free.
    if (writes?.isExceeded) await this.#writes.reward(keyId);
    return writes;
  }

  async refundWrite(keyId: string, taken: Taken): Promise<Taken | null> {
    const limiter = this.#writes;
    if (limiter === null || taken.writes === null || exceededOf(taken) !== null) return null;
    const now = await limiter.get(keyId);
    // Windows end a minute apart at least, so half of one tells them apart.
    const isSameWindow = now !== null && Date.now() + now.msBeforeNext < (taken.writes.resetAt + 30) * 1000;
    if (!isSameWindow) return null;
    return { ...taken, writes: budgetOf(limiter, await limiter.reward(keyId), false) };
  }

  takeFailure(network: string): Promise<Budget | null> {
    if (this.#failures !== null && !this.#failed.get(network)) this.#failed.set(network, true);
    return consume(this.#failures, network);
  }
}

/** The budget that keeps a request from being served. */
export function exceededOf({ requests, writes }: Budgets): Budget | null {
  if (requests?.isExceeded) return requests;
  return writes?.isExceeded ? writes : null;
}

function limiter(points: number): RateLimiterMemory | null {
  return points === 0 ? null : new RateLimiterMemory({ points, duration: 60 });
}

function consume(limiter: RateLimiterMemory | null, key: string): Promise<Budget | null> {
  if (limiter === null) return Promise.resolve(null);
  return limiter.consume(key).then(
    (left) => budgetOf(limiter, left, false),
    (refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return budgetOf(limiter, refusal, true);
      throw refusal;
    },
  );
}

/** @param left `null`: nothing was taken yet */
function budgetOf({ points: limit }: RateLimiterMemory, left: RateLimiterRes | null, isExceeded: boolean): Budget {
  const resetSeconds = Math.max(1, Math.ceil((left?.msBeforeNext ?? 0) / 1000));
  const resetAt = Math.ceil(Date.now() / 1000) + resetSeconds;
  return { limit, remaining: left?.remainingPoints ?? limit, isExceeded, resetSeconds, resetAt };
}
