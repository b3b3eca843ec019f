import express, { type Request, type RequestHandler, type Response } from 'express';
import { notFound, PortalError } from '../../lib/errors.js';
import { asSaid, type Said, say } from '../../lib/say.js';
import type { AuthorizationServer } from '../../oauth/authorization-server.js';
import { personActor } from '../../operations/engine/access.js';
import { isAtLeast, type Role } from '../../registry/records.js';
import { translatesIn } from '../../registry/translators.js';
import { mediaBody } from '../../service/files/media-body.js';
import type { Service } from '../../service/service.js';
import { movedTo, providerReturnPath } from '../../service/workspace-addresses.js';
import { type Context, type SignedInContext, workContextOf } from '../../site/context.js';
import { type Colleague, peopleToAsk } from '../../site/frame/rights.js';
import { askedOfPerson } from '../../site/frame/waiting.js';
import { IdentityProvider } from '../../site/manage/parts/oidc-client.js';
import type { SavedFileReply, WorkReply, ZipReply } from '../../site/replies.js';
import { type BrandRoute, type WorkspaceRoute, workspaceRoutes } from '../../site/routes.js';
import { clientNetwork } from '../admission/rate-limit.js';
import { identityOf, settleWrite, stateOf } from '../admission/request.js';
import { frameAssets, loadAssets } from '../assets.js';
import { dispositionOf, fileReply } from '../files/file-reply.js';
import { addRoutes, problems, unknownRoute } from '../problem.js';
import { speakTo } from '../reader-language.js';
import { etagOf, isNotModified, noStore, type Reply, replying, setHeaders } from '../reply.js';
import type { HttpTools } from '../tools.js';
import { askedIn } from './asked.js';
import { chargePerson } from './charge-person.js';
import { fieldsOf, formBody, requireSameOrigin } from './forms.js';
import { PageRenderer, pageHeaders, pageStateOf, signInReply } from './page-renderer.js';
import { authenticate, readCookie, requireBrandOf } from './session-cookie.js';
import { uploadIn } from './upload.js';
import { zipAnswer } from './zip.js';

interface WorkspaceTools extends HttpTools {
  readonly oauth: AuthorizationServer;
  readonly renderer: PageRenderer;
  /** `null` without `oidc` in the configuration. */
  readonly provider: IdentityProvider | null;
}

/**
 * Handler of the workspace, now and under its old addresses. A request passes, in order: host, same origin, body,
 * session, budget, role, page.
 */
export function workApp(httpTools: HttpTools, oauth: AuthorizationServer): RequestHandler {
  const { service, log, hosts, config } = httpTools;
  if (config.backend_url === null) log.info('without backend_url, the workspace answers only on this machine');
  const renderer = new PageRenderer(frameAssets(loadAssets()));
  const provider = config.oidc && new IdentityProvider(config.oidc);
  const tools: WorkspaceTools = { ...httpTools, oauth, renderer, provider };

  const router = express.Router({ caseSensitive: true });
  router.use((request, response, next) => {
    setHeaders(response, pageHeaders);
    pageStateOf(response).origin = hosts.origin(request);
    next();
  });
  router.use(followMove);
  addRoutes(router, workspaceRoutes, (route) => handlersOf(route, tools));
  // The page of an unknown address or of a problem has the bar of the person who is signed in.
  router.use(async (request, response, next) => {
    const state = pageStateOf(response);
    state.principal ??= await authenticate(request, service, state.origin);
    next();
  });
  router.use(unknownRoute, problems(log, renderer.problemPage));
  return router;
}

function handlersOf(route: WorkspaceRoute, tools: WorkspaceTools): RequestHandler[] {
  const run = replying((request, response) => replyTo(request, response, route, tools));
  if (route.method === 'GET') return [run];
  if (route.isForPrograms) return [leaveBodyUnread, run];
  const readBody = route.isUpload ? leaveBodyUnread : formBody(route.isKept);
  return [sameOrigin, readBody, keepForm(route), run];
}

/** Runs a route, and writes its result as HTTP. */
async function replyTo(
  request: Request,
  response: Response,
  route: WorkspaceRoute,
  tools: WorkspaceTools,
): Promise<Reply> {
  const { service, renderer } = tools;
  const result = await runRoute(request, response, route, tools).finally(() => {
    // The connection cannot be used again, because the rest of a refused upload is not read.
    if (route.isUpload && !request.complete) response.setHeader('Connection', 'close');
  });

  settleWrite(response, route.isUpload === true || (result !== 'not modified' && isWrite(result)));
  if (result === 'not modified') return { status: 304 };
  if ('file' in result) return sendFile(result, request, response, service);
  if ('zip' in result) return sendZip(result, request, response);
  if ('lines' in result) return { headers: ['Content-Type', 'application/x-ndjson', ...noStore], body: result.lines };
  return renderer.replyWith(result, response, service.clock());
}

/**
 * Whether something was stored or sent. The result is then a redirect, the page of a secret, or the page of a request that
 * was sent.
 */
function isWrite(result: WorkReply): boolean {
  return 'to' in result || ('body' in result && (result.isSecret || result.isCharged) === true);
}

/**
 * Redirects old addresses. Those of forms are still served, for tabs that were open. So is the address that OpenID
 * providers know.
 */
const followMove: RequestHandler = (request, response, next) => {
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

/** Takes the place of the body parser for a form with files, whose body is read while they are stored, and for one that is not read. */
const leaveBodyUnread: RequestHandler = (request, _response, next) => {
  request.body = [];
  next();
};

/** Sends a picture, always in WebP, or a file to save. No file may become a document of this origin. */
async function sendFile(
  { file, picture, isShown = false }: SavedFileReply,
  request: Request,
  response: Response,
  service: Service,
): Promise<Reply> {
  const body = await mediaBody(service, identityOf(stateOf(response)).brand.slug, file, picture);
  const caching = ['Cache-Control', picture === null ? 'private, no-cache' : 'private, max-age=31536000, immutable'];
  const policy = ['Content-Security-Policy', `default-src 'none'; sandbox${isShown ? "; frame-ancestors 'self'" : ''}`];
  const framing = isShown ? ['X-Frame-Options', 'SAMEORIGIN'] : [];
  const disposition = dispositionOf(body.name, picture !== null || isShown);
  return fileReply(service.fs, request, body, [...caching, ...policy, ...framing, ...disposition]);
}

/** Sends files as one ZIP. Media that are removed meanwhile break it. */
function sendZip(result: ZipReply, request: Request, response: Response): Reply {
  const { portal: context } = pageStateOf(response);
  if (!context) throw notFound('File');
  return zipAnswer(result, context, clientNetwork(request), context.newest);
}

/** Keeps the fields of a form with content for the page of a refusal, such as that of an ended session. */
function keepForm({ isKept }: WorkspaceRoute): RequestHandler {
  return (request, response, next) => {
    if (isKept) pageStateOf(response).sentForm = sentIn(request);
    next();
  };
}

const sentIn = ({ method, body }: Request): readonly (readonly [string, string])[] => (method === 'POST' ? body : []);

/**
 * Runs a route if the caller may use it. A caller without a session is sent to the sign-in form.
 *
 * @throws PortalError
 */
async function runRoute(
  request: Request,
  response: Response,
  route: WorkspaceRoute,
  tools: WorkspaceTools,
): Promise<WorkReply | 'not modified'> {
  const state = pageStateOf(response);
  const context = contextOf(request, response, route, tools);
  const principal = await context.recognise();
  state.principal = principal;
  if (principal === null) {
    if (route.who === 'anyone') return route.run(context);
    if (state.sentForm === null) return signInReply(request);
    throw new PortalError('unauthenticated', 'You were signed out meanwhile. Nothing was stored.');
  }

  chargePerson(tools.limits, request, response, principal.person.id, request.method === 'POST' ? 'write' : 'read');
  const signedIn = { ...context, principal };
  speakTo(request, principal.person, null);
  switch (route.who) {
    case 'anyone':
      return route.run(context);
    case 'person':
      return route.run(signedIn);
    case 'operator':
      if (!principal.person.operator) throw new PortalError('forbidden', 'Only an operator can do this.');
      return route.run(signedIn);
    default:
      return runBrandRoute(request, response, route, signedIn, tools.renderer);
  }
}

/**
 * Runs a route of a brand for a person whose role suffices.
 *
 * @throws PortalError
 */
async function runBrandRoute(
  request: Request,
  response: Response,
  route: BrandRoute,
  context: SignedInContext,
  renderer: PageRenderer,
): Promise<WorkReply | 'not modified'> {
  const { brand = '' } = context.params;
  const { brand: record, role } = requireBrandOf(context.principal, brand);
  const { person } = context.principal;
  const mayBeHere = role !== 'viewer' || (route.who === 'viewer' && translatesIn(person, brand).length > 0);
  if (!mayBeHere) throw notFound(say`Brand ${brand}`);
  stateOf(response).identity = { actor: personActor(person, role, record.slug), brand: record };
  const state = pageStateOf(response);
  state.params = context.params;
  state.peopleToAsk = await peopleToAsk(context.service, brand, role);
  const brandContext = await workContextOf(context, record, role);
  state.portal = brandContext;
  state.waiting = await askedOfPerson(brandContext);
  speakTo(request, person, brandContext.catalog);
  requireRole(role, route.who, state.peopleToAsk);

  if (route.hasETag) {
    const tag = renderer.pageTag(response);
    response.setHeader('ETag', etagOf(tag));
    if (isNotModified(request, tag)) return 'not modified';
  }

  const result = await route.run(brandContext);
  // An upload may outlast the session or the role.
  if (route.isUpload) await brandContext.recheckAccess();
  return result;
}

/**
 * @param people those whom the person may ask
 * @throws `forbidden`
 */
function requireRole(role: Role, required: Role, people: readonly Colleague[]): void {
  if (isAtLeast(role, required)) return;
  const names = people.filter((person) => isAtLeast(person.role, required)).map(({ name }) => name);
  const [first = asSaid('the operator of this portal'), ...others] = names.slice(0, 5);
  const asked = others.reduce<Said | string>((before, name) => say`${before} or ${name}`, first);
  throw new PortalError('forbidden', say`This requires the ${asSaid(required)} role. Ask ${asked}.`);
}

function contextOf(request: Request, response: Response, route: WorkspaceRoute, tools: WorkspaceTools): Context {
  const { service, limits, config, oauth, provider } = tools;
  const { origin } = pageStateOf(response);
  return {
    ...askedIn(request, response, service),
    url: request.originalUrl,
    form: fieldsOf(sentIn(request)),
    formEntries: sentIn(request),
    upload: route.isUpload ? uploadIn(request, service.limits.fileBytes) : null,
    origin,
    webhookTargets: { allow: config.webhook_allow, origin: config.backend_url },
    contact: config.backend_contact,
    oauth,
    provider,
    recognise: () => authenticate(request, service, origin),
    cookie: (name) => readCookie(request, origin, name),
    async countFailure() {
      const budget = limits.takeFailure(clientNetwork(request));
      if (!budget?.isExceeded) return;
      response.setHeader('Retry-After', String(budget.resetSeconds));
      throw new PortalError('rate_limited', 'Too many links that did not work.');
    },
  };
}
