import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PortalError } from '../../errors.js';
import { type Access, hasEntry, lacksRight, refusalOf } from '../../operations/access.js';
import { holdsApiKey } from '../../registry/api-key.js';
import type { Identity } from '../../service/callers.js';
import type { Headers } from '../headers.js';
import type { Credentials } from './credentials.js';
import { type Budgets, budgetHeaders, exceededOf } from './rate-limit.js';

/**
 * A decision on a request. Express's middleware and the response cache both follow those made here, so a request is admitted
 * alike wherever it is answered; what has to be looked up for a decision, they look up.
 */
export interface Admission {
  /** For its answer, whatever becomes of it. */
  readonly headers: Headers;
  /** `null`: admitted. */
  readonly refusal: PortalError | null;
}

/** Admits a request before its path is known: its id, security headers, and 400 without a host. */
export function admitRequest(request: IncomingMessage, security: Headers): Admission & { readonly requestId: string } {
  const requestId = requestIdOf(request);
  const headers = ['X-Request-Id', requestId, ...security];
  if (namesHost(request)) return { requestId, headers, refusal: null };
  const refusal = new PortalError('bad_request', 'A request needs a Host header.');
  return { requestId, headers: [...headers, 'Connection', 'close'], refusal };
}

/** What was looked up about the caller of a request. */
export interface CallerFacts {
  readonly credentials: Credentials;
  /** `null`: the key is missing or invalid. */
  readonly identity: Identity | null;
  /** After this request: the key's, or for an invalid key that of its network, as requests. */
  readonly budgets: Budgets;
  /** `null`: admitted later, when more is known. */
  readonly access: Access | null;
}

/** Admits the caller: 400 for ambiguous credentials, 401, 429, 403, and 404 without the module, in this order. */
export function admitCaller({ credentials, identity, budgets, access }: CallerFacts): Admission {
  const { scheme, key, isRepeated } = credentials;
  if (isRepeated) {
    return { headers: [], refusal: new PortalError('bad_request', 'A request has one Authorization header at most.') };
  }
  if (identity === null) {
    if (exceededOf(budgets) !== null) return admitBudgets(budgets);
    const headers = ['WWW-Authenticate', scheme.challenge(key !== null)];
    return { headers, refusal: new PortalError('unauthenticated', scheme.message) };
  }
  const withinBudget = admitBudgets(budgets);
  if (withinBudget.refusal !== null || access === null) return withinBudget;
  const { headers, refusal } = admitAccess(access, identity);
  return refusal === null ? withinBudget : { headers: [...withinBudget.headers, ...headers], refusal };
}

/** 429 when one of the budgets is used up. */
export function admitBudgets(budgets: Budgets): Admission {
  const refusal = exceededOf(budgets) === null ? null : new PortalError('rate_limited', 'Too Many Attempts.');
  return { headers: budgetHeaders(budgets), refusal };
}

/** 403, with the right that the key lacks in the challenge (RFC 6750, section 3.1), or 404 without the module. */
export function admitAccess(access: Access, { actor, brand }: Identity): Admission {
  const { right } = access;
  const isScopeMissing = hasEntry(actor, brand) && lacksRight(right, actor);
  const headers = isScopeMissing ? ['WWW-Authenticate', `Bearer error="insufficient_scope", scope="${right}"`] : [];
  return { headers, refusal: refusalOf(access, actor, brand) };
}

const acceptableRequestId = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `X-Request-Id` or a new one: it is in the answer, the log line and the commit. */
function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && acceptableRequestId.test(sent) && !holdsApiKey(sent) ? sent : randomUUID();
}

/** RFC 9112, section 3.2: at least since HTTP/1.1. */
function namesHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion === '1.0';
}
