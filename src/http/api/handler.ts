import type { Request, RequestHandler, Response } from 'express';
import type { Precondition } from '../../operations/draft.js';
import type { Result } from '../../operations/execute.js';
import type { Service } from '../../service/service.js';
import { identityOf, stateOf } from '../admission/request.js';
import {
  answerHeaders,
  emptyAnswerHeaders,
  isNotModified,
  notModifiedHeaders,
  readyAnswer,
  setHeaders,
} from './response.js';
import type { ReadyAnswers } from './response-cache.js';
import { apiPrefix, type Route } from './routes.js';

/** Runs the route's operation and answers with its result. */
export function perform(service: Service, route: Route, ready: ReadyAnswers): RequestHandler {
  return async (request, response) => {
    const state = stateOf(response);
    const { actor, brand } = identityOf(state);
    const precondition = parseIfMatch(request.get('if-match'));
    const call = { slug: brand.slug, actor, requestId: state.requestId, precondition };
    const { params, query, body } = request;
    const result = await service.run(route.operation, call, { params, query, body });
    if (route.created && result.resource?.kind === 'page') {
      response.setHeader('Location', `${apiPrefix}/pages/${result.resource.id}`);
    }
    respond(request, response, route, result, ready);
  };
}

function respond(request: Request, response: Response, route: Route, result: Result, ready: ReadyAnswers): void {
  const { value, version, resource } = result;
  if (value === undefined) {
    setHeaders(response, emptyAnswerHeaders());
    response.status(route.status).end();
    return;
  }
  const { slug } = identityOf(stateOf(response)).brand;
  const answer = readyAnswer(value, version);
  if (route.operation.right === 'read' && resource !== null && version !== null) {
    ready.remember(slug, request.originalUrl, { route, resource, ...answer });
  }
  if (isNotModified(request, answer)) {
    setHeaders(response, notModifiedHeaders(answer));
    response.status(304).end();
  } else {
    setHeaders(response, answerHeaders(answer));
    response.status(route.status).end(answer.body);
  }
}

/** RFC 9110, section 13.1.1: strong comparison, so a weak tag never matches. */
function parseIfMatch(header: string | undefined): Precondition | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return { any: true };
  const versions = [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag]) => (weak ? [] : [tag as string]));
  return { versions };
}
