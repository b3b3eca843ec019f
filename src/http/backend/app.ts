import express, { type Request, type RequestHandler, type Response } from 'express';
import { isAtLeast, roleIn } from '../../backend/access.js';
import { type BackendRoute, backendRoutes } from '../../backend/routes.js';
import { BrandVisit, type Reply, type SignedInVisit, type Visit } from '../../backend/visit.js';
import { notFound, PortalError } from '../../errors.js';
import type { Log } from '../../log.js';
import { resources } from '../../operations/resource.js';
import type { SessionFacts } from '../../registry/sessions.js';
import type { Service } from '../../service/service.js';
import { clientNetwork } from '../admission/client-network.js';
import { exceededOf, type RateLimits } from '../admission/rate-limit.js';
import { settleWrite, stateOf } from '../admission/request.js';
import { setHeaders } from '../headers.js';
import { methodNotAllowed, problems, unknownRoute } from '../problem.js';
import { loadAssets, serveAsset } from './assets.js';
import { fieldsOf, formBody } from './form-body.js';
import { Pages, pageHeaders } from './pages.js';
import { originOf, requireSameOrigin } from './same-origin.js';
import { setSession, tokenIn } from './session.js';

export interface BackendOptions {
  readonly service: Service;
  readonly log: Log;
  readonly limits: RateLimits;
  /** `backend_url` of the configuration. */
  readonly backendUrl: string | null;
}

/** Every request passes: host, session, same origin, role, budget, body, page. */
export function backendApp(options: BackendOptions): RequestHandler {
  const { log, backendUrl } = options;
  if (backendUrl === null) log.info('without backend_url, the backend in the browser answers on this machine alone');
  const assets = loadAssets();
  const pages = new Pages(assets);
  const router = express.Router({ caseSensitive: true });
  router.use((request, response, next) => {
    setHeaders(response, pageHeaders);
    originOf(request, backendUrl);
    next();
  });
  for (const asset of [assets.css, assets.script]) {
    const path = asset.path.replace(/^\/backend/, '');
    router
      .route(path)
      .get(serveAsset(asset))
      .all(methodNotAllowed(['GET']));
  }
  for (const path of new Set(backendRoutes.map((route) => route.path))) {
    const all = backendRoutes.filter((route) => route.path === path);
    const at = router.route(path);
    for (const route of all) {
      const run = answer(options, pages, route);
      if (route.method === 'GET') at.get(run);
      else at.post(sameOrigin(backendUrl), formBody(), run);
    }
    at.all(methodNotAllowed(all.map(({ method }) => method)));
  }
  router.use(unknownRoute, problems(log, pages.sendProblem));
  return router;
}

function sameOrigin(backendUrl: string | null): RequestHandler {
  return (request, _response, next) => {
    requireSameOrigin(request, originOf(request, backendUrl));
    next();
  };
}

function answer(options: BackendOptions, pages: Pages, route: BackendRoute): RequestHandler {
  const { service, backendUrl } = options;
  return async (request, response) => {
    const origin = originOf(request, backendUrl);
    const isSecure = origin.startsWith('https:');
    const token = tokenIn(request.headers.cookie, isSecure);
    const facts = token === null ? null : await service.sessions.recognise(token);
    pages.of(response).facts = facts;
    const visit = visitOf(request, response, options, origin);
    if (facts === null && route.who !== 'anyone') {
      await pages.sendToSignIn(request, response);
      return;
    }
    const reply = await run(route, visit, facts, { request, response, options, pages });
    if (reply === 'unchanged') return;
    await settleWrite(response, 'to' in reply);
    if ('to' in reply && reply.session !== undefined) setSession(response, reply.session, service.clock(), isSecure);
    await pages.send(request, response, reply);
  };
}

interface Handling {
  readonly request: Request;
  readonly response: Response;
  readonly options: BackendOptions;
  readonly pages: Pages;
}

async function run(
  route: BackendRoute,
  visit: Visit,
  facts: SessionFacts | null,
  { request, response, options, pages }: Handling,
): Promise<Reply | 'unchanged'> {
  if (facts === null) return route.who === 'anyone' ? route.run(visit) : Promise.reject(notFound('Page'));
  await charge(options.limits, request, response, facts.person.id);
  const signedIn: SignedInVisit = { ...visit, facts };
  if (route.who === 'anyone') return route.run(visit);
  if (route.who === 'person') return route.run(signedIn);
  const slug = visit.params.brand ?? '';
  const brand = facts.brands.find((one) => one.slug === slug);
  const role = brand === undefined ? null : roleIn(facts.person, slug);
  if (brand === undefined || role === null) throw notFound(`Brand ${slug}`);
  const inBrand = new BrandVisit(signedIn, brand, role);
  stateOf(response).identity = { actor: inBrand.actor, brand };
  const known = pages.of(response);
  known.brand = brand;
  known.params = visit.params;
  known.head = await newestCommit(options.service, slug);
  if (!isAtLeast(role, route.who)) {
    const text = role === 'viewer' ? 'You may look at this brand, not change it.' : 'This takes the role of an admin.';
    throw new PortalError('forbidden', text);
  }
  if (route.isTimeless && pages.isUnchanged(request, response)) return 'unchanged';
  return route.run(inBrand);
}

async function newestCommit(service: Service, slug: string): Promise<string | null> {
  const now = service.versionNow(slug, resources.commit);
  return now ?? (await (await service.openBrand(slug)).read()).commit;
}

/** From the same budgets as a key. @throws `rate_limited` */
async function charge(limits: RateLimits, request: Request, response: Response, person: string): Promise<void> {
  const right = request.method === 'POST' ? 'write' : 'read';
  const budgets = await limits.take(request, person, right);
  const exceeded = exceededOf(budgets);
  if (exceeded !== null) {
    response.setHeader('Retry-After', String(exceeded.resetSeconds));
    throw new PortalError('rate_limited', 'These are more requests than one person may send in a minute.');
  }
  if (right === 'write') stateOf(response).refundWrite = async () => void (await limits.refundWrite(request, person));
}

function visitOf(request: Request, response: Response, { service, limits }: BackendOptions, origin: string): Visit {
  const { pathname, search } = new URL(request.originalUrl, 'http://portal.invalid');
  const params = Object.entries(request.params).map(([name, value]) => [name, String(value)]);
  return {
    service,
    requestId: stateOf(response).requestId,
    path: pathname,
    params: Object.fromEntries(params),
    query: fieldsOf(new URLSearchParams(search)),
    form: request.method === 'POST' ? { ...request.body } : {},
    origin,
    countFailure: async () => {
      const budget = await limits.takeFailure(clientNetwork(request));
      if (!budget?.isExceeded) return;
      response.setHeader('Retry-After', String(budget.resetSeconds));
      throw new PortalError('rate_limited', 'Too many links that did not work.');
    },
  };
}
