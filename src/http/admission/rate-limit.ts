import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Right } from '../../registry/records.js';
import type { Headers } from '../headers.js';

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

/** Memoises on a request what was taken for it: a `WeakMap` costs more than the counting. */
const counted = Symbol('counted');

interface Counted extends IncomingMessage {
  [counted]?: { readonly right: Right; readonly budget: Budget | null };
}

/** Capacity of the LRU cache of networks with failed logins. */
export const mostNetworks = 10_000;

/** Fixed windows of a minute: a budget for each key, shared by the API, MCP and clones, and one a network for invalid keys. */
export class RateLimits {
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

  /**
   * Idempotent for a request: it counts once in its key's budget; one that turns out to write then counts in the budget of
   * writes, too. `null`: there is no limit.
   */
  async take(request: Counted, keyId: string, right: Right): Promise<Budget | null> {
    const taken = request[counted];
    if (taken !== undefined && (taken.right === 'write' || right === 'read')) return taken.budget;
    let budget = taken === undefined ? await consume(this.#requests, keyId) : taken.budget;
    if (right === 'write' && !budget?.isExceeded) {
      const writes = await consume(this.#writes, keyId);
      if (budget === null || writes?.isExceeded) budget = writes;
    }
    request[counted] = { right, budget };
    return budget;
  }

  /** Counts an invalid key. The key itself is not kept. */
  async takeFailure(network: string): Promise<Budget | null> {
    if (this.#failures !== null && !this.#failed.get(network)) this.#failed.set(network, true);
    return consume(this.#failures, network);
  }
}

export function budgetHeaders(budget: Budget | null): Headers {
  if (budget === null) return [];
  const { limit, remaining, isExceeded, resetSeconds, resetAt } = budget;
  const left = ['X-RateLimit-Limit', String(limit), 'X-RateLimit-Remaining', String(remaining)];
  if (!isExceeded) return left;
  return [...left, 'Retry-After', String(resetSeconds), 'X-RateLimit-Reset', String(resetAt)];
}

function limiter(points: number): RateLimiterMemory | null {
  return points === 0 ? null : new RateLimiterMemory({ points, duration: 60 });
}

function consume(limiter: RateLimiterMemory | null, key: string): Promise<Budget | null> {
  if (limiter === null) return Promise.resolve(null);
  const budget = ({ msBeforeNext, remainingPoints: remaining }: RateLimiterRes, isExceeded: boolean): Budget => {
    const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    const resetAt = Math.ceil(Date.now() / 1000) + resetSeconds;
    return { limit: limiter.points, remaining, isExceeded, resetSeconds, resetAt };
  };
  return limiter.consume(key).then(
    (left) => budget(left, false),
    (refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return budget(refusal, true);
      throw refusal;
    },
  );
}
