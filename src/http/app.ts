import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Log } from '../log.js';
import type { Service } from '../service.js';
import { authenticate, requireAccess } from './authenticate.js';
import { jsonBody } from './body.js';
import { perform } from './perform.js';
import { methodNotAllowed, problems, unknownRoute } from './problem.js';
import { accessLog, requestId } from './request.js';
import { apiPrefix, type Route, routes } from './routes.js';

export interface AppOptions {
  readonly service: Service;
  readonly log: Log;
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
}

/** The HTTP door. What a request passes, in order: */
export function createApp({ service, log, bodyLimit }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.use(requestId, accessLog(log), helmet(securityHeaders));
  app.use(
    apiPrefix,
    router((route) => [
      authenticate(service), //                                     401
      // Rate limits belong here: a key is known, nothing is read yet.  429
      requireAccess(route.operation), //                            403, 404 without the module
      jsonBody(route.method, bodyLimit), //                         400, 413, 415
      perform(service, route), //                                   404, 422, 412, then the answer
    ]),
  );
  app.use(unknownRoute, problems(log));
  return app;
}

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

/** Helmet's set for answers that no browser is meant to render. */
const securityHeaders = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginEmbedderPolicy: false,
  xFrameOptions: { action: 'deny' },
} as const;
