import type { IncomingMessage } from 'node:http';
import type { Right } from '../../registry/records.js';
import type { Headers } from '../headers.js';
import { type Budget, type Budgets, exceededOf, type Rates, type Taken } from './rate-counter.js';

export const noBudgets: Budgets = { requests: null, writes: null };

/** Memoises on a request what was taken for it: a `WeakMap` costs more than the counting. */
const counted = Symbol('counted');

interface Counted extends IncomingMessage {
  [counted]?: Taken;
}

/** Budgets of requests, shared by the API, MCP and clones. */
export class RateLimits {
  readonly #rates: Rates;

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  /**
   * Idempotent for a request: it counts once in its key's budget; one that turns out to write then counts in the budget of
   * writes, too.
   */
  async take(request: Counted, keyId: string, right: Right): Promise<Budgets> {
    const before = request[counted];
    if (before !== undefined && (before.right === 'write' || right === 'read')) return before;
    const taken = await this.#rates.take(keyId, right, before ?? null);
    request[counted] = taken;
    return taken;
  }

  /**
   * Gives back what a request took from the budget of writes. A later window is left alone.
   *
   * @returns what is left then; `null`: nothing was taken
   */
  async refundWrite(request: Counted, keyId: string): Promise<Budgets | null> {
    const taken = request[counted];
    if (taken === undefined) return null;
    const refunded = await this.#rates.refundWrite(keyId, taken);
    if (refunded !== null) request[counted] = refunded;
    return refunded;
  }

  /** Counts an invalid key. The key itself is not kept. */
  takeFailure(network: string): Promise<Budget | null> {
    return this.#rates.takeFailure(network);
  }
}

export function budgetHeaders(budgets: Budgets): Headers {
  const { requests, writes } = budgets;
  const ofRequests = pairOf('X-RateLimit-Limit', 'X-RateLimit-Remaining', requests);
  const exceeded = exceededOf(budgets);
  if (writes === null && exceeded === null) return ofRequests;
  const both = [...ofRequests, ...pairOf('X-RateLimit-Writes-Limit', 'X-RateLimit-Writes-Remaining', writes)];
  if (exceeded === null) return both;
  return [...both, 'Retry-After', String(exceeded.resetSeconds), 'X-RateLimit-Reset', String(exceeded.resetAt)];
}

function pairOf(limit: string, remaining: string, budget: Budget | null): Headers {
  return budget === null ? [] : [limit, String(budget.limit), remaining, String(budget.remaining)];
}
