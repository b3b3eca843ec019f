import express, { type Request, type RequestHandler, type Response } from 'express';
import { notFound, PortalError } from '../../lib/errors.js';
import type { AuthorizationServer } from '../../oauth/authorization-server.js';
import { isAtLeast } from '../../registry/records.js';
import { mediaBody } from '../../service/files/media-body.js';
import type { Service } from '../../service/service.js';
import { movedTo, providerReturnPath } from '../../service/workspace-addresses.js';
import { brandContextOf, type Context, type FileReply, type Reply as PageResult } from '../../workspace/context.js';
import { IdentityProvider } from '../../workspace/oidc-client.js';
import { countToReview } from '../../workspace/parts/proposal-state.js';
import { peopleToAsk } from '../../workspace/parts/rights.js';
import { type WorkspaceRoute, workspaceRoutes } from '../../workspace/routes.js';
import { clientNetwork, type RateLimits } from '../admission/rate-limit.js';
import { identityOf, settleWrite, stateOf } from '../admission/request.js';
import { addAssets } from '../assets.js';
import { dispositionOf, fileReply } from '../files/file-reply.js';
import { addRoutes, problems, unknownRoute } from '../problem.js';
import { etagOf, isNotModified, type Reply, replying, setHeaders } from '../reply.js';
import type { HttpTools } from '../tools.js';
import { loadWorkspaceAssets } from './assets.js';
import { charge } from './charge.js';
import { fieldsOf, formBody, requireSameOrigin } from './forms.js';
import { PageRenderer, pageHeaders, pageStateOf, signInReply } from './page-renderer.js';
import { cookieIn, principalIn, requireOwnBrand } from './session-cookie.js';
import { uploadIn } from './upload.js';

/** Handler of the workspace, now and under its old addresses. A request passes, in order: host, same origin, body, session, budget, role, page. */
export function workspaceApp(tools: HttpTools, oauth: AuthorizationServer): RequestHandler {
  const { service, log, hosts, config } = tools;
  if (config.backend_url === null) log.info('without backend_url, the workspace answers only on this machine');
  const assets = loadWorkspaceAssets();
  const renderer = new PageRenderer(assets);
  const provider = config.oidc && new IdentityProvider(config.oidc);
  const router = express.Router({ caseSensitive: true });
  router.use((request, response, next) => {
    setHeaders(response, pageHeaders);
    pageStateOf(response).origin = hosts.origin(request);
    next();
  });
  router.use(moved);
  addAssets(router, { ...assets });
  addRoutes(router, workspaceRoutes, (route) => {
    const run = replying(async (request, response) => {
      const result = await runRoute(request, response, route, { ...tools, oauth }, renderer, provider).finally(() => {
        // The rest of a refused upload is not read: the connection cannot be used again.
        if (route.isUpload && !request.complete) response.setHeader('Connection', 'close');
      });
      settleWrite(response, route.isUpload === true || (result !== 'not modified' && isWrite(result)));
      if (result === 'not modified') return { status: 304 };
      if ('file' in result) return sendFile(result, request, response, service);
      return renderer.replyWith(result, response, service.clock());
    });
    if (route.method === 'GET') return [run];
    return [sameOrigin, route.isUpload ? unreadBody : formBody(route.isKept), keepForm(route), run];
  });
  router.use(async (request, response, next) => {
    const state = pageStateOf(response);
    state.principal ??= await principalIn(request, service, state.origin);
    next();
  });
  router.use(unknownRoute, problems(log, renderer.problemPage));
  return router;
}

/** Whether something was stored or sent: then the answer is a redirect, or the page of a secret or of a request that was sent. */
function isWrite(result: PageResult): boolean {
  return 'to' in result || ('body' in result && (result.isSecret || result.isCharged) === true);
}

/** Old addresses redirect. Those of forms still answer, for tabs that were open, and so does the one that OpenID providers know. */
const moved: RequestHandler = (request, response, next) => {
  const { originalUrl: url, method } = request;
  const to = movedTo(url);
  if (to === null) return next();
  const isAnswered = method === 'POST' || url.startsWith(providerReturnPath);
  if (!isAnswered) return response.redirect(308, to);
  request.url = to;
  next();
};

const sameOrigin: RequestHandler = (request, response, next) => {
  requireSameOrigin(request, pageStateOf(response).origin);
  next();
};

/** Takes the place of the parser of a form with files, which is read while they are stored. */
const unreadBody: RequestHandler = (request, _response, next) => {
  request.body = [];
  next();
};

/** Answers with a picture, always in WebP, or with a file to save: no file is ever a document of this origin. */
async function sendFile(
  { file, picture }: FileReply,
  request: Request,
  response: Response,
  service: Service,
): Promise<Reply> {
  const body = await mediaBody(service, identityOf(stateOf(response)).brand.slug, file, picture);
  const caching = ['Cache-Control', picture === null ? 'private, no-cache' : 'private, max-age=31536000, immutable'];
  const policy = ['Content-Security-Policy', "default-src 'none'; sandbox"];
  return fileReply(service.fs, request, body, [...caching, ...policy, ...dispositionOf(body.name, picture !== null)]);
}

/** Keeps the fields of a form with content for the page of a refusal, such as that of an ended session. */
function keepForm({ isKept }: WorkspaceRoute): RequestHandler {
  return (request, response, next) => {
    if (isKept) pageStateOf(response).sentForm = sentIn(request);
    next();
  };
}

const sentIn = ({ method, body }: Request): readonly (readonly [string, string])[] => (method === 'POST' ? body : []);

/** Runs a route if the caller may use it. A caller without a session is sent to the sign-in form. @throws PortalError */
async function runRoute(
  request: Request,
  response: Response,
  route: WorkspaceRoute,
  { service, limits, config, oauth }: HttpTools & { readonly oauth: AuthorizationServer },
  renderer: PageRenderer,
  provider: IdentityProvider | null,
): Promise<PageResult | 'not modified'> {
  const state = pageStateOf(response);
  const recognise = () => principalIn(request, service, state.origin);
  const principal = await recognise();
  state.principal = principal;
  const upload = route.isUpload ? uploadIn(request, service.limits.fileBytes) : null;
  const { backend_contact: contact, webhook_allow: webhookAllow } = config;
  const portal = { contact, provider, webhookAllow, oauth, recognise };
  const context = { ...contextOf(request, response, service, limits), upload, ...portal };
  if (principal === null && route.who !== 'anyone' && state.sentForm !== null) {
    throw new PortalError('unauthenticated', 'You were signed out meanwhile. Nothing was stored.');
  }
  if (principal === null) return route.who === 'anyone' ? route.run(context) : signInReply(request);
  charge(limits, request, response, principal.person.id, request.method === 'POST' ? 'write' : 'read');
  if (route.who === 'anyone') return route.run(context);
  if (route.who === 'person') return route.run({ ...context, principal });
  if (route.who === 'operator') {
    if (!principal.person.operator) throw new PortalError('forbidden', 'Only an operator can do this.');
    return route.run({ ...context, principal });
  }
  const slug = context.params.brand ?? '';
  const { brand, role } = requireOwnBrand(principal, slug);
  const brandContext = brandContextOf({ ...context, principal }, brand, role);
  if (role === 'viewer') throw notFound(`Brand ${slug}`);
  stateOf(response).identity = { actor: brandContext.actor, brand };
  state.params = context.params;
  state.peopleToAsk = await peopleToAsk(service, slug, role);
  state.toReview = await countToReview(service, slug, principal.person.id);
  state.portal = await brandContext.portal();
  state.head = state.portal.commit;
  const { who } = route;
  if (!isAtLeast(role, who)) {
    const text = `This requires the ${who} role.`;
    const able = state.peopleToAsk.flatMap((person) => (isAtLeast(person.role, who) ? [person.name] : [])).slice(0, 5);
    throw new PortalError('forbidden', `${text} Ask ${able.join(' or ') || 'the operator of this portal'}.`);
  }
  if (route.hasETag && state.head !== null) {
    const tag = renderer.pageTag(response);
    response.setHeader('ETag', etagOf(tag));
    if (isNotModified(request, tag)) return 'not modified';
  }
  const result = await route.run(brandContext);
  // An upload may outlast the session or the role.
  if (route.isUpload) await brandContext.recheckAccess();
  return result;
}

function contextOf(
  request: Request,
  response: Response,
  service: Service,
  limits: RateLimits,
): Omit<Context, 'upload' | 'contact' | 'provider' | 'webhookAllow' | 'oauth' | 'recognise'> {
  const params = Object.entries(request.params).map(([name, value]) => [name, String(value)]);
  return {
    service,
    requestId: stateOf(response).requestId,
    params: Object.fromEntries(params),
    query: fieldsOf(new URL(request.originalUrl, 'http://portal.invalid').searchParams),
    url: request.originalUrl,
    form: fieldsOf(sentIn(request)),
    formEntries: sentIn(request),
    origin: pageStateOf(response).origin,
    cookie: (name) => cookieIn(request, pageStateOf(response).origin, name),
    countFailure: async () => {
      const budget = limits.takeFailure(clientNetwork(request));
      if (!budget?.isExceeded) return;
      response.setHeader('Retry-After', String(budget.resetSeconds));
      throw new PortalError('rate_limited', 'Too many links that did not work.');
    },
  };
}
