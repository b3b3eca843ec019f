import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { PortalError } from '../../errors.js';
import { authorize } from '../../operations/access.js';
import type { Operation } from '../../operations/contract.js';
import type { Right } from '../../registry/records.js';
import type { Service } from '../../service/service.js';
import { type RateLimits, takeFailure } from './rate-limit.js';
import { identityOf, stateOf } from './request.js';

/** How a door finds the key in an `Authorization` header, and asks for one that can be used. */
export interface Scheme {
  /** `null` when there is none. */
  keyIn(header: string | undefined): string | null;
  /** For `WWW-Authenticate`. @param isSent whether there was a key */
  challenge(isSent: boolean): string;
  readonly message: string;
}

/** The key in an `Authorization` header; `null` when there is none. */
export function bearerKey(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}

/** Node reads the first of several, a proxy on the way perhaps another one: RFC 9110, section 5.3, allows one alone. */
export function repeatsAuthorization({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 13 && name.toLowerCase() === 'authorization') count += 1;
  }
  return count > 1;
}

/** RFC 6750; its section 3 for the challenges. */
const bearer: Scheme = {
  keyIn: bearerKey,
  challenge: (isSent) => (isSent ? 'Bearer error="invalid_token"' : 'Bearer'),
  message: 'Unauthenticated.',
};

/** Finds out who asks. Every unusable key gets the same answer. */
export function authenticate(service: Service, limits: RateLimits, scheme = bearer): RequestHandler {
  return async (request, response, next) => {
    if (repeatsAuthorization(request)) {
      throw new PortalError('bad_request', 'A request has one Authorization header at most.');
    }
    const key = scheme.keyIn(request.headers.authorization);
    const identity = key === null ? null : await service.identify(key);
    if (identity === null) {
      if (key !== null) await takeFailure(limits, request, response);
      response.setHeader('WWW-Authenticate', scheme.challenge(key !== null));
      throw new PortalError('unauthenticated', scheme.message);
    }
    stateOf(response).identity = identity;
    next();
  };
}

export function requireAccess(operation: Operation): RequestHandler {
  return (_request, response, next) => {
    const { actor, brand } = identityOf(stateOf(response));
    challengeRight(response, operation.right);
    authorize(operation, actor, brand);
    next();
  };
}

/** Names the right that the key lacks, if it does, in the answer's challenge. */
export function challengeRight(response: Response, right: Right | null): void {
  const { actor, brand } = identityOf(stateOf(response));
  if (right !== null && brand.api_enabled && !actor.rights.includes(right)) {
    response.setHeader('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${right}"`);
  }
}
