import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { PortalError } from '../../lib/errors.js';
import { entries } from '../../lib/lru.js';
import type { Said } from '../../lib/say.js';
import type { Effect } from '../../operations/engine/access.js';
import type { KeyBudgets } from '../../registry/records.js';
import type { Headers } from '../reply.js';

/** Requests a minute; 0: unlimited. */
export interface RateLimitOptions {
  readonly requestsPerKey: number;
  /** Writes among them. */
  readonly writesPerKey: number;
  readonly failedLoginsPerAddress: number;
}

/** A budget after a request took from it. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  readonly isExceeded: boolean;
  readonly resetSeconds: number;
  /** Unix time at which it is full again. */
  readonly resetAt: number;
}

/** A key's budgets; `null` where there is no limit, and of writes also for a request that only reads. */
export interface Budgets {
  readonly requests: Budget | null;
  readonly writes: Budget | null;
}

/** Key of a request's counted budget: a `WeakMap` costs more than the counting. */
const counted = Symbol('counted');

interface Counted extends IncomingMessage {
  [counted]?: Budgets & { readonly effect: Effect };
}

/** Capacity of the LRU cache of networks with a budget. */
export const maxNetworks = 10_000;

/** Fixed windows of a minute: a budget for each key, shared by the API, MCP and clones, and one a network for invalid keys. */
export class RateLimits {
  readonly #requests = new Windows({ ttlAutopurge: true });
  readonly #writes = new Windows({ ttlAutopurge: true });
  readonly #failures: NetworkBudget;

  constructor(private readonly options: RateLimitOptions) {
    this.#failures = new NetworkBudget(options.failedLoginsPerAddress);
  }

  /**
   * Takes a request from its key's budgets, once: called again, it only adds the budget of writes for a request that writes.
   *
   * @param own the key's own budgets
   */
  take(request: Counted, keyId: string, effect: Effect, own: KeyBudgets = {}): Budgets {
    const { requests_per_minute = this.options.requestsPerKey, writes_per_minute = this.options.writesPerKey } = own;
    const before = request[counted];
    if (before !== undefined && (before.effect !== 'read' || effect === 'read')) return before;
    const requests = before === undefined ? this.#requests.consume(keyId, requests_per_minute) : before.requests;
    const writes = effect !== 'read' ? this.#takeWrite(keyId, writes_per_minute, requests) : null;
    const budgets = { effect, requests, writes };
    request[counted] = budgets;
    return budgets;
  }

  #takeWrite(keyId: string, limit: number, requests: Budget | null): Budget | null {
    if (limit === 0) return null;
    if (requests?.isExceeded) return this.#writes.budgetOf(keyId, limit, false);
    const writes = this.#writes.consume(keyId, limit);
    // A refused write is not charged, so that it does not use up refunds of other writes.
    if (writes?.isExceeded) this.#writes.add(keyId, -1);
    return writes;
  }

  /**
   * Gives back what a request took from the budget of writes, unless that window is over.
   *
   * @returns the remaining budget; `null` if nothing was counted
   */
  refundWrite(request: Counted, keyId: string): Budgets | null {
    const budgets = request[counted];
    if (budgets === undefined || budgets.writes === null || exceededOf(budgets) !== null) return null;
    const { limit, resetAt } = budgets.writes;
    // Windows end a minute apart at least, so half of one tells them apart.
    const leftMs = this.#writes.leftMs(keyId);
    if (leftMs === 0 || Date.now() + leftMs >= (resetAt + 30) * 1000) return null;
    this.#writes.add(keyId, -1);
    const refunded = { ...budgets, writes: this.#writes.budgetOf(keyId, limit, false) };
    request[counted] = refunded;
    return refunded;
  }

  /** Counts an invalid key. The key itself is not stored. */
  takeFailure(network: string): Budget | null {
    return this.#failures.take(network);
  }
}

export class NetworkBudget {
  readonly #windows = new Windows(entries(maxNetworks));

  /** @param limit in one minute; 0: none */
  constructor(private readonly limit: number) {}

  take(network: string): Budget | null {
    return this.#windows.consume(network, this.limit);
  }

  /** @param refusal what the network may do, at most so often @throws `rate_limited` */
  charge(request: Parameters<typeof clientNetwork>[0], refusal: (most: number) => Said): void {
    const budget = this.take(clientNetwork(request));
    if (!budget?.isExceeded) return;
    throw new PortalError('rate_limited', refusal(budget.limit), { retryAfter: budget.resetSeconds });
  }
}

export function exceededOf({ requests, writes }: Budgets): Budget | null {
  if (requests?.isExceeded) return requests;
  return writes?.isExceeded ? writes : null;
}

export function budgetHeaders(budgets: Budgets): Headers {
  const { requests, writes } = budgets;
  const ofRequests = pairOf('X-RateLimit-Limit', 'X-RateLimit-Remaining', requests);
  const exceeded = exceededOf(budgets);
  if (writes === null && exceeded === null) return ofRequests;
  const allHeaders = [...ofRequests, ...pairOf('X-RateLimit-Writes-Limit', 'X-RateLimit-Writes-Remaining', writes)];
  if (exceeded === null) return allHeaders;
  return [...allHeaders, 'Retry-After', String(exceeded.resetSeconds), 'X-RateLimit-Reset', String(exceeded.resetAt)];
}

function pairOf(limit: string, remaining: string, budget: Budget | null): Headers {
  return budget === null ? [] : [limit, String(budget.limit), remaining, String(budget.remaining)];
}

const windowMs = 60_000;

/** Counts by key, in fixed windows of a minute that begin with the first count. */
class Windows {
  readonly #counts: LRUCache<string, number>;

  /** @param bound which keys are forgotten before their windows end: with `ttlAutopurge` none */
  constructor(bound: { readonly ttlAutopurge: true } | ReturnType<typeof entries>) {
    this.#counts = new LRUCache({ ...bound, ttl: windowMs, ttlResolution: 0, noUpdateTTL: true });
  }

  add(key: string, more: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + more);
  }

  /** Time until the window ends; 0: there is none. */
  leftMs(key: string): number {
    return this.#counts.has(key) ? this.#counts.getRemainingTTL(key) : 0;
  }

  consume(key: string, limit: number): Budget | null {
    if (limit === 0) return null;
    this.add(key, 1);
    return this.budgetOf(key, limit);
  }

  /** @param mayExceed `false` if the budget never counts as exceeded, even after requests of others */
  budgetOf(key: string, limit: number, mayExceed = true): Budget {
    const count = this.#counts.get(key) ?? 0;
    const resetSeconds = Math.max(1, Math.ceil(this.leftMs(key) / 1000));
    const resetAt = Math.ceil(Date.now() / 1000) + resetSeconds;
    const isExceeded = mayExceed && count > limit;
    return { limit, remaining: Math.max(0, limit - count), isExceeded, resetSeconds, resetAt };
  }
}

/** Prefix of an IPv6 address that counts as one client: a client is usually assigned a /64 network. */
const networkBytes = 8;

/**
 * Client address of a request: IPv4, or the /64 network of IPv6. `X-Forwarded-For` counts only from a trusted proxy; where
 * it holds no usable address, the proxy's own counts.
 */
export function clientNetwork(request: IncomingMessage & Partial<Pick<Request, 'ip'>>): string {
  const address = [request.ip, request.socket.remoteAddress].find((known) => known !== undefined && isIP(known) !== 0);
  return address === undefined ? '' : networkOf(address);
}

/** @param address a valid one */
function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${Buffer.from(parsed.toByteArray().slice(0, networkBytes)).toString('hex')}/64`;
}
