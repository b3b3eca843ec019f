import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { languageOf } from '../../content/language-tags.js';
import type { Happening } from '../../counts/counts.js';
import { type CountKind, countedWords, home } from '../../counts/day-counts.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { isArchived, isCounted } from '../../registry/records.js';
import { ownerOf } from '../../service/address-owner.js';
import { sharePath } from '../../service/sign-in-url.js';
import { type BrandContext, brandContextOf, type Reader } from '../../site/context.js';
import { mayEdit } from '../../site/frame/bar.js';
import { renderReading } from '../../site/frame/frame.js';
import type { FrameAssets } from '../../site/frame/shell.js';
import { filePage } from '../../site/read/file.js';
import { orMoved } from '../../site/read/moved.js';
import type { BytesReply, FileReply, ReadReply, ZipReply } from '../../site/replies.js';
import { type ReadRoute, readRoutes, translatedRoutes, unknownRoute } from '../../site/routes.js';
import { clientNetwork } from '../admission/rate-limit.js';
import { stateOf } from '../admission/request.js';
import { preferredTypes } from '../api/media-type.js';
import { addAssets, frameAssets, loadAssets } from '../assets.js';
import { dispositionOf } from '../files/file-reply.js';
import { addRoute, addRoutes, asPage, methodNotAllowed, problems } from '../problem.js';
import { speakTo } from '../reader-language.js';
import {
  etagOf,
  type Headers,
  isNotModified,
  noStore,
  type Reply,
  refreshed,
  replying,
  setHeaders,
  textType,
} from '../reply.js';
import type { HttpTools } from '../tools.js';
import { admit, type Door, guestActor } from './admit-reader.js';
import { askedIn } from './asked.js';
import { answerFile } from './file.js';
import { fieldsOf, formBody, requireSameOrigin } from './forms.js';
import { gateLogo, gateReply, isFromElsewhere, momentReply, shareReply, signInHref, startReply } from './gate.js';
import { hasOwnCookie, type PageCache, takesBrotli } from './page-cache.js';
import { policies } from './policy.js';
import { zipAnswer } from './zip.js';

/** Handler of the portals of all brands, at `/brands/<slug>/…` or a host of a brand. A request passes, in order: door, reader, route, frame. */
export function readApp(shared: HttpTools, cache: PageCache): RequestHandler {
  const { log, hosts, service, limits, config } = shared;
  const files = loadAssets();
  const assets = frameAssets(files);
  const tools: Tools = { ...shared, cache, assets, policyFor: policies(config.files_url, config.frame_ancestors) };
  const router = express.Router({ caseSensitive: true });
  addAssets(router, files);
  const brandRouter = express.Router({ caseSensitive: true, mergeParams: true, strict: true });
  brandRouter.use(toOneSpelling);
  const handIn = async (request: Request, response: Response): Promise<Reply> => {
    const { slug, door } = await arrive(request, response, tools);
    return shareReply({ request, door, assets }, slug, service, limits);
  };
  brandRouter
    .route(sharePath)
    .get(replying((request, response) => runRoute(request, response, null, tools)))
    .post(formBody(), replying(handIn))
    .all(methodNotAllowed(['GET', 'POST']));
  const rows = [...readRoutes, ...translatedRoutes, unknownRoute].map(
    (route) => ({ method: 'GET', ...route }) as const,
  );
  for (const route of readRoutes.filter(({ take }) => take !== undefined)) {
    brandRouter.post(
      route.path,
      formBody(),
      replying((request, response) => runRoute(request, response, route, tools)),
    );
  }
  addRoutes(brandRouter, rows, (route) => [replying((request, response) => runRoute(request, response, route, tools))]);
  const failures = problems(log, asPage);
  const ownHost = express.Router().use(brandRouter, failures);
  router.use((request, response, next) => {
    if (hosts.brandHostOf(request) === null || ownerOf(request.originalUrl, true) === 'assets') next();
    else ownHost(request, response, next);
  });
  const start = (request: Request, response: Response): Promise<Reply> => {
    setHeaders(response, tools.policyFor(hosts.origin(request), false));
    return startReply(request, service, assets);
  };
  addRoute(router, 'GET', '/', replying(start));
  router.use('/brands/:brand', brandRouter, failures);
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

interface Tools extends HttpTools {
  readonly cache: PageCache;
  readonly assets: FrameAssets;
  readonly policyFor: ReturnType<typeof policies>;
}

/** The brand that a request names, and the door through which. */
async function arrive(request: Request, response: Response, tools: Tools) {
  const { service, hosts, config, policyFor } = tools;
  const own = hosts.brandHostOf(request);
  const slug = own?.slug ?? String(request.params.brand);
  const origin = own?.origin ?? hosts.origin(request);
  setHeaders(response, ['Vary', 'Cookie', ...policyFor(origin, false)]);
  const registered = (await service.registered()).get(slug);
  const brand = registered && isArchived(registered) ? undefined : registered;
  const shared: Door = {
    ...{ base: `/brands/${encodeURIComponent(slug)}`, origin },
    ...{ workspaceOrigin: null, hasSessions: true },
  };
  if (own === null) return { slug, brand, door: shared };
  const here = { base: '', origin, workspaceOrigin: config.backend_url };
  const door: Door = { ...here, hasSessions: false, sharedBase: shared.base };
  if (brand === undefined || !own.isNamed) return { slug, brand, door };
  const face = (): Promise<BrandContext> => {
    const guest = { ...here, actor: guestActor(brand), person: null };
    return brandContextOf({ ...askedOfBrand(request, response, tools, door), brand }, guest);
  };
  return { slug, brand, door: { ...door, face } };
}

const askedOfBrand = (request: Request, response: Response, { service, config }: HttpTools, door: Door) => ({
  ...askedIn(request, response, service),
  embedsOff: config.embeds_off,
  signInHref: signInHref(request, door),
});

const [homeRoute = unknownRoute] = readRoutes;

/** @param named by the address, unless it is that of a language; `null` for the gate, also for those who are let in */
async function runRoute(request: Request, response: Response, named: ReadRoute | null, tools: Tools): Promise<Reply> {
  const { service, assets } = tools;
  const { brand, door } = await arrive(request, response, tools);
  const admission = await admit(request, service, brand, door);
  const isPerson = 'reader' in admission ? admission.reader.person !== null : admission.refused !== null;
  if (!isPerson) tools.guests.charge(request, (most) => say`Your network may ask for ${most} pages a minute.`);
  if ('refused' in admission) {
    const face = named?.run === filePage ? await door.face?.() : undefined;
    const logo = face && gateLogo(face);
    if (face && logo) return answerFile(request, logo, face);
    return gateReply({ request, door, assets }, admission.refused?.name ?? null);
  }
  if (brand === undefined || named === null) return gateReply({ request, door, assets }, null);
  const asked = askedOfBrand(request, response, tools, door);
  const { lang } = asked.params;
  const languagePart = lang ?? (named.path === '/:page' ? asked.params.page : undefined) ?? '';
  const place = lang === undefined ? request.path : request.path.slice(lang.length + 1);
  const contextOf = (reader: Reader) => brandContextOf({ ...asked, brand, languagePart, place }, reader);
  const isOrdinary = admission.reader.actor.visitor?.preview === undefined;
  const ordinary = { ...admission.reader, actor: isOrdinary ? admission.reader.actor : guestActor(brand) };
  let reader = isOrdinary || !named.isPreviewed ? ordinary : admission.reader;
  let context = await contextOf(reader);
  const isLanguage = context.language === languagePart && languagePart !== context.languages[0];
  const route = lang === undefined ? (isLanguage ? homeRoute : named) : isLanguage ? named : unknownRoute;
  if (route === unknownRoute) {
    // Addresses that are not below a language are answered like any other unknown one.
    if (reader !== ordinary) context = await contextOf(ordinary);
    reader = ordinary;
    context = { ...context, params: {} };
  }
  speakTo(request, reader.person, context.catalog);
  const form = preferredTypes(request).find((type) => Object.hasOwn(route.forms ?? {}, type));
  const formHref = form === undefined ? undefined : route.forms?.[form];
  const run = () => {
    if (request.method === 'POST' && route.take !== undefined) {
      requireSameOrigin(request, door.origin);
      return route.take(context, { form: fieldsOf(request.body), network: clientNetwork(request) });
    }
    return formHref === undefined ? route.run(context) : { to: formHref(context) };
  };
  const { movedHref } = route;
  const reply = await missedBy(request, reader, () =>
    movedHref === undefined ? run() : orMoved(context, movedHref, run),
  );
  if (reply === null) return momentReply(request, assets);
  const happening = happeningOf(reply, route, context);
  stateOf(response).happening = happening;
  if ('file' in reply) return answerFile(request, reply, context);
  if ('bytes' in reply) {
    const headers = ['Content-Type', reply.type, ...dispositionOf(reply.name, false), ...closed];
    return { headers, body: reply.bytes };
  }
  if ('zip' in reply) {
    return zipAnswer(reply, context, clientNetwork(request), async () => {
      const now = (await service.registered()).get(brand.slug);
      const again = await admit(request, service, now, door);
      if (now === undefined || 'refused' in again) throw notFound('Page');
      return brandContextOf({ ...asked, brand: now }, again.reader);
    });
  }
  return write(reply, happening, request, response, context, tools);
}

/** Kind of an answer in the numbers of the brand. `null` for people who edit it and for previews: they are no visitors. */
function happeningOf(reply: ReadReply, route: ReadRoute, context: BrandContext): Happening | null {
  const { brand, slug, query, actor } = context;
  if (!isCounted(brand) || mayEdit(context) || actor.visitor?.preview !== undefined) return null;
  const happened = (kind: CountKind, ...names: (string | null)[]): Happening => ({ brand: slug, kind, names });
  if ('file' in reply) return query.download === undefined ? null : happened('downloads', String(reply.id));
  if ('zip' in reply) return happened('downloads', ...[...reply.zip.values()].map(({ id }) => String(id)));
  if ('missed' in reply && reply.missed !== undefined) return happened('misses', countedWords(reply.missed));
  if (!('body' in reply) || reply.isElsewhere) return null;
  if (route.run === homeRoute.run) return happened('views', home);
  return reply.pageId === undefined ? null : happened('views', String(reply.pageId));
}

/** Header of pages for people, and of answers without an address of their own. */
const closed: Headers = ['Cache-Control', 'private, no-store'];

/** For how many seconds a guest's browser may keep where a page has moved. */
const movedSeconds = 300;

/** Response of a route; `null` for a guest who may be a person of the brand whose cookie was not sent. */
async function missedBy(
  request: Request,
  { person, workspaceOrigin }: Reader,
  run: () => ReadReply | Promise<ReadReply>,
): Promise<ReadReply | null> {
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
  reply: Exclude<ReadReply, FileReply | ZipReply | BytesReply>,
  happening: Happening | null,
  request: Request,
  response: Response,
  context: BrandContext,
  tools: Tools,
): Promise<Reply> {
  const isGuest = context.isOpen && !hasOwnCookie(request) && !('body' in reply && reply.isSecret);
  if ('to' in reply) {
    const caching: Headers = reply.isMoved && isGuest ? ['Cache-Control', `private, max-age=${movedSeconds}`] : closed;
    return { status: reply.isMoved ? 302 : 303, headers: ['Location', reply.to, ...caching] };
  }
  if ('text' in reply) {
    const caching = reply.caching ?? (isGuest ? 'private, no-cache' : 'private, no-store');
    const headers: Headers = [
      ...(reply.type === undefined ? textType : ['Content-Type', reply.type]),
      'Cache-Control',
      caching,
      ...contentLanguage(reply.language),
    ];
    if (!isGuest) return { headers, body: reply.text };
    const { encoding, encoded } = await encodedFor(request, Buffer.from(reply.text));
    return tagged(request, [...headers, ...encoding], encoded);
  }
  const body = Buffer.from(await renderReading(reply, context, tools.assets));
  const language = reply.language ?? languageOf(context.catalog);
  const type: Headers = ['Content-Type', 'text/html; charset=utf-8', ...contentLanguage(language)];
  const { cache, config } = tools;
  const policyFor = (isFramed: boolean): Headers =>
    tools.policyFor(context.origin, isFramed, [...context.frames], context.means.source);
  const { status = 200 } = reply;
  if (status !== 200 || reply.isSecret)
    return { status, headers: [...policyFor(false), ...type, ...noStore, ...refreshed(reply.again)], body };
  if (!isGuest) return { headers: [...policyFor(false), ...type, ...closed], body };
  const seconds = context.cacheSeconds(config.portal_shared_seconds);
  const caching = ['Cache-Control', `public, max-age=0, must-revalidate, s-maxage=${seconds}`];
  const { encoding, encoded } = await encodedFor(request, body);
  const headers = [...policyFor(true), ...type, ...caching, ...encoding];
  const { tag, headers: all, ...page } = tagged(request, headers, encoded);
  setHeaders(response, all);
  if (config.frame_ancestors.length > 0) response.removeHeader('X-Frame-Options');
  // The next one has all its colours.
  if (context.means.isIncomplete) return page;
  // A page that cannot be kept for other guests is sent anyway.
  await cache.store(response, context, { pageId: reply.pageId ?? null, happening, tag, body: encoded }).catch(() => {});
  return page;
}

const contentLanguage = (language: string | undefined): Headers =>
  language === undefined ? [] : ['Content-Language', language];

/** A page or text as the browser takes it, and the headers that say so. Nothing of a person is compressed: its length would tell of it. */
async function encodedFor(request: Request, body: Buffer): Promise<{ encoding: Headers; encoded: Buffer }> {
  const vary: Headers = ['Vary', 'Accept-Encoding'];
  if (!takesBrotli(request)) return { encoding: vary, encoded: body };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return { encoding: [...vary, 'Content-Encoding', 'br'], encoded: await promisify(brotliCompress)(body, { params }) };
}

function tagged(request: Request, headers: Headers, body: Buffer) {
  const tag = hash('sha256', body).slice(0, 32);
  const all: Headers = [...headers, 'ETag', etagOf(tag)];
  return isNotModified(request, tag) ? { tag, status: 304, headers: all } : { tag, headers: all, body };
}
