import express, { type Request, type RequestHandler, type Router } from 'express';
import { notFound, PortalError } from '../lib/errors.js';
import type { AuthorizationServer } from '../oauth/authorization-server.js';
import { brandOfPath, metadataPrefix, sharedPath } from '../oauth/resources.js';
import { rights } from '../registry/records.js';
import { clientNetwork, NetworkBudget } from './admission/rate-limit.js';
import { bodyReader } from './api/body.js';
import { methodNotAllowed } from './problem.js';
import { jsonType, replying } from './reply.js';
import { originOf } from './workspace/forms.js';

/** Upper bound on the bytes of what programs send here. */
const maxBytes = 8 * 1024;
/** Clients that a network may register in a minute. */
const registrations = 30;

/** Origin of people, by which agents reach the portal; `null`: it is called in another way. */
export function oauthOrigin(request: Request, backendUrl: string | null): string | null {
  try {
    return originOf(request, backendUrl);
  } catch {
    return null;
  }
}

/** Endpoints of OAuth for programs, and the descriptions of it. */
export function oauthEndpoints(server: AuthorizationServer, backendUrl: string | null): Router {
  const budget = new NetworkBudget(registrations);
  const read = bodyReader(maxBytes);
  const router = express.Router({ caseSensitive: true });
  const answer: RequestHandler = async (request, response) => {
    const { method, originalUrl: url, headers } = request;
    const origin = oauthOrigin(request, backendUrl);
    if (origin === null) throw notFound('This address');
    const body = method === 'POST' ? await read(request, response) : undefined;
    await server.answer(origin, { method, url, headers, ...(body && { body }) }, response);
  };
  const admitRegistration: RequestHandler = async (request, _response, next) => {
    const taken = await budget.take(clientNetwork(request));
    if (!taken?.isExceeded) return next();
    const message = `Your network may register ${taken.limit} clients a minute.`;
    throw new PortalError('rate_limited', message, { retryAfter: taken.resetSeconds });
  };
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration', '/oauth/keys']) {
    router
      .route(path)
      .get(answer)
      .options(answer)
      .all(methodNotAllowed(['GET']));
  }
  router
    .route('/oauth/register')
    .post(admitRegistration, answer)
    .all(methodNotAllowed(['POST']));
  for (const path of ['/oauth/token', '/oauth/revoke']) {
    router
      .route(path)
      .post(answer)
      .options(answer)
      .all(methodNotAllowed(['POST']));
  }
  const describe = replying((request) => {
    const origin = oauthOrigin(request, backendUrl);
    const path = request.path.slice(metadataPrefix.length) || sharedPath;
    if (origin === null || brandOfPath(path) === undefined) throw notFound('This address');
    const description = {
      resource: origin + path,
      authorization_servers: [origin],
      scopes_supported: rights,
      bearer_methods_supported: ['header'],
      resource_name: 'Brand Portal',
    };
    const headers = [...jsonType, 'Access-Control-Allow-Origin', '*', 'Cache-Control', 'public, no-cache'];
    return { headers, body: JSON.stringify(description) };
  });
  router
    .route([metadataPrefix, `${metadataPrefix}${sharedPath}`, `${metadataPrefix}/brands/:brand/-/mcp`])
    .get(describe)
    .all(methodNotAllowed(['GET']));
  return router;
}
