import { hash } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { notFound, PortalError } from '../../lib/errors.js';
import type { Log } from '../../log.js';
import { type PortalContext, type PortalReply, portalContextOf } from '../../portal/context.js';
import { type FrameAssets, renderFrame } from '../../portal/parts/frame.js';
import { type PortalRoute, portalRoutes } from '../../portal/routes.js';
import type { Service } from '../../service/service.js';
import { clientNetwork } from '../admission/client-network.js';
import type { NetworkBudget } from '../admission/rate-limit.js';
import { stateOf } from '../admission/request.js';
import { assetReply, loadAssets } from '../assets.js';
import { fieldsOf, originOf } from '../backend/forms.js';
import { type Headers, noStore } from '../headers.js';
import type { Hosts } from '../hosts.js';
import { asPage, isOfServer, methodNotAllowed, problems } from '../problem.js';
import { etagOf, isNotModified, type Reply, replying, setHeaders } from '../reply.js';
import { answerFile } from './file.js';
import { hasOwnCookie, type PageCache } from './page-cache.js';
import { policies } from './policy.js';
import { type Door, readerOf } from './reader.js';

export interface PortalOptions {
  readonly service: Service;
  readonly log: Log;
  readonly hosts: Hosts;
  readonly cache: PageCache;
  /** Requests of guests, by network. */
  readonly budget: NetworkBudget;
  /** `backend_url` of the configuration. */
  readonly backendUrl: string | null;
  /** `files_url` of the configuration. */
  readonly filesUrl: string | null;
  /** Sites that may frame pages for guests. */
  readonly frameAncestors: readonly string[];
  /** Time for which a shared cache keeps a page for guests without asking. */
  readonly sharedSeconds: number;
}

/** Handler of the portals of all brands, at `/brands/<slug>/…` or a host of a brand. A request passes, in order: door, reader, route, frame. */
export function portalApp(options: PortalOptions): RequestHandler {
  const { log, hosts } = options;
  const files = loadAssets('portal', ['portal.css', 'portal.js', 'inter.woff2'], '/assets/');
  const assets: FrameAssets = {
    css: files['portal.css'].path,
    script: files['portal.js'].path,
    font: files['inter.woff2'].path,
  };
  const tools: Tools = { ...options, assets, policyFor: policies(options.filesUrl, options.frameAncestors) };
  const router = express.Router({ caseSensitive: true });
  for (const asset of Object.values(files)) {
    router
      .route(asset.path)
      .get(replying(assetReply(asset)))
      .all(methodNotAllowed(['GET']));
  }
  const brandRouter = express.Router({ caseSensitive: true, mergeParams: true, strict: true });
  brandRouter.use(toOneSpelling);
  for (const route of portalRoutes) {
    brandRouter
      .route(route.path)
      .get(replying((request, response) => runRoute(request, response, route, tools)))
      .all(methodNotAllowed(['GET']));
  }
  const failures = problems(log, asPage);
  const nothing: RequestHandler = () => {
    throw notFound('Page');
  };
  const ownHost = express.Router().use(brandRouter, nothing, failures);
  router.use((request, response, next) => {
    if (hosts.own(request) === null || isOfServer(request.originalUrl)) next();
    else ownHost(request, response, next);
  });
  router.use('/brands/:brand', brandRouter, nothing, failures);
  return router;
}

/** Relative links between pages need one spelling: a slash at the end of the home's address, and of no other. */
const toOneSpelling: RequestHandler = ({ baseUrl, path, originalUrl }, response, next) => {
  const [, asked = '', query = ''] = /^([^?]*)(.*)$/s.exec(originalUrl) ?? [];
  const isHome = path === '/';
  if (isHome ? asked.endsWith('/') : !path.endsWith('/')) return next();
  response.setHeader('Cache-Control', 'no-store');
  // Slashes in front would make it the address of another host.
  response.redirect(301, `${baseUrl}/${path.replace(/^\/+|\/+$/g, '')}${query}`);
};

interface Tools extends PortalOptions {
  readonly assets: FrameAssets;
  readonly policyFor: ReturnType<typeof policies>;
}

async function runRoute(request: Request, response: Response, route: PortalRoute, tools: Tools): Promise<Reply> {
  const { service, hosts, backendUrl } = tools;
  const own = hosts.own(request);
  const origin = own?.origin ?? originOf(request, backendUrl);
  setHeaders(response, ['Vary', 'Cookie', ...tools.policyFor(origin, false)]);
  const slug = own?.slug ?? String(request.params.brand);
  const door: Door = {
    ...{ base: own === null ? `/brands/${slug}` : '', origin },
    ...{ workspaceOrigin: own === null ? null : backendUrl, hasSessions: own === null },
  };
  const { brand, reader } = await admit(request, slug, door, tools);
  const params = Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)]));
  const query = fieldsOf(new URL(request.originalUrl, 'http://portal.invalid').searchParams);
  const { requestId } = stateOf(response);
  const context = await portalContextOf({ service, requestId, brand, params, query }, reader);
  const reply = await route.run(context);
  if ('file' in reply) return answerFile(request, reply, context);
  return write(reply, request, response, context, tools);
}

/** Finds the brand and who asks for it. Guests are charged, whether they are let in or not. @throws `not_found`, `rate_limited` */
async function admit(request: Request, slug: string, door: Door, { service, budget }: Tools) {
  let isPerson = false;
  try {
    const brand = (await service.registered()).get(slug);
    if (brand === undefined) throw notFound('Page');
    const reader = await readerOf(request, service, brand, door);
    isPerson = reader.person !== null;
    return { brand, reader };
  } finally {
    const taken = isPerson ? null : await budget.take(clientNetwork(request));
    if (taken?.isExceeded) {
      const message = `Your network may ask for ${taken.limit} pages a minute.`;
      // biome-ignore lint/correctness/noUnsafeFinally: a refusal for the budget comes before any other
      throw new PortalError('rate_limited', message, { retryAfter: taken.resetSeconds });
    }
  }
}

/** Header of what people see, and of what has no address of its own. */
const closed: Headers = ['Cache-Control', 'private, no-store'];

async function write(
  reply: Exclude<PortalReply, { file: unknown }>,
  request: Request,
  response: Response,
  context: PortalContext,
  tools: Tools,
): Promise<Reply> {
  const isGuest = context.actor.kind === 'guest' && context.brand.portal === 'public' && !hasOwnCookie(request);
  if ('to' in reply) return { status: 303, headers: ['Location', reply.to, ...closed] };
  if ('stream' in reply) {
    const disposition = ['Content-Disposition', `attachment; filename="${reply.name}"`];
    return { headers: ['Content-Type', reply.type, ...disposition, ...closed], body: reply.stream };
  }
  if ('text' in reply) {
    const headers: Headers = [
      'Content-Type',
      reply.type,
      ...(isGuest ? ['Cache-Control', 'private, no-cache'] : closed),
    ];
    return isGuest ? tagged(request, headers, Buffer.from(reply.text)) : { headers, body: reply.text };
  }
  const body = Buffer.from(await renderFrame(reply, context, tools.assets));
  const type: Headers = ['Content-Type', 'text/html; charset=utf-8'];
  const { status = 200 } = reply;
  if (status !== 200) return { status, headers: [...type, ...noStore], body };
  if (!isGuest) return { headers: [...type, ...closed], body };
  const { cache, policyFor, sharedSeconds, frameAncestors } = tools;
  const caching = ['Cache-Control', `public, max-age=0, must-revalidate, s-maxage=${sharedSeconds}`];
  const page = tagged(request, [...policyFor(context.origin, true), ...type, ...caching], body);
  if (frameAncestors.length > 0) response.removeHeader('X-Frame-Options');
  await cache.store(response, context, { pageId: reply.pageId ?? null, headers: page.headers, body });
  return page;
}

/** An answer with the hash of its bytes as its tag. */
function tagged(request: Request, headers: Headers, body: Buffer) {
  const tag = hash('sha256', body).slice(0, 32);
  const all: Headers = [...headers, 'ETag', etagOf(tag)];
  return isNotModified(request, tag) ? { status: 304, headers: all } : { headers: all, body };
}
