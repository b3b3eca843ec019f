import type { RequestListener } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { Log } from '../log.js';
import type { Service } from '../service.js';
import { securityHeaders, setHeaders } from './answer.js';
import { authenticate, requireAccess } from './authenticate.js';
import { jsonBody } from './body.js';
import { docs } from './docs/serve.js';
import { gitClone, gitPrefix } from './git-clone.js';
import { health } from './health.js';
import { mcp } from './mcp.js';
import { description } from './openapi/serve.js';
import { perform } from './perform.js';
import { methodNotAllowed, problems, unknownRoute } from './problem.js';
import { limitRate, type RateLimitOptions, RateLimits } from './rate-limit.js';
import { ReadyAnswers } from './ready.js';
import { accessLog, requestId } from './request.js';
import { apiPrefix, type Route, routes } from './routes.js';

export interface AppOptions {
  readonly service: Service;
  readonly log: Log;
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
  /** Answers kept ready, in bytes of their bodies. */
  readonly cacheBytes: number;
  readonly rateLimits: RateLimitOptions;
  /** Clones and fetches served at the same time. */
  readonly clonesAtOnce: number;
  /** Names and addresses by which agents may reach `/mcp`, beside those of the machine itself; without ports. */
  readonly mcpHosts: readonly string[];
}

/** The HTTP door. What a request passes, in order: */
export function createApp({
  service,
  log,
  bodyLimit,
  cacheBytes,
  rateLimits,
  clonesAtOnce,
  mcpHosts,
}: AppOptions): RequestListener {
  const limits = new RateLimits(rateLimits);
  const ready = new ReadyAnswers(service, log, limits, cacheBytes);
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.use(requestId, accessLog(log), security);
  app.use(health(service)); //                                      /healthz, /readyz: no key, no budget
  app.use(docs()); //                                                /docs: no key, no budget
  app.use(gitPrefix, gitClone({ service, log, limits, clonesAtOnce })); // the same keys, in git's own protocol
  app.use(apiPrefix, description()); //                             /openapi.json, /openapi.yaml: no key, no budget
  app.use(
    apiPrefix,
    router((route) => [
      authenticate(service, limits), //                             401
      limitRate(limits, route.operation.right), //                  429
      requireAccess(route.operation), //                            403, 404 without the module
      jsonBody(route.method, bodyLimit), //                         400, 413, 415
      perform(service, route, ready), //                                 404, 422, 412, then the answer
    ]),
  );
  app.use(mcp({ service, log, limits, bodyLimit, hosts: mcpHosts })); // /mcp, for agents
  app.use(unknownRoute, problems(log));
  return ready.before(app);
}

const security: RequestHandler = (_request, response, next) => {
  setHeaders(response, securityHeaders);
  next();
};

/** A method that a known path does not have is told apart from an unknown path before anything else is looked at. */
function router(handlers: (route: Route) => RequestHandler[]): express.Router {
  const router = express.Router({ caseSensitive: true });
  for (const path of new Set(routes.map((route) => route.path))) {
    const all = routes.filter((route) => route.path === path);
    const at = router.route(path);
    for (const route of all) at[methodNames[route.method]](...handlers(route));
    at.all(methodNotAllowed(all.map((route) => route.method)));
  }
  return router;
}

const methodNames = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
