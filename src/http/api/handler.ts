import type { Request, RequestHandler, Response } from 'express';
import { PortalError } from '../../errors.js';
import { ItemStream } from '../../operations/engine/contract.js';
import type { Precondition } from '../../operations/engine/draft.js';
import type { Call, Result } from '../../operations/engine/execute.js';
import { idempotencyKeyForm } from '../../operations/engine/idempotency.js';
import { isFixedByCommit } from '../../operations/engine/resource.js';
import type { Service } from '../../service/service.js';
import { identityOf, settleWrite, stateOf } from '../admission/request.js';
import { setHeaders } from '../headers.js';
import { sendItems } from './item-stream.js';
import { caching, positionHeaders, positionOf, type Representation, replyTo, representationOf } from './response.js';
import type { ResponseCache } from './response-cache.js';
import { apiPrefix, type Route } from './routes.js';

/** Runs the route's operation and answers with its result. */
export function perform(service: Service, route: Route, cache: ResponseCache): RequestHandler {
  return async (request, response) => {
    const state = stateOf(response);
    const { actor, brand } = identityOf(state);
    const { slug, modules, created_at: registeredAt } = brand;
    const { requestId, arrivedMs: sinceMs } = state;
    const isWrite = route.operation.right === 'write';
    const precondition = isWrite ? parseIfMatch(request.get('if-match')) : null;
    const idempotencyKey = isWrite ? parseKey(request.get('idempotency-key')) : undefined;
    const position = positionOf(request);
    const call: Call = {
      slug,
      actor,
      via: 'rest',
      requestId,
      precondition,
      position,
      sinceMs,
      idempotencyKey,
      modules,
      registeredAt,
    };
    const { params, query, body } = request;
    const result = await service.run(route.operation, call, { params, query, body });
    await settleWrite(response, result.isCommitted === true);
    setHeaders(response, positionHeaders(service.positionNow(slug)));
    if (result.isReplayed) response.setHeader('Idempotency-Replayed', 'true');
    if (route.created && result.resource?.kind === 'page') {
      response.setHeader('Location', `${apiPrefix}/pages/${result.resource.id}`);
    }
    await respond(request, response, route, result, cache);
  };
}

function respond(
  request: Request,
  response: Response,
  route: Route,
  result: Result,
  cache: ResponseCache,
): void | Promise<void> {
  const { value, version, resource, next, asOf } = result;
  if (value === undefined) {
    setHeaders(response, caching);
    response.status(route.status).end();
    return;
  }
  const link = next === undefined ? undefined : `<${addressWith(request.originalUrl, next)}>; rel="next"`;
  const store = (representation: Representation): void => {
    // The version of what was is no sign that an answer about it still holds.
    if (route.operation.right !== 'read' || resource === null || version === null || asOf !== undefined) return;
    cache.store(identityOf(stateOf(response)).brand, request.originalUrl, { route, resource, ...representation });
  };
  const isImmutable = asOf === 'commit' && isFixedByCommit(resource);
  if (value instanceof ItemStream) {
    const whole = (body: Buffer): void => store({ body, version, link });
    return sendItems(request, response, value, { version, link, isImmutable }, { whole, atMost: cache.maxEntryBytes });
  }
  const representation = { ...representationOf(value, version, link), isImmutable };
  store(representation);
  const { status, headers, body } = replyTo(request, representation, route.status);
  setHeaders(response, headers);
  response.status(status).end(body);
}

/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a string in quotes, or as many clients send it, without them.
 *
 * @throws `bad_request`
 */
function parseKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (idempotencyKeyForm.test(key)) return key;
  throw new PortalError(
    'bad_request',
    'The Idempotency-Key must be 1 to 255 visible ASCII characters, without quotes and backslashes inside.',
  );
}

/** The same address with other query names, as a reference (RFC 3986, section 4.2). */
function addressWith(address: string, names: Readonly<Record<string, string>>): string {
  const url = new URL(address, 'http://portal.invalid');
  for (const [name, value] of Object.entries(names)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/**
 * RFC 9110, section 13.1.1: strong comparison, so a weak tag never matches.
 *
 * @throws `bad_request` when it is empty: what was to protect a change is lost
 */
function parseIfMatch(header: string | undefined): Precondition | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return { any: true };
  if (/^[\s,]*$/.test(header)) {
    throw new PortalError('bad_request', 'If-Match is empty. Send the ETag of what you read, or leave the header out.');
  }
  const versions = [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag]) => (weak ? [] : [tag as string]));
  return { versions };
}
