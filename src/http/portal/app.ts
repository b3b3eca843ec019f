import express, { type Request, type RequestHandler, type Response } from 'express';
import { PortalError } from '../../lib/errors.js';
import type { Log } from '../../log.js';
import { type FileReply, type PortalReply, portalContextOf, type Reader } from '../../portal/context.js';
import { type FrameAssets, renderFrame } from '../../portal/parts/frame.js';
import { type PortalRoute, portalRoutes, unknownRoute } from '../../portal/routes.js';
import type { Service } from '../../service/service.js';
import { sharePath } from '../../service/sign-in-url.js';
import type { RateLimits } from '../admission/rate-limit.js';
import { stateOf } from '../admission/request.js';
import { preferredTypes } from '../api/media-type.js';
import { assetReply, loadAssets } from '../assets.js';
import { fieldsOf, formBody, originOf } from '../backend/forms.js';
import { captureHelmet, type Headers } from '../headers.js';
import { asPage, methodNotAllowed, problems } from '../problem.js';
import { type Reply, replying, setHeaders } from '../reply.js';
import { answerFile } from './file.js';
import { gateReply, isFromElsewhere, momentReply, shareReply, startReply } from './gate.js';
import { admit, type Door } from './reader.js';

interface PortalOptions {
  readonly service: Service;
  readonly log: Log;
  readonly limits: RateLimits;
  /** `backend_url` of the configuration. */
  readonly backendUrl: string | null;
}

const policy: Headers = captureHelmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      mediaSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
  },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
});

/** Handler of the portals of all brands: `/brands/<slug>/…`. A request passes, in order: door, reader, route, frame. */
export function portalApp({ service, log, limits, backendUrl }: PortalOptions): RequestHandler {
  const files = loadAssets('portal', ['portal.css', 'portal.js', 'look.js', 'inter.woff2'], '/assets/');
  const assets: FrameAssets = {
    css: files['portal.css'].path,
    script: files['portal.js'].path,
    look: files['look.js'].path,
    font: files['inter.woff2'].path,
  };
  const router = express.Router({ caseSensitive: true });
  for (const asset of Object.values(files)) {
    router
      .route(asset.path)
      .get(replying(assetReply(asset)))
      .all(methodNotAllowed(['GET']));
  }
  const tools: Tools = { service, assets, backendUrl };
  const brandRouter = express.Router({ caseSensitive: true, mergeParams: true });
  const handIn = async (request: Request, response: Response): Promise<Reply> => {
    setHeaders(response, policy);
    const slug = String(request.params.brand);
    return shareReply({ request, door: doorOf(request, slug, backendUrl), assets }, slug, service, limits);
  };
  brandRouter
    .route(sharePath)
    .get(replying((request, response) => runRoute(request, response, null, tools)))
    .post(formBody(), replying(handIn))
    .all(methodNotAllowed(['GET', 'POST']));
  for (const route of [...portalRoutes, unknownRoute]) {
    brandRouter
      .route(route.path)
      .get(replying((request, response) => runRoute(request, response, route, tools)))
      .all(methodNotAllowed(['GET']));
  }
  router
    .route('/')
    .get(
      replying((request, response) => {
        setHeaders(response, policy);
        return startReply(request, service, assets);
      }),
    )
    .all(methodNotAllowed(['GET']));
  router.use('/brands/:brand', brandRouter, problems(log, asPage));
  return router;
}

interface Tools {
  readonly service: Service;
  readonly assets: FrameAssets;
  readonly backendUrl: string | null;
}

const doorOf = (request: Request, slug: string, backendUrl: string | null): Door => ({
  base: `/brands/${encodeURIComponent(slug)}`,
  origin: originOf(request, backendUrl),
  workspaceOrigin: null,
  hasSessions: true,
});

/** @param route `null`: the gate, also for those who are let in */
async function runRoute(
  request: Request,
  response: Response,
  route: Pick<PortalRoute, 'run' | 'forms'> | null,
  tools: Tools,
): Promise<Reply> {
  const { service, assets, backendUrl } = tools;
  setHeaders(response, policy);
  const params = Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)]));
  const slug = params.brand ?? '';
  const brand = (await service.registered()).get(slug);
  const door = doorOf(request, slug, backendUrl);
  const admission = await admit(request, service, brand, door);
  if ('refused' in admission) return gateReply({ request, door, assets }, admission.refused?.name ?? null);
  if (brand === undefined || route === null) return gateReply({ request, door, assets }, null);
  const { reader } = admission;
  const query = fieldsOf(new URL(request.originalUrl, 'http://portal.invalid').searchParams);
  const { requestId } = stateOf(response);
  const context = await portalContextOf({ service, requestId, brand, params, query }, reader);
  const form = preferredTypes(request).find((type) => Object.hasOwn(route.forms ?? {}, type));
  const formHref = form === undefined ? undefined : route.forms?.[form];
  const reply = await missedBy(request, reader, () => {
    return formHref === undefined ? route.run(context) : { to: formHref(context) };
  });
  if (reply === null) return momentReply(request, assets);
  if ('file' in reply) return answerFile(request, reply, context);
  return write(reply, (page) => renderFrame(page, context, assets));
}

/** Answer of a route; `null`: it has none for a guest who may be a person of the brand, whose cookie did not come along. */
async function missedBy(
  request: Request,
  { person, workspaceOrigin }: Reader,
  run: () => PortalReply | Promise<PortalReply>,
): Promise<PortalReply | null> {
  const mayBePerson = person === null && workspaceOrigin === null && isFromElsewhere(request);
  try {
    const reply = await run();
    return mayBePerson && 'body' in reply && reply.status === 404 ? null : reply;
  } catch (error) {
    if (mayBePerson && error instanceof PortalError && error.code === 'not_found') return null;
    throw error;
  }
}

async function write(
  reply: Exclude<PortalReply, FileReply>,
  frame: (reply: Extract<PortalReply, { body: unknown }>) => Promise<string>,
): Promise<Reply> {
  const caching = ['Cache-Control', 'private, no-store'];
  if ('to' in reply) return { status: 303, headers: ['Location', reply.to, ...caching] };
  if ('text' in reply) {
    const headers = ['Content-Type', reply.type, 'Cache-Control', reply.caching ?? 'private, no-store'];
    return { headers, body: reply.text };
  }
  if ('stream' in reply) {
    const disposition = ['Content-Disposition', `attachment; filename="${reply.name}"`];
    return { headers: ['Content-Type', reply.type, ...disposition, ...caching], body: reply.stream };
  }
  const headers = ['Content-Type', 'text/html; charset=utf-8', ...caching];
  return { status: reply.status ?? 200, headers, body: await frame(reply) };
}
