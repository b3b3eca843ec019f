import type { Request, RequestHandler, Response } from 'express';
import type { Precondition } from '../operations/brand-draft.js';
import type { Service } from '../service.js';
import { identityOf } from './authenticate.js';
import { stateOf } from './request.js';
import { apiPrefix, type Route } from './routes.js';

/** Runs the route's operation and answers with its result. */
export function perform(service: Service, route: Route): RequestHandler {
  return async (request, response) => {
    const state = stateOf(response);
    const { actor, brand } = identityOf(state);
    const precondition = parseIfMatch(request.get('if-match'));
    const call = { slug: brand.slug, actor, requestId: state.requestId, precondition };
    const input = { params: request.params as Record<string, string>, query: request.query, body: request.body };
    const { value, version } = await service.run(route.operation, call, input);
    if (version !== null) response.setHeader('ETag', `"${version}"`);
    if (route.location !== undefined) response.setHeader('Location', apiPrefix + route.location(value));
    response.status(route.status);
    respond(request, response, value);
  };
}

/** Answers depend on the key and change with every write: caches may keep them, but must ask each time. */
function respond(request: Request, response: Response, value: unknown): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Authorization');
  if (value === undefined) {
    response.end();
  } else if (request.fresh) {
    response.status(304).end();
  } else {
    sendJson(response, value);
  }
}

export function sendJson(response: Response, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/** RFC 9110, section 13.1.1: strong comparison, so a weak tag never matches. */
export function parseIfMatch(header: string | undefined): Precondition | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return { any: true };
  const versions = [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag]) => (weak ? [] : [tag as string]));
  return { versions };
}
