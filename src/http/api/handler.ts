import type { Request, RequestHandler, Response } from 'express';
import type { Precondition } from '../../operations/draft.js';
import type { Call, Result } from '../../operations/execute.js';
import type { Service } from '../../service/service.js';
import { identityOf, stateOf } from '../admission/request.js';
import { setHeaders } from '../headers.js';
import { caching, replyTo, representationOf } from './response.js';
import type { ResponseCache } from './response-cache.js';
import { apiPrefix, type Route } from './routes.js';

/** Runs the route's operation and answers with its result. */
export function perform(service: Service, route: Route, cache: ResponseCache): RequestHandler {
  return async (request, response) => {
    const state = stateOf(response);
    const { actor, brand } = identityOf(state);
    const precondition = parseIfMatch(request.get('if-match'));
    const { slug, modules } = brand;
    const call: Call = { slug, actor, via: 'rest', requestId: state.requestId, precondition, modules };
    const { params, query, body } = request;
    const result = await service.run(route.operation, call, { params, query, body });
    if (route.created && result.resource?.kind === 'page') {
      response.setHeader('Location', `${apiPrefix}/pages/${result.resource.id}`);
    }
    respond(request, response, route, result, cache);
  };
}

function respond(request: Request, response: Response, route: Route, result: Result, cache: ResponseCache): void {
  const { value, version, resource } = result;
  if (value === undefined) {
    setHeaders(response, caching);
    response.status(route.status).end();
    return;
  }
  const representation = representationOf(value, version);
  if (route.operation.right === 'read' && resource !== null && version !== null) {
    const { slug } = identityOf(stateOf(response)).brand;
    cache.store(slug, request.originalUrl, { route, resource, ...representation });
  }
  const { status, headers, body } = replyTo(request, representation, route.status);
  setHeaders(response, headers);
  response.status(status).end(body);
}

/** RFC 9110, section 13.1.1: strong comparison, so a weak tag never matches. */
function parseIfMatch(header: string | undefined): Precondition | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return { any: true };
  const versions = [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag]) => (weak ? [] : [tag as string]));
  return { versions };
}
