import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { PortalError } from '../../lib/errors.js';
import { entries } from '../../lib/lru.js';
import type { KeyBudgets, Right } from '../../registry/records.js';
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
  [counted]?: Budgets & { readonly right: Right };
}

/** Capacity of the LRU cache of networks with a budget. */
export const maxNetworks = 10_000;

/** Fixed windows of a minute: a budget for each key, shared by the API, MCP and clones, and one a network for invalid keys. */
export class RateLimits {
  readonly #requests = windows();
  readonly #writes = windows();
  readonly #failures: NetworkBudget;

  constructor(private readonly options: RateLimitOptions) {
    this.#failures = new NetworkBudget(options.failedLoginsPerAddress);
  }

  /**
   * Takes a request from its key's budgets, once: called again, it only adds the budget of writes for a request that writes.
   *
   * @param own the key's own budgets
   */
  async take(request: Counted, keyId: string, right: Right, own: KeyBudgets = {}): Promise<Budgets> {
    const { requests_per_minute = this.options.requestsPerKey, writes_per_minute = this.options.writesPerKey } = own;
    const before = request[counted];
    if (before !== undefined && (before.right === 'write' || right === 'read')) return before;
    const requests = before === undefined ? await consume(this.#requests, keyId, requests_per_minute) : before.requests;
    const writes = right === 'write' ? await this.#takeWrite(keyId, writes_per_minute, requests) : null;
    const budgets = { right, requests, writes };
    request[counted] = budgets;
    return budgets;
  }

  async #takeWrite(keyId: string, limit: number, requests: Budget | null): Promise<Budget | null> {
    if (limit === 0) return null;
    if (requests?.isExceeded) return budgetOf(limit, await this.#writes.get(keyId), false);
    const writes = await consume(this.#writes, keyId, limit);
    // A refused write is not charged, so that it does not use up refunds of other writes.
    if (writes?.isExceeded) await this.#writes.reward(keyId);
    return writes;
  }

  /**
   * Gives back what a request took from the budget of writes, unless that window is over.
   *
   * @returns the remaining budget; `null`: nothing was counted
   */
  async refundWrite(request: Counted, keyId: string): Promise<Budgets | null> {
    const budgets = request[counted];
    if (budgets === undefined || budgets.writes === null || exceededOf(budgets) !== null) return null;
    const window = await this.#writes.get(keyId);
    // Windows end a minute apart at least, so half of one tells them apart.
    const isSameWindow = window !== null && Date.now() + window.msBeforeNext < (budgets.writes.resetAt + 30) * 1000;
    if (!isSameWindow) return null;
    const refunded = { ...budgets, writes: budgetOf(budgets.writes.limit, await this.#writes.reward(keyId), false) };
    request[counted] = refunded;
    return refunded;
  }

  /** Counts an invalid key. The key itself is not stored. */
  takeFailure(network: string): Promise<Budget | null> {
    return this.#failures.take(network);
  }
}

export class NetworkBudget {
  readonly #windows = windows();
  readonly #networks = new LRUCache<string, true>({
    ...entries(maxNetworks),
    dispose: (_, network) => void this.#windows.delete(network),
  });

  /** @param limit in one minute; 0: none */
  constructor(private readonly limit: number) {}

  take(network: string): Promise<Budget | null> {
    if (this.limit !== 0 && !this.#networks.get(network)) this.#networks.set(network, true);
    return consume(this.#windows, network, this.limit);
  }

  /** @param may what the client may do, such as `ask for # pages` @throws `rate_limited` */
  async charge(request: Parameters<typeof clientNetwork>[0], may: string): Promise<void> {
    const taken = await this.take(clientNetwork(request));
    if (!taken?.isExceeded) return;
    const message = `Your network may ${may.replace('#', String(taken.limit))} a minute.`;
    throw new PortalError('rate_limited', message, { retryAfter: taken.resetSeconds });
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

/** Counts of a minute by key. Callers apply the limit: the library has only one for all keys. */
const windows = () => new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 });

async function consume(counts: RateLimiterMemory, key: string, limit: number): Promise<Budget | null> {
  return limit === 0 ? null : budgetOf(limit, await counts.consume(key));
}

/** @param used `null`: nothing was counted yet @param mayExceed `false`: the budget does not count as exceeded, even if others use it up meanwhile */
function budgetOf(limit: number, used: RateLimiterRes | null, mayExceed = true): Budget {
  const count = used?.consumedPoints ?? 0;
  const resetSeconds = Math.max(1, Math.ceil((used?.msBeforeNext ?? 0) / 1000));
  const resetAt = Math.ceil(Date.now() / 1000) + resetSeconds;
  const isExceeded = mayExceed && count > limit;
  return { limit, remaining: Math.max(0, limit - count), isExceeded, resetSeconds, resetAt };
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
