import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Log } from '../log.js';
import type { Identity } from '../service.js';

/** What the handlers of one request tell one another. */
export interface RequestState {
  requestId: string;
  identity?: Identity;
  /** Named where the URL does not tell it. */
  operation?: string;
}

export function stateOf(response: Response): RequestState {
  return response.locals as RequestState;
}

/** Whatever looks like an API key, wherever a client puts it by mistake: it must not reach a log or a commit. */
const apiKey = /bp(?:_|%5f)[0-9a-z%]{20,}/gi;

const acceptableRequestId = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `X-Request-Id` or a new one: it is in the answer, the log line and the commit. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && acceptableRequestId.test(sent) && sent.search(apiKey) < 0 ? sent : randomUUID();
}

export const requestId: RequestHandler = (request, response, next) => {
  const id = requestIdOf(request);
  stateOf(response).requestId = id;
  response.setHeader('X-Request-Id', id);
  next();
};

/** One line a request, when its answer is out or its client has left. */
export function accessLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.on('close', () => {
      const { requestId, identity, operation } = stateOf(response);
      const { method, originalUrl: url } = request;
      const { statusCode: status, writableFinished: finished } = response;
      logRequest(log, { requestId, method, url, operation, status, start, identity, finished });
    });
    next();
  };
}

interface Handled {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  readonly operation?: string | undefined;
  readonly status: number;
  /** By `performance.now()`. */
  readonly start: number;
  readonly identity: Identity | undefined;
  readonly finished: boolean;
}

export function logRequest(log: Log, handled: Handled): void {
  const { requestId, method, url, operation, status, start, identity, finished } = handled;
  log.info(
    {
      requestId,
      method,
      url: url.search(apiKey) < 0 ? url : url.replace(apiKey, 'bp_…'),
      operation,
      status,
      ms: Math.round((performance.now() - start) * 10) / 10,
      key: identity?.actor.id,
      brand: identity?.brand.slug,
    },
    finished ? 'request' : 'request aborted by the client',
  );
}

/** @throws when asked before authentication: a mistake in the order of the handlers */
export function identityOf(state: { identity?: Identity }): Identity {
  if (state.identity === undefined) throw new Error('A handler that needs an identity runs before authentication');
  return state.identity;
}
