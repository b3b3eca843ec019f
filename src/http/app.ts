import type { RequestListener } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { Config } from '../config.js';
import type { Log } from '../log.js';
import type { Service } from '../service/service.js';
import { withBudget } from '../store/waiting.js';
import { Cors } from './admission/cors.js';
import { callerAdmission, requestAdmission } from './admission/middleware.js';
import { RateLimits } from './admission/rate-limit.js';
import { mounted, reportRequests } from './admission/request.js';
import { requestsAtOnce } from './admission/requests-at-once.js';
import { jsonBody } from './api/body.js';
import { changeStream } from './api/change-stream.js';
import { perform } from './api/handler.js';
import { description } from './api/openapi/serve.js';
import { ResponseCache } from './api/response-cache.js';
import { apiPrefix, type Route, routes } from './api/routes.js';
import { backend, backendPrefix } from './backend/serve.js';
import { docs } from './docs/serve.js';
import { gitClone, gitPrefix } from './git/git-clone.js';
import { securityHeaders, transportSecurity } from './headers.js';
import { health } from './health.js';
import { mcp } from './mcp.js';
import { expressPrototypes } from './node/express-prototypes.js';
import { emitCloseOnPipelinedResponses } from './node/pipelined-responses.js';
import type { Served } from './node/server.js';
import type { HttpObserver } from './observer.js';
import { asText, methodNotAllowed, problems, unknownRoute } from './problem.js';

export interface AppOptions {
  readonly service: Service;
  readonly log: Log;
  readonly config: Config;
  readonly observer?: HttpObserver | undefined;
}

/** Middleware in order; the response cache stands before all of it. */
export function createApp({ service, log, config, observer }: AppOptions): Served {
  const { cache_bytes: maxBytes, body_limit_bytes: bodyLimit } = config;
  const limits = new RateLimits({
    requestsPerKey: config.requests_per_minute,
    writesPerKey: config.writes_per_minute,
    failedLoginsPerAddress: config.failed_logins_per_minute,
  });
  const cors = new Cors(config.cors_origins);
  const clones = { clonesAtOnce: config.clones_at_once, cpuSeconds: config.clone_cpu_seconds };
  const security = [...securityHeaders, ...transportSecurity(config.hsts_seconds)];
  const cache = new ResponseCache({ service, log, limits, cors, security, maxBytes, observer });
  const closing = new AbortController();
  const streams = { service, streamsPerKey: config.streams_per_key, closing: closing.signal };
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.set('trust proxy', config.trusted_proxies);
  app.use(emitCloseOnPipelinedResponses(), reportRequests(log, observer), requestAdmission(security)); // 400 without a host
  if (service.isShared) app.use((_request, _response, next) => withBudget(config.shared_wait_ms, next));
  app.use([gitPrefix, apiPrefix, backendPrefix], mounted);
  app.use(health(() => service.health())); //                       /healthz, /readyz: no key, no budget
  app.use(docs()); //                                                /docs, and / leads there: no key, no budget
  app.use(apiPrefix, cors.handler()); //                            CORS
  app.use(apiPrefix, description()); //                             /openapi.json, /openapi.yaml: no key, no budget
  app.use(requestsAtOnce(config.requests_at_once)); //              503
  // people in browsers, with sessions in place of keys:
  app.use(backendPrefix, backend({ service, log, limits, backendUrl: config.backend_url }));
  app.use(gitPrefix, gitClone({ service, log, limits, clones })); // the same keys, in git's own protocol
  app.use(gitPrefix, unknownRoute, problems(log, asText)); //       whatever is refused above, git shows to people
  app.use(
    apiPrefix,
    router(cors, (route) => [
      // 400, 401, 429, 403, and 404 without the module:
      callerAdmission({ service, limits, right: route.operation.right, access: route.operation }),
      jsonBody(route.method, bodyLimit), //                         400, 413, 415
      // 404, 422, 412, then the answer:
      route.streams ? changeStream(route, streams) : perform(service, route, cache),
    ]),
  );
  app.use(mcp({ service, log, limits, bodyLimit, hosts: [config.host, ...config.mcp_hosts] })); // /mcp, for agents
  app.use(unknownRoute, problems(log));
  return { listener: inOriginForm(cache.before(app)), messages: expressPrototypes(app), closing };
}

/**
 * Absolute form to origin form: scheme and host of a request target (RFC 9112, section 3.2.2) mean nothing here. Express by
 * itself answers with a page of its own when it cannot parse the host.
 */
function inOriginForm(next: RequestListener): RequestListener {
  return (request, response) => {
    const [, target] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(request.url ?? '') ?? [];
    if (target !== undefined) request.url = target.startsWith('/') ? target : `/${target}`;
    next(request, response);
  };
}

/** 404 and 405 come before admission: whether a path or a method exists is no secret. */
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
