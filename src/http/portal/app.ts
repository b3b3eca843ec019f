import express, { type Request, type RequestHandler, type Response } from 'express';
import { notFound } from '../../lib/errors.js';
import type { Log } from '../../log.js';
import { type FileReply, type PortalReply, portalContextOf } from '../../portal/context.js';
import { type FrameAssets, renderFrame } from '../../portal/parts/frame.js';
import { type PortalRoute, portalRoutes, unknownRoute } from '../../portal/routes.js';
import type { Service } from '../../service/service.js';
import { stateOf } from '../admission/request.js';
import { assetReply, loadAssets } from '../assets.js';
import { fieldsOf, originOf } from '../backend/forms.js';
import { captureHelmet, type Headers } from '../headers.js';
import { asPage, methodNotAllowed, problems } from '../problem.js';
import { type Reply, replying, setHeaders } from '../reply.js';
import { answerFile } from './file.js';
import { type Door, readerOf } from './reader.js';

interface PortalOptions {
  readonly service: Service;
  readonly log: Log;
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
export function portalApp({ service, log, backendUrl }: PortalOptions): RequestHandler {
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
  const brandRouter = express.Router({ caseSensitive: true, mergeParams: true });
  for (const route of [...portalRoutes, unknownRoute]) {
    brandRouter
      .route(route.path)
      .get(replying((request, response) => runRoute(request, response, route, { service, assets, backendUrl })))
      .all(methodNotAllowed(['GET']));
  }
  router.use('/brands/:brand', brandRouter, problems(log, asPage));
  return router;
}

interface Tools {
  readonly service: Service;
  readonly assets: FrameAssets;
  readonly backendUrl: string | null;
}

async function runRoute(request: Request, response: Response, route: PortalRoute, tools: Tools): Promise<Reply> {
  const { service, assets, backendUrl } = tools;
  setHeaders(response, policy);
  const params = Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)]));
  const brand = (await service.registered()).get(params.brand ?? '');
  if (brand === undefined) throw notFound('Page');
  const origin = originOf(request, backendUrl);
  const door: Door = { base: `/brands/${brand.slug}`, origin, workspaceOrigin: null, hasSessions: true };
  const reader = await readerOf(request, service, brand, door);
  const query = fieldsOf(new URL(request.originalUrl, 'http://portal.invalid').searchParams);
  const { requestId } = stateOf(response);
  const context = await portalContextOf({ service, requestId, brand, params, query }, reader);
  const reply = await route.run(context);
  if ('file' in reply) return answerFile(request, reply, context);
  return write(reply, (page) => renderFrame(page, context, assets));
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
