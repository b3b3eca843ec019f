import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Log } from '../log.js';
import type { Identity } from '../service.js';

/** What the handlers of one request tell one another. */
export interface RequestState {
  requestId: string;
  identity?: Identity;
}

export function stateOf(response: Response): RequestState {
  return response.locals as RequestState;
}

const acceptableRequestId = /^[A-Za-z0-9._-]{1,64}$/;

/** Takes the caller's `X-Request-Id` or gives one: it is in the answer, the log line and the commit. */
export const requestId: RequestHandler = (request, response, next) => {
  const sent = request.get('x-request-id');
  const id = sent !== undefined && acceptableRequestId.test(sent) ? sent : randomUUID();
  stateOf(response).requestId = id;
  response.setHeader('X-Request-Id', id);
  next();
};

/** One line a request, when its answer is out or its client has left. */
export function accessLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.on('close', () => {
      const { requestId, identity } = stateOf(response);
      const { method, originalUrl } = request;
      const line = {
        requestId,
        method,
        url: originalUrl,
        status: response.statusCode,
        ms: Math.round((performance.now() - start) * 10) / 10,
        key: identity?.actor.id,
        brand: identity?.brand.slug,
      };
      log.info(line, response.writableFinished ? 'request' : 'request aborted by the client');
    });
    next();
  };
}
