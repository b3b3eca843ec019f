import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express';
import { notFound, PortalError } from '../lib/errors.js';
import { Caller, type Door } from '../mcp/caller.js';
import { knownHosts, requireKnownHost } from '../mcp/host-check.js';
import { findPurpose, requireOneMessage } from '../mcp/message.js';
import { createEndpoint } from '../mcp/server.js';
import { brandOfPath, connectorPath, metadataAddress, sharedPath } from '../oauth/resources.js';
import { mayGive } from '../operations/engine/access.js';
import { scopes, scopeText } from '../registry/grants.js';
import { grantScopes, isArchived } from '../registry/records.js';
import type { Service } from '../service/service.js';
import { admitCaller, bearer, callerAdmission } from './admission/admission.js';
import { clientNetwork, type RateLimits } from './admission/rate-limit.js';
import { identityOf, settleWrite, stateOf } from './admission/request.js';
import { bodyParser } from './api/body.js';
import { type Hosts, hostNameOf } from './hosts.js';
import { connectorScopes, oauthOrigin } from './oauth.js';
import { addRoutes } from './problem.js';
import { jsonType, noStore, releaseOnClose, replying, send, setHeaders } from './reply.js';
import { guestActor } from './site/admit-reader.js';
import type { HttpTools } from './tools.js';

/** Model Context Protocol over Streamable HTTP. The order of the middleware is that of its refusals. */
export function mcp(tools: HttpTools): Router {
  const { service, log, limits, config } = tools;
  const { body_limit_bytes: bodyLimit, backend_url: backendUrl } = config;
  const workspaceHost = backendUrl === null ? [] : [new URL(backendUrl).hostname];
  const hosts = [config.host, ...config.mcp_hosts, ...workspaceHost];
  const answer = createEndpoint(log);
  const respond = replying(async (request, response) => {
    const state = stateOf(response);
    const { requestId, arrivedMs: sinceMs } = state;
    const settle = (isCommitted: boolean): void => settleWrite(response, isCommitted);
    const identity = identityOf(state);
    const door = doorOf(request, tools, identity.brand.slug);
    const caller = new Caller(service, identity, { requestId, sinceMs }, door, settle);
    const left = new AbortController();
    releaseOnClose(response, () => left.abort());
    const { status, headers, body } = await answer(request, request.body, caller, left.signal);
    // The connection is the server's: it ends for a client that asked for its end.
    headers.delete('connection');
    return {
      status,
      headers: [...noStore, ...[...headers].flat()],
      body: Readable.from(settled(body, settle), { objectMode: false }),
    };
  });
  const router = express.Router({ caseSensitive: true });
  const publicPaths = ['/brands/:brand/-/mcp/public', '/-/mcp/public'];
  const admissions = [
    ...publicPaths.map((path) => [path, guestAdmission(service, limits)] as const), // 404, 429
    [sharedPath, agentAdmission(tools, true)] as const, //                             400, 401, 429
    [connectorPath, agentAdmission(tools, true, scopeText(connectorScopes))] as const,
    ['/brands/:brand/-/mcp', agentAdmission(tools, false)] as const,
  ];
  const rows = admissions.map(([path, admission]) => ({ method: 'POST', path, admission }) as const);
  addRoutes(router, rows, ({ path, admission }) => [
    knownHost(hosts), //                                                               403
    admission,
    bodyParser('POST', bodyLimit), //                                                  400, 413, 415
    messageAdmission(limits, publicPaths.includes(path) ? null : tools.hosts), //      400, 403, 429 of a write
    respond,
  ]);
  router.use(['/mcp', '/brands/:brand/-/mcp', ...publicPaths], protocolErrors);
  return router;
}

/**
 * Admits any caller as a guest of a public portal, by the budget of their network.
 *
 * @throws 404 for any other brand
 */
function guestAdmission(service: Service, limits: RateLimits): RequestHandler {
  return async (request, response, next) => {
    const { ownSlug } = stateOf(response);
    // A brand's own host has its portal at the root, and no other.
    const isAtRoot = request.params.brand === undefined;
    const slug = isAtRoot === (ownSlug !== undefined) ? String(ownSlug ?? request.params.brand) : '';
    const brand = (await service.registered()).get(slug);
    if (brand?.portal !== 'public' || isArchived(brand)) throw notFound('Page');
    const id = `guest-${hash('sha256', clientNetwork(request)).slice(0, 16)}`;
    stateOf(response).identity = { actor: guestActor(brand, { id }), brand };
    setHeaders(response, admitCaller(request, response, limits, { effect: 'read' }));
    next();
  };
}

/**
 * The address of a request, as answers name it: the brand's own host; otherwise that of `backend_url`, or without it the
 * host that was asked, which is known by then.
 */
function doorOf(request: Request, { hosts, config }: HttpTools, slug: string): Door {
  const own = hosts.brandHostOf(request);
  const origin =
    own?.slug === slug ? own.origin : (config.backend_url ?? `http://${(request.headers.host ?? '').toLowerCase()}`);
  const portal = own?.slug === slug ? origin : `${origin}/brands/${slug}`;
  return { origin, portal, isConnector: request.path === connectorPath };
}

function knownHost(hosts: readonly string[]): RequestHandler {
  const known = knownHosts(hosts);
  return (request, response, next) => {
    const isOfBrand = stateOf(response).ownSlug !== undefined;
    requireKnownHost(request.headers, isOfBrand ? [...known, hostNameOf(request)] : known);
    next();
  };
}

/** Scope that the first challenge names to an agent: what consent proposes. */
const proposedScope = scopeText(grantScopes.filter((name) => scopes[name].isProposed));

/**
 * Admits agents with access tokens for the address that they ask, and keys.
 *
 * @param takesKeys whether it also accepts keys
 * @param scope that the first challenge names
 */
function agentAdmission(tools: HttpTools, takesKeys: boolean, scope = proposedScope): RequestHandler {
  const { service, hosts } = tools;
  return (request, response, next) => {
    const resource = resourceOf(request, hosts);
    if (!takesKeys && resource === null) throw notFound('This address');
    const identify = async (presented: string, sinceMs: number) => {
      const agent = resource === null ? null : await service.callers.identifyAgent(presented, resource, sinceMs);
      return agent ?? (takesKeys ? service.callers.identify(presented, sinceMs, true) : null);
    };
    const challenge = (isSent: boolean) => challengeOf(resource, isSent ? 'invalid_token' : null, scope);
    const scheme = { ...bearer, challenge };
    return callerAdmission(tools, { effect: 'read', scheme, identify })(request, response, next);
  };
}

/** Address of the resource that a request names; `null` at an origin without access tokens. */
function resourceOf(request: Request, hosts: Hosts): string | null {
  const origin = oauthOrigin(request, hosts);
  return origin === null || brandOfPath(request.path) === undefined ? null : origin + request.path;
}

/** Value of `WWW-Authenticate`: RFC 6750, section 3, and RFC 9728, section 5.1. */
function challengeOf(resource: string | null, error: string | null, scope: string): string {
  const metadata = resource === null ? [] : [`resource_metadata="${metadataAddress(resource)}"`, `scope="${scope}"`];
  return `Bearer ${[...(error === null ? [] : [`error="${error}"`]), ...metadata].join(', ')}`.trim();
}

/**
 * The body of a call determines the right that it needs, and whether it counts as a write. If an agent lacks a right that its
 * person could give, the challenge names that right.
 */
function messageAdmission(limits: RateLimits, hosts: Hosts | null): RequestHandler {
  return (request, response, next) => {
    requireOneMessage(request.body);
    const { right, effect, name } = findPurpose(request.body, { isConnector: request.path === connectorPath });
    const state = stateOf(response);
    if (name !== undefined) state.operation = name;
    const { agent } = identityOf(state).actor;
    const admission = { effect, access: { right, effect }, isProposed: true };
    try {
      setHeaders(response, admitCaller(request, response, limits, admission));
    } catch (error) {
      if (agent === undefined || right === null || agent.scopes.includes(right)) throw error;
      const scope = scopeText([...agent.scopes, right]);
      response.removeHeader('WWW-Authenticate');
      const challenge = challengeOf(hosts && resourceOf(request, hosts), 'insufficient_scope', scope);
      if (mayGive(agent, right)) response.setHeader('WWW-Authenticate', challenge);
      throw error;
    }
    next();
  };
}

/** Body of a response. Its end settles a call that was refused before its tool ran: it is not charged as a write. */
async function* settled(body: AsyncIterable<Uint8Array> | null, settle: (isCommitted: boolean) => void) {
  try {
    if (body !== null) yield* body;
  } finally {
    settle(false);
  }
}

const protocolErrors: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof PortalError && error.code === 'bad_request')) {
    next(error);
    return;
  }
  const code = error.cause === undefined ? -32600 : -32700;
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message: error.message } });
  return send(response, { status: 400, headers: [...jsonType, ...noStore], body });
};
