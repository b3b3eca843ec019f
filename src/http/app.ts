import type { RequestListener } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { Log } from '../log.js';
import type { Service } from '../service/service.js';
import { authenticate, requireAccess } from './admission/authenticate.js';
import { Cors } from './admission/cors.js';
import { limitRate, type RateLimitOptions, RateLimits } from './admission/rate-limit.js';
import { mounted, reportRequests, requestId, requireHost } from './admission/request.js';
import { requestsAtOnce } from './admission/requests-at-once.js';
import { jsonBody } from './api/body.js';
import { perform } from './api/handler.js';
import { description } from './api/openapi/serve.js';
import { securityHeaders, setHeaders } from './api/response.js';
import { ReadyAnswers } from './api/response-cache.js';
import { apiPrefix, type Route, routes } from './api/routes.js';
import { docs } from './docs/serve.js';
import { gitClone, gitPrefix } from './git/git-clone.js';
import { health } from './health.js';
import { mcp } from './mcp.js';
import { tellOfClosedConnections } from './node/closed-connections.js';
import { messageClasses } from './node/express-prototypes.js';
import type { Served } from './node/server.js';
import type { HttpObserver } from './observer.js';
import { asText, methodNotAllowed, problems, unknownRoute } from './problem.js';

export interface AppOptions {
  readonly service: Service;
  readonly log: Log;
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
  /** Answers kept ready, in bytes of their bodies. */
  readonly cacheBytes: number;
  readonly rateLimits: RateLimitOptions;
  /** Requests worked on at the same time, beside those that an answer in memory is ready for. */
  readonly requestsAtOnce: number;
  /** Clones and fetches served at the same time. */
  readonly clonesAtOnce: number;
  /** Processor time of each process of git that serves a clone. */
  readonly cloneCpuSeconds: number;
  /** Origins whose scripts may read answers, as browsers send them. */
  readonly corsOrigins: readonly string[];
  /** Addresses and subnets that are believed about whom they speak for. */
  readonly trustedProxies: readonly string[];
  /** Names and addresses by which agents may reach `/mcp`, beside those of the machine itself; without ports. */
  readonly mcpHosts: readonly string[];
  readonly observer?: HttpObserver | undefined;
}

/** The HTTP door. What a request passes, in order: */
export function createApp({
  service,
  log,
  bodyLimit,
  cacheBytes,
  rateLimits,
  requestsAtOnce: atOnce,
  clonesAtOnce,
  cloneCpuSeconds,
  corsOrigins,
  trustedProxies,
  mcpHosts,
  observer,
}: AppOptions): Served {
  const limits = new RateLimits(rateLimits);
  const cors = new Cors(corsOrigins);
  const clones = { clonesAtOnce, cpuSeconds: cloneCpuSeconds };
  const ready = new ReadyAnswers({ service, log, limits, cors, maxBytes: cacheBytes, observer });
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.set('trust proxy', [...trustedProxies]);
  app.use(tellOfClosedConnections(), requestId, reportRequests(log, observer), security, requireHost);
  app.use([gitPrefix, apiPrefix], mounted);
  app.use(health(service)); //                                      /healthz, /readyz: no key, no budget
  app.use(docs()); //                                                /docs: no key, no budget
  app.use(apiPrefix, cors.handler()); //                            scripts of other sites
  app.use(apiPrefix, description()); //                             /openapi.json, /openapi.yaml: no key, no budget
  app.use(requestsAtOnce(atOnce)); //                               503
  app.use(gitPrefix, gitClone({ service, log, limits, clones })); // the same keys, in git's own protocol
  app.use(gitPrefix, unknownRoute, problems(log, asText)); //       whatever is refused above, git shows to people
  app.use(
    apiPrefix,
    router(cors, (route) => [
      authenticate(service, limits), //                             401
      limitRate(limits, route.operation.right), //                  429
      requireAccess(route.operation), //                            403, 404 without the module
      jsonBody(route.method, bodyLimit), //                         400, 413, 415
      perform(service, route, ready), //                                 404, 422, 412, then the answer
    ]),
  );
  app.use(mcp({ service, log, limits, bodyLimit, hosts: mcpHosts })); // /mcp, for agents
  app.use(unknownRoute, problems(log));
  return { listener: inOriginForm(ready.before(app)), messages: messageClasses(app) };
}

/**
 * A request may name its target with scheme and host (RFC 9112, section 3.2.2), which say nothing here: what follows them
 * does. Express by itself answers with a page of its own when it cannot parse the host.
 */
function inOriginForm(next: RequestListener): RequestListener {
  return (request, response) => {
    const [, target] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(request.url ?? '') ?? [];
    if (target !== undefined) request.url = target.startsWith('/') ? target : `/${target}`;
    next(request, response);
  };
}

const security: RequestHandler = (_request, response, next) => {
  setHeaders(response, securityHeaders);
  next();
};

/** A method that a known path does not have is told apart from an unknown path before anything else is looked at. */
function router(cors: Cors, handlers: (route: Route) => RequestHandler[]): express.Router {
  const router = express.Router({ caseSensitive: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const all = routes.filter((route) => route.path === path);
    const at = router.route(path);
    for (const route of all) at[methodNames[route.method]](...handlers(route));
    const methods = all.map((route) => route.method);
    at.options(cors.preflight(methods));
    at.all(methodNotAllowed(methods));
  }
  return router;
}

const methodNames = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
