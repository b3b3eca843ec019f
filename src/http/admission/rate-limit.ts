import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { PortalError } from '../../errors.js';
import type { Right } from '../../registry/records.js';
import { type Headers, setHeaders } from '../api/response.js';
import { clientNetwork } from './client-network.js';
import { identityOf, stateOf } from './request.js';

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
}

/** What was taken for a request is kept on it: a `WeakMap` costs more than the counting. */
const counted = Symbol('counted');

interface Counted extends IncomingMessage {
  [counted]?: { readonly right: Right; readonly budget: Budget | null };
}

/** Networks remembered for their failed logins. Beyond that, those that have not failed for longest are forgotten. */
export const mostNetworks = 10_000;

/** One budget a key, whichever door its requests come through; and one a network for keys that are none. */
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
   * Takes a request from its key's budget, once however often it is asked; one that turns out to write is then taken from
   * the budget of writes, too. `null`: there is no limit.
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

  /** Counts a key that is none. Such a key itself is not remembered. */
  async takeFailure(network: string): Promise<Budget | null> {
    if (this.#failures !== null && !this.#failed.get(network)) this.#failed.set(network, true);
    return consume(this.#failures, network);
  }
}

/** Refuses a request whose key has used up its budget. */
export function limitRate(limits: RateLimits, right: Right): RequestHandler {
  return async (request, response, next) => {
    await takeBudget(limits, right, request, response);
    next();
  };
}

/** @throws `rate_limited` when the key has used up its budget */
export async function takeBudget(limits: RateLimits, right: Right, request: Request, response: Response) {
  const { actor } = identityOf(stateOf(response));
  const budget = await limits.take(request, actor.id, right);
  setHeaders(response, budgetHeaders(budget));
  if (budget?.isExceeded) throw tooMany();
}

/** @throws `rate_limited` when too many keys from where the request comes from were none */
export async function takeFailure(limits: RateLimits, request: Request, response: Response): Promise<void> {
  const budget = await limits.takeFailure(clientNetwork(request));
  if (!budget?.isExceeded) return;
  setHeaders(response, budgetHeaders(budget));
  throw tooMany();
}

export function budgetHeaders(budget: Budget | null): Headers {
  if (budget === null) return [];
  const { limit, remaining, isExceeded, resetSeconds } = budget;
  const left = ['X-RateLimit-Limit', String(limit), 'X-RateLimit-Remaining', String(remaining)];
  if (!isExceeded) return left;
  const reset = String(Math.ceil(Date.now() / 1000) + resetSeconds);
  return [...left, 'Retry-After', String(resetSeconds), 'X-RateLimit-Reset', reset];
}

function tooMany(): PortalError {
  return new PortalError('rate_limited', 'Too Many Attempts.');
}

function limiter(points: number): RateLimiterMemory | null {
  return points === 0 ? null : new RateLimiterMemory({ points, duration: 60 });
}

function consume(limiter: RateLimiterMemory | null, key: string): Promise<Budget | null> {
  if (limiter === null) return Promise.resolve(null);
  const budget = ({ msBeforeNext, remainingPoints: remaining }: RateLimiterRes, isExceeded: boolean): Budget => {
    return { limit: limiter.points, remaining, isExceeded, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
  };
  return limiter.consume(key).then(
    (left) => budget(left, false),
    (refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return budget(refusal, true);
      throw refusal;
    },
  );
}
