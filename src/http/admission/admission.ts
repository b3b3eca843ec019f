import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { type Access, type Effect, hasEntry, lacksRight, refusalOf } from '../../operations/engine/access.js';
import type { KeyIdentity } from '../../service/callers.js';
import { type Headers, setHeaders } from '../reply.js';
import type { HttpTools } from '../tools.js';
import { type Budgets, budgetHeaders, clientNetwork, exceededOf, type RateLimits } from './rate-limit.js';
import { identityOf, isOfHost, stateOf } from './request.js';

/** Authentication scheme of a protocol (RFC 9110, section 11). */
export interface Scheme {
  /** The key in an `Authorization` header; `null` when there is none. */
  keyIn(header: string | undefined): string | null;
  /**
   * Value of `WWW-Authenticate`.
   *
   * @param isSent whether there was a key
   */
  challenge(isSent: boolean): string;
  readonly message: string;
}

/** RFC 6750; its section 3 for the challenges. */
export const bearer: Scheme = {
  keyIn: (header) => /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null,
  challenge: (isSent) => (isSent ? 'Bearer error="invalid_token"' : 'Bearer'),
  message: 'Unauthenticated.',
};

/** @returns `null` without a key, and where there are several headers: see `repeatsAuthorization` */
export function keyOf(request: IncomingMessage, scheme: Scheme = bearer): string | null {
  return repeatsAuthorization(request) ? null : scheme.keyIn(request.headers.authorization);
}

/** Whether there are several `Authorization` headers (RFC 9110, section 5.3): Node reads the first, a proxy perhaps another. */
function repeatsAuthorization({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 13 && name.toLowerCase() === 'authorization') count += 1;
  }
  return count > 1;
}

/** Effect of a handler, and the access that it needs of its caller. */
export interface Admission {
  /** Effect whose budget is charged. */
  readonly effect: Effect;
  /** Absent: a later handler checks access. */
  readonly access?: Access | undefined;
  /** Whether the request is about a proposal, for which the right to propose is enough. */
  readonly isProposed?: boolean;
}

interface CallerOptions extends Admission {
  readonly scheme?: Scheme;
  readonly identify?: (presented: string, sinceMs: number) => Promise<KeyIdentity | null>;
}

/** Authenticates and admits the caller, whom later handlers find in the request's state. */
export function callerAdmission({ service, limits }: HttpTools, options: CallerOptions): RequestHandler {
  const { effect, access, scheme = bearer } = options;
  const identifyKey = (key: string, sinceMs: number) => service.callers.identify(key, sinceMs, effect === 'read');
  const { identify = identifyKey } = options;
  return async (request, response, next) => {
    const state = stateOf(response);
    const key = keyOf(request, scheme);
    if (key !== null && state.identity === undefined) {
      const known = access?.effect === 'read' ? service.callers.identifyNow(key) : null;
      const identity = known ?? (await identify(key, state.arrivedMs));
      if (identity !== null && isOfHost(state, identity)) state.identity = identity;
    }

    if (state.identity === undefined) throw refusalOfCaller(request, response, { key, scheme, limits });
    const isProposed = options.isProposed || request.query.proposal !== undefined;
    setHeaders(response, admitCaller(request, response, limits, { effect, access, isProposed }));
    next();
  };
}

interface RefusedCaller {
  readonly key: string | null;
  readonly scheme: Scheme;
  readonly limits: RateLimits;
}

/**
 * @returns 400 for ambiguous credentials, else 401; the challenge is set on the response
 * @throws 429 when too many keys of the network were invalid
 */
function refusalOfCaller(
  request: Request,
  response: ServerResponse,
  { key, scheme, limits }: RefusedCaller,
): PortalError {
  if (repeatsAuthorization(request)) {
    return new PortalError('bad_request', 'A request has one Authorization header at most.');
  }
  if (key !== null) {
    const requests = limits.takeFailure(clientNetwork(request));
    requireBudgets(response, { requests, writes: null }, 'address');
  }
  response.setHeader('WWW-Authenticate', scheme.challenge(key !== null));
  return new PortalError('unauthenticated', scheme.message);
}

/**
 * Charges an authenticated request, and admits it. Idempotent for a request: the response cache has admitted its caller before.
 *
 * @returns headers of its response
 * @throws 429, 403, then 404 without the module; the headers of the refusal are set
 */
export function admitCaller(
  request: IncomingMessage,
  response: ServerResponse,
  limits: RateLimits,
  { effect, access, isProposed = false }: Admission,
): Headers {
  const { actor, brand } = identityOf(stateOf(response));
  const budgets = charge(request, response, limits, effect);
  requireBudgets(response, budgets, actor.kind === 'guest' ? 'network' : 'key');
  const headers = budgetHeaders(budgets);
  const refusal = access === undefined ? null : refusalOf(access, actor, brand, isProposed);
  if (access === undefined || refusal === null) return headers;

  setHeaders(response, headers);
  // RFC 6750, section 3.1.
  if (hasEntry(actor, brand) && lacksRight(access.right, actor)) {
    response.setHeader('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${access.right}"`);
  }
  throw refusal;
}

/**
 * @param owner of the budgets; an `address` has one for invalid keys
 * @throws 429 when one of the budgets is used up
 */
function requireBudgets(response: ServerResponse, budgets: Budgets, owner: 'key' | 'network' | 'address'): void {
  const exceeded = exceededOf(budgets);
  if (exceeded === null) return;
  setHeaders(response, budgetHeaders(budgets));
  const counted = exceeded === budgets.writes ? 'writes' : 'requests';
  const unit = owner === 'address' ? 'invalid keys' : counted;
  const spent = `The budget of this ${owner} is spent: ${exceeded.limit} ${unit} a minute.`;
  throw new PortalError('rate_limited', say`Too Many Attempts. ${spent}`);
}

/**
 * Takes an authenticated request from its key's budgets. A write is charged before it begins, so that concurrent ones never
 * make more commits than the budget has; `settleWrite` gives back what made none.
 */
function charge(request: IncomingMessage, response: ServerResponse, limits: RateLimits, effect: Effect): Budgets {
  const state = stateOf(response);
  const { actor, budgets: keyBudgets } = identityOf(state);
  const budgets = limits.take(request, actor.id, effect, keyBudgets);
  if (budgets.writes !== null && exceededOf(budgets) === null) {
    state.refundWrite = () => {
      const refunded = limits.refundWrite(request, actor.id);
      if (refunded !== null && !response.headersSent) setHeaders(response, budgetHeaders(refunded));
    };
  }
  return budgets;
}
