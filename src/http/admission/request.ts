import type { RequestHandler, Response } from 'express';
import type { Log } from '../../log.js';
import type { Identity } from '../../service/callers.js';
import type { Handled, HttpObserver } from '../observer.js';

/** State of one request, shared by its handlers. */
export interface RequestState {
  requestId: string;
  /** When it arrived, by `performance.now()`. */
  arrivedMs?: number;
  identity?: Identity;
  /** The prefix below which its route lies. */
  mount?: string;
  /** For the log, where the URL does not name it. */
  operation?: string;
  /** Gives back what a write took from its key's budget. Absent: it took nothing, or is settled. */
  refundWrite?: () => Promise<void>;
}

/** Once a write's outcome is known: one that made no commit is not charged as a write. */
export async function settleWrite(response: Response, isCommitted: boolean): Promise<void> {
  const state = stateOf(response);
  const { refundWrite } = state;
  if (refundWrite === undefined) return;
  delete state.refundWrite;
  if (!isCommitted) await refundWrite();
}

export function stateOf(response: Response): RequestState {
  return response.locals as RequestState;
}

/** Mount path of a router: its routes name only what follows. */
export const mounted: RequestHandler = (request, response, next) => {
  stateOf(response).mount = request.baseUrl;
  next();
};

/** Access log: each request, when its answer is sent or its client has left. */
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

/** Access log and metrics of one request. */
export function reportRequest(log: Log, observer: HttpObserver | undefined, handled: Handled): void {
  observer?.onRequest(handled);
  const { requestId, method, url, operation, status, caller } = handled;
  const ms = Math.round(handled.ms * 10) / 10;
  log.info(
    { requestId, method, url, operation, status, ms, key: caller?.key, brand: caller?.brand },
    handled.isFinished ? 'request' : 'request aborted by the client',
  );
}

/** @throws before authentication: a mistake in the order of the handlers */
export function identityOf(state: { identity?: Identity }): Identity {
  if (state.identity === undefined) throw new Error('A handler that needs an identity runs before authentication');
  return state.identity;
}
