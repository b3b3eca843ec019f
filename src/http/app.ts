import type { RequestListener } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { Config } from '../config.js';
import { lazy } from '../lib/concurrency.js';
import { AuthorizationServer } from '../oauth/authorization-server.js';
import type { Access } from '../operations/engine/access.js';
import { ownerOf } from '../service/address-owner.js';
import { lastAttemptShare, withBudget } from '../store/wait-budget.js';
import { callerAdmission } from './admission/admission.js';
import { Cors } from './admission/cors.js';
import { NetworkBudget, RateLimits } from './admission/rate-limit.js';
import { beginRequest, mounted, RequestWatch, requireHost } from './admission/request.js';
import { bodyOf } from './api/body.js';
import { byLanguage } from './api/by-language.js';
import { changeStream, streamsOfKeys } from './api/change-stream.js';
import { type EntryPoint, perform } from './api/handler.js';
import { ResponseCache } from './api/response-cache.js';
import { apiPrefix, type Route, routes } from './api/routes.js';
import { confirmKey, defersContinue } from './api/upload.js';
import { description, docs } from './docs.js';
import { mediaFileHandler } from './files/media-file.js';
import { PublicFiles } from './files/public-files.js';
import { gitClone, gitPrefix } from './git/git-clone.js';
import { health } from './health.js';
import { Hosts } from './hosts.js';
import { expressPrototypes } from './node/express-prototypes.js';
import type { Served } from './node/server.js';
import { oauthEndpoints } from './oauth.js';
import { privacy } from './privacy.js';
import { addRoutes, asPage, asText, problems, unknownRoute } from './problem.js';
import { withReaderWords } from './reader-language.js';
import { fileHeaders, type Handler, replying, securityHeaders, transportSecurity } from './reply.js';
import { PageCache } from './site/page-cache.js';
import type { HttpTools } from './tools.js';

type AppOptions = Pick<HttpTools, 'service' | 'log' | 'config'> & Partial<Pick<HttpTools, 'observer'>>;

/** Answers requests: from the response cache, or by middleware in this order. */
export function createApp({ service, log, config, observer }: AppOptions): Served {
  const closing = new AbortController();
  const tools: HttpTools = {
    service,
    log,
    config,
    observer,
    limits: new RateLimits({
      requestsPerKey: config.requests_per_minute,
      writesPerKey: config.writes_per_minute,
      failedLoginsPerAddress: config.failed_logins_per_minute,
    }),
    cors: new Cors(config.cors_origins),
    watch: new RequestWatch(config.requests_at_once, log, observer, service.counts),
    hosts: new Hosts(config),
    guests: new NetworkBudget(config.guest_requests_per_minute),
    closing: closing.signal,
  };
  const { cors, watch, hosts } = tools;
  const cache = new ResponseCache(tools);
  const pages = new PageCache(tools);
  const files = new PublicFiles(tools);
  const { webhook_allow: allow, oauth_block: blocked } = config;
  const oauth = new AuthorizationServer({ service, log, allow, blocked });
  if (isBehindProxy(config))
    log.warn('without trusted_proxies all guests of portals share one budget: that of the proxy');

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.set('trust proxy', config.trusted_proxies);
  app.use(requireHost); //                                          400
  app.use(files.handler); //                                        /files: no key, a budget for each network
  app.use([gitPrefix, apiPrefix], mounted);
  app.use(health(() => service.health())); //                       /healthz, /readyz: no key, no budget
  app.use((request, _response, next) => {
    //                       421
    if (ownerOf(request.originalUrl) !== 'programs') hosts.requireKnown(request);
    next();
  });
  app.use(privacy());
  app.use(docs()); //                                                /docs: no key, no budget
  app.use(apiPrefix, cors.handler()); //                            CORS
  app.use(apiPrefix, description()); //                             /openapi.json, /openapi.yaml: no key, no budget
  app.use((_request, response, next) => {
    watch.count(response); //                                       503
    next();
  });
  app.use(
    apiPrefix,
    // 404 and 405 come before admission: paths and methods are public.
    addRoutes(express.Router({ caseSensitive: true }), routes, apiHandlers(tools, cache), (methods) =>
      cors.preflight(methods),
    ),
  );

  // for agents:
  app.all(
    ['/mcp', '/mcp/connector', '/brands/:brand/-/mcp', '/brands/:brand/-/mcp/public', '/-/mcp/public'],
    onDemand(async () => (await import('./mcp.js')).mcp(tools)),
  );
  app.use(oauthEndpoints(oauth, hosts));

  // people in browsers, with sessions in place of keys:
  app.use(withReaderWords((id) => service.people.formerNumber(id)));
  app.use(
    '/brands/:brand/-/workspace/api',
    onDemand(async () => (await import('./site/api.js')).workspaceApi(tools)),
  );
  app.use(pagesForPeople(tools, pages, oauth));

  app.use(gitPrefix, gitClone(tools)); // the same keys, in git's own protocol
  app.use(gitPrefix, unknownRoute, problems(log, asText)); //       whatever is refused above, git shows to people
  app.use(unknownRoute, problems(log, asPage));

  const answerByExpress: RequestListener = (request, response) => {
    watch.watch(request, response);
    app(request, response);
  };
  const answerCached = pages.before(cache.before(answerByExpress));
  const transport = transportSecurity(config.hsts_seconds);
  const security = [...securityHeaders, ...transport];
  const fileSecurity = [...fileHeaders, ...transport];
  const waitMs = config.shared_wait_ms * (1 - lastAttemptShare);
  const listener: RequestListener = (request, response) => {
    request.url = inOriginForm(request.url ?? '/');
    const isOfFiles = files.handles(request);
    beginRequest(request, response, isOfFiles ? fileSecurity : security, hosts.brandHostOf(request)?.slug);
    const answer = isOfFiles ? answerByExpress : answerCached;
    if (service.isShared) withBudget(waitMs, () => answer(request, response));
    else answer(request, response);
  };
  return { listener, messages: expressPrototypes(app), closing, defersContinue };
}

/** Handlers of a route of the API, in the order of their refusals. */
function apiHandlers(tools: HttpTools, cache: ResponseCache): (route: Route) => RequestHandler[] {
  const { service, config } = tools;
  const entry: EntryPoint = { via: 'rest', cache, confirm: (_, response, call) => confirmKey(service, response, call) };
  const handlerOf = (route: Route): Handler => {
    if (route.streams) return changeStream(route, tools, streamsOfKeys(service));
    return route.sendsFile ? mediaFileHandler(route, service) : perform(service, route, entry);
  };
  return byLanguage((route) => [
    // 400, 401, 429, 403, and 404 without the module:
    callerAdmission(tools, {
      effect: route.operation.effect,
      access: accessOf(route),
      isProposed: route.operation.filesOfProposal !== undefined,
    }),
    // 400, 413, 415:
    bodyOf(route, config.body_limit_bytes),
    // 404, 422, 412, then the response:
    replying(handlerOf(route)),
  ]);
}

/** Pages of the workspace and of portals, by host and address. */
function pagesForPeople(tools: HttpTools, cache: PageCache, oauth: AuthorizationServer): RequestHandler {
  const { hosts, config } = tools;
  const { backend_url: backendUrl } = config;
  const portals = onDemand(async () => (await import('./site/read-app.js')).readApp(tools, cache));
  const workspace = onDemand(async () => (await import('./site/work-app.js')).workApp(tools, oauth));
  return (request, response, next) => {
    const { originalUrl: url, method } = request;
    const brandHost = hosts.brandHostOf(request);
    const owner = ownerOf(url, brandHost !== null);
    if (owner === 'workspace' && brandHost === null) return workspace(request, response, next);
    const isRead = method === 'GET' || method === 'HEAD';
    if (owner === 'workspace' && brandHost !== null && backendUrl !== null && isRead) {
      // People work at one address, where their sessions are.
      response.setHeader('Cache-Control', 'no-store');
      return response.redirect(302, `${backendUrl}/brands/${brandHost.slug}${url}`);
    }
    return owner === null || owner === 'programs' || owner === 'docs' ? next() : portals(request, response, next);
  };
}

/** Whether the addresses of the configuration need a proxy in front, and it names none. */
const isBehindProxy = ({ backend_url, portal_hosts, trusted_proxies }: Config): boolean =>
  trusted_proxies.length === 0 && (backend_url?.startsWith('https:') === true || Object.keys(portal_hosts).length > 0);

/** A handler that the first request loads: until then it costs neither memory nor time at the start. */
function onDemand(load: () => Promise<RequestHandler>): RequestHandler {
  const loaded = lazy(load);
  return async (request, response, next) => {
    await (await loaded())(request, response, next);
  };
}

/**
 * Absolute form to origin form: scheme and host of a request target (RFC 9112, section 3.2.2) mean nothing here. Express by
 * itself answers with a page of its own when it cannot parse the host.
 */
function inOriginForm(url: string): string {
  const [, target] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url) ?? [];
  return target === undefined || target.startsWith('/') ? (target ?? url) : `/${target}`;
}

function accessOf({ operation, module = operation.module }: Route): Access {
  const { right, effect } = operation;
  return { right, effect, ...(module !== undefined && { module }) };
}
