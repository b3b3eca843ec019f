import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { PortalError } from '../../errors.js';
import type { Log } from '../../log.js';
import { holdsApiKey } from '../../registry/api-key.js';
import type { Identity } from '../../service/service.js';
import type { Handled, HttpObserver } from '../observer.js';

/** What the handlers of one request tell one another. */
export interface RequestState {
  requestId: string;
  identity?: Identity;
  /** The prefix below which its route lies. */
  mount?: string;
  /** Named where the URL does not tell it. */
  operation?: string;
}

export function stateOf(response: Response): RequestState {
  return response.locals as RequestState;
}

const acceptableRequestId = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `X-Request-Id` or a new one: it is in the answer, the log line and the commit. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && acceptableRequestId.test(sent) && !holdsApiKey(sent) ? sent : randomUUID();
}

export const requestId: RequestHandler = (request, response, next) => {
  const id = requestIdOf(request);
  stateOf(response).requestId = id;
  response.setHeader('X-Request-Id', id);
  next();
};

/** RFC 9112, section 3.2: at least since HTTP/1.1. */
export function namesHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion === '1.0';
}

export const requireHost: RequestHandler = (request, response, next) => {
  if (!namesHost(request)) {
    response.setHeader('Connection', 'close');
    throw new PortalError('bad_request', 'A request needs a Host header.');
  }
  next();
};

/** Remembers below which prefix a router lies: its routes name only what follows. */
export const mounted: RequestHandler = (request, response, next) => {
  stateOf(response).mount = request.baseUrl;
  next();
};

/** Reports each request that comes by, when its answer is out or its client has left. */
export function reportRequests(log: Log, observer: HttpObserver | undefined): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.on('close', () => {
      const { requestId, identity, operation, mount = '' } = stateOf(response);
      const { method, originalUrl: url } = request;
      const route = request.route === undefined ? undefined : `${mount}${request.route.path}`;
      const { statusCode: status, writableFinished: isFinished } = response;
      const [ms, caller] = [performance.now() - start, callerOf(identity)];
      reportRequest(log, observer, { requestId, method, url, route, operation, status, ms, caller, isFinished });
    });
    next();
  };
}

export function callerOf(identity: Identity | undefined): Handled['caller'] {
  return identity === undefined ? null : { key: identity.actor.id, brand: identity.brand.slug };
}

/** One line in the log, and one to count. */
export function reportRequest(log: Log, observer: HttpObserver | undefined, handled: Handled): void {
  observer?.onRequest(handled);
  const { requestId, method, url, operation, status, caller } = handled;
  const ms = Math.round(handled.ms * 10) / 10;
  log.info(
    { requestId, method, url, operation, status, ms, key: caller?.key, brand: caller?.brand },
    handled.isFinished ? 'request' : 'request aborted by the client',
  );
}

/** @throws when asked before authentication: a mistake in the order of the handlers */
export function identityOf(state: { identity?: Identity }): Identity {
  if (state.identity === undefined) throw new Error('A handler that needs an identity runs before authentication');
  return state.identity;
}
