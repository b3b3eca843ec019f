import express, { type Request, type RequestHandler, type Router } from 'express';
import { notFound } from '../lib/errors.js';
import { say } from '../lib/say.js';
import type { AuthorizationServer } from '../oauth/authorization-server.js';
import { brandOfPath, connectorPath, metadataPrefix, sharedPath } from '../oauth/resources.js';
import { type GrantScope, grantScopes } from '../registry/records.js';
import { NetworkBudget } from './admission/rate-limit.js';
import { bodyReader } from './api/body.js';
import type { Hosts } from './hosts.js';
import { addRoute, addRoutes, getOnly } from './problem.js';
import { type Handler, jsonType } from './reply.js';

const maxBytes = 8 * 1024;
/** Clients that a network may register in a minute. */
const registrations = 30;

/** The tools of connectors only read. */
export const connectorScopes: readonly GrantScope[] = ['read'];

/** Origin of people, by which agents reach the portal; `null` for a request to another one. */
export function oauthOrigin(request: Request, hosts: Hosts): string | null {
  try {
    return hosts.origin(request);
  } catch {
    return null;
  }
}

/** Endpoints of OAuth for programs, and the descriptions of it. */
export function oauthEndpoints(server: AuthorizationServer, hosts: Hosts): Router {
  const budget = new NetworkBudget(registrations);
  const read = bodyReader(maxBytes);
  const router = express.Router({ caseSensitive: true });
  const answer: RequestHandler = async (request, response) => {
    const { method, originalUrl: url, headers } = request;
    const origin = oauthOrigin(request, hosts);
    if (origin === null) throw notFound('This address');
    const body = method === 'POST' ? await read(request, response) : undefined;
    await server.answer(origin, { method, url, headers, ...(body && { body }) }, response);
  };
  const admitRegistration: RequestHandler = (request, _response, next) => {
    budget.charge(request, (most) => say`Your network may register ${most} clients a minute.`);
    next();
  };
  const documents = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration', '/oauth/keys'];
  const rows = [
    ...documents.map((path) => ({ method: 'GET', path }) as const),
    ...['/oauth/token', '/oauth/revoke'].map((path) => ({ method: 'POST', path }) as const),
  ];
  addRoutes(
    router,
    rows,
    () => [answer],
    () => answer,
  );
  addRoute(router, 'POST', '/oauth/register', admitRegistration, answer);
  const describe: Handler = (request) => {
    const origin = oauthOrigin(request, hosts);
    const path = request.path.slice(metadataPrefix.length) || sharedPath;
    if (origin === null || brandOfPath(path) === undefined) throw notFound('This address');
    const description = {
      resource: origin + path,
      authorization_servers: [origin],
      scopes_supported: path === connectorPath ? connectorScopes : grantScopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Brand Portal',
    };
    const headers = [...jsonType, 'Access-Control-Allow-Origin', '*', 'Cache-Control', 'public, no-cache'];
    return { headers, body: JSON.stringify(description) };
  };
  const described = ['', sharedPath, connectorPath, '/brands/:brand/-/mcp'].map(
    (path) => [metadataPrefix + path, describe] as const,
  );
  return getOnly(Object.fromEntries(described), router);
}
