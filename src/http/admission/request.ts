import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import type { Counts, Happening } from '../../counts/counts.js';
import { PortalError } from '../../lib/errors.js';
import { holdsApiKey } from '../../lib/redaction.js';
import { amount, say } from '../../lib/say.js';
import type { Log } from '../../log.js';
import type { KeyIdentity } from '../../service/callers.js';
import type { HttpObserver } from '../observer.js';
import { type Headers, setHeaders } from '../reply.js';

/** State of one request, shared by its handlers: Express's `locals`, made before Express sees the request. */
interface RequestState {
  /** The caller's `X-Request-Id` or a new one: it is in the answer, the log line and the commit. */
  readonly requestId: string;
  /** Time of arrival by `performance.now()`. */
  readonly arrivedMs: number;
  /** Headers of its answer, success or failure. */
  readonly headers: Headers;
  /** Slug of the brand whose own host was asked: keys of others are unknown there. */
  readonly ownSlug?: string | undefined;
  identity?: KeyIdentity;
  mount?: string;
  /** Pattern of a route outside Express. */
  route?: string;
  /** Name in the log, where the URL does not say it. */
  operation?: string;
  /** Gives back what a write took from its key's budget. Absent: it took nothing, or is settled. */
  refundWrite?: () => void;
  /** Kind of its answer in the numbers of the brand; absent: none. */
  happening?: Happening | null;
  isWatched?: true;
  isCounted?: true;
}

/**
 * Makes the state of a request.
 *
 * @param security headers of every response
 * @param ownSlug brand whose own host was asked
 */
export function beginRequest(
  request: IncomingMessage,
  response: ServerResponse,
  security: Headers,
  ownSlug?: string,
): void {
  const requestId = requestIdOf(request);
  const headers = ['X-Request-Id', requestId, ...security];
  const locals: RequestState = { requestId, arrivedMs: performance.now(), headers, ownSlug };
  Object.assign(response, { locals });
}

export function stateOf(response: ServerResponse): RequestState {
  return (response as ServerResponse & { readonly locals: RequestState }).locals;
}

/** @throws before authentication: a mistake in the order of the handlers */
export function identityOf(state: { identity?: KeyIdentity }): KeyIdentity {
  if (state.identity === undefined) throw new Error('A handler that needs an identity runs before authentication');
  return state.identity;
}

/** Whether a key may be used at the host that was asked. */
export const isOfHost = ({ ownSlug }: Pick<RequestState, 'ownSlug'>, { brand }: KeyIdentity): boolean =>
  ownSlug === undefined || ownSlug === brand.slug;

/** Settles the charge for a write: one that made no commit is not charged as a write. */
export function settleWrite(response: ServerResponse, isCommitted: boolean): void {
  const state = stateOf(response);
  const { refundWrite } = state;
  if (refundWrite === undefined) return;
  delete state.refundWrite;
  if (!isCommitted) refundWrite();
}

const acceptableRequestId = /^[A-Za-z0-9._-]{1,64}$/;

function requestIdOf({ headers }: IncomingMessage): string {
  const sentId = headers['x-request-id'];
  const isAcceptable = typeof sentId === 'string' && acceptableRequestId.test(sentId) && !holdsApiKey(sentId);
  return isAcceptable ? sentId : randomUUID();
}

/** Sets the headers of every answer; 400 without a host, which HTTP/1.1 requires (RFC 9112, section 3.2). */
export const requireHost: RequestHandler = (request, response, next) => {
  setHeaders(response, stateOf(response).headers);
  if (request.headers.host === undefined && request.httpVersion !== '1.0') {
    response.setHeader('Connection', 'close');
    throw new PortalError('bad_request', 'A request needs a Host header.');
  }
  next();
};

/** Mount path of a router: its routes name only what follows. */
export const mounted: RequestHandler = (request, response, next) => {
  stateOf(response).mount = request.baseUrl;
  next();
};

/** A request with the fields that Express may have set. */
interface Routed extends IncomingMessage {
  readonly originalUrl?: string;
  readonly route?: { readonly path: string };
}

/** Watches requests until their answers are sent or their clients have left. */
export class RequestWatch {
  #running = 0;
  readonly #unfinished = new WeakMap<Socket, Set<ServerResponse>>();

  /** @param max how many may run at once */
  constructor(
    private readonly max: number,
    private readonly log: Log,
    private readonly observer: HttpObserver | undefined,
    private readonly counts: Counts,
  ) {}

  /** Reports the request when it ends. Idempotent. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const state = stateOf(response);
    if (state.isWatched) return;
    state.isWatched = true;
    this.#emitClose(request.socket, response);
    response.once('close', () => this.report(request, response, response.writableFinished));
  }

  /**
   * Concurrency limit. Idempotent for a request.
   *
   * @throws `busy` while the limit is reached
   */
  count(response: ServerResponse): void {
    const state = stateOf(response);
    if (state.isCounted) return;
    if (this.#running >= this.max) {
      const message = say`The server works on ${amount(this.max)} requests, the most it takes at once. Try again soon.`;
      throw new PortalError('busy', message);
    }
    state.isCounted = true;
    this.#running += 1;
    response.once('close', () => {
      this.#running -= 1;
    });
  }

  /**
   * Access log, metrics and counts of one request.
   *
   * @param isFinished `false` if the client left before the response was sent
   */
  report(request: Routed, response: ServerResponse, isFinished: boolean): void {
    const { requestId, arrivedMs, identity, operation, mount = '', route: knownRoute, happening } = stateOf(response);
    const { method = '', originalUrl, url: target = '', route: matched } = request;
    const { statusCode: status } = response;
    const url = withoutCapability(originalUrl ?? target);
    const route = knownRoute ?? (matched === undefined ? undefined : `${mount}${matched.path}`);
    const elapsed = performance.now() - arrivedMs;
    if (happening && isFinished && isCountable(request, status)) this.counts.add(happening);
    const key = identity?.actor.id;
    const brand = identity?.brand.slug;
    const caller = key === undefined || brand === undefined ? null : { key, brand };
    this.observer?.onRequest({ requestId, method, url, route, operation, status, ms: elapsed, caller, isFinished });

    const ms = Math.round(elapsed * 10) / 10;
    const line = { requestId, method, url, operation, status, ms, key, brand };
    this.log.info(line, isFinished ? 'request' : 'request aborted by the client');
  }

  /**
   * HTTP pipelining: when a client sends several requests at once and leaves, Node emits `close` only on the response that is
   * being sent; handlers of the others would wait without end. This emits it on all of the connection.
   */
  #emitClose(socket: Socket, response: ServerResponse): void {
    const existing = this.#unfinished.get(socket);
    const responses = existing ?? new Set();
    if (existing === undefined) {
      this.#unfinished.set(socket, responses);
      socket.once('close', () => closeQueued(responses));
    }
    responses.add(response);
    response.once('close', () => responses.delete(response));
  }
}

/** Whether an answer was for a reader: whole, and not loaded by a browser before anyone asked. */
const isCountable = ({ method, headers }: IncomingMessage, status: number): boolean =>
  method === 'GET' &&
  (status === 200 || status === 304) &&
  headers['sec-purpose'] === undefined &&
  headers.purpose === undefined &&
  headers['x-moz'] === undefined;

/**
 * Public addresses of files: the log has only eight characters, which do not give the file. Queries of
 * signing in, and of a person's own pages, hold codes that work once.
 */
function withoutCapability(url: string): string {
  const withoutQuery = url.replace(/^(\/(?:backend|-\/workspace)\/(?:sign-in|me|authorize)\b[^?]*\?).+$/is, '$1…');
  return withoutQuery.replace(/^(\/(?:files|git\/[^/]*\/info\/lfs\/objects)\/.{8}).+$/s, '$1…');
}

function closeQueued(responses: ReadonlySet<ServerResponse>): void {
  for (const response of responses) {
    // Node emits it on the response that has the socket.
    if (response.socket !== null) continue;
    response.destroy();
    response.emit('close');
  }
}
