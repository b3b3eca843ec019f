import { hash, randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { dayForMedia } from '../../content/validity.js';
import type { PortalError } from '../../lib/errors.js';
import type { WaitingRow } from '../../operations/waiting.js';
import type { BrandRecord } from '../../registry/records.js';
import type { Principal } from '../../registry/sessions.js';
import { signInPath } from '../../service/sign-in-url.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { address, type Fields, spelled } from '../../site/addresses.js';
import type { BrandContext } from '../../site/context.js';
import { errorPage } from '../../site/frame/error-page.js';
import { renderWork } from '../../site/frame/frame.js';
import type { Colleague } from '../../site/frame/rights.js';
import type { FrameAssets } from '../../site/frame/shell.js';
import { momentPage } from '../../site/read/gate.js';
import type { LinesReply, PageReply, SavedFileReply, WorkReply, ZipReply } from '../../site/replies.js';
import { toldError } from '../../words/errors.js';
import { words } from '../../words/words.js';
import { stateOf } from '../admission/request.js';
import { dispositionOf } from '../files/file-reply.js';
import { type Headers, jsonType, noStore, pagePolicy, type Reply, refreshed, textType } from '../reply.js';
import { cookieHeaders, sessionHeaders } from './session-cookie.js';

const policyWith = (...formTargets: string[]): Headers =>
  pagePolicy(
    { images: ["'self'", 'data:'], objects: ["'self'"], formTargets },
    {
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    },
  );

/** Headers of every response. A page with a secret overrides `Cache-Control`. */
export const pageHeaders: Headers = [...policyWith(), 'Cache-Control', 'private, no-cache', 'Vary', 'Cookie'];

/** State of a request for a page of the workspace. Each step of the request fills in a part. */
export interface PageState {
  /** Such as `https://portal.example`. */
  origin: string;
  /** `null` without a session. */
  principal: Principal | null;
  /** The brand as this person sees it; `null` if the page has none, or it could not be read. */
  portal: BrandContext | null;
  params: Fields;
  /** People of the brand with a higher role than this person. */
  peopleToAsk: readonly Colleague[];
  /** Things that others wait for from this person. */
  waiting: readonly WaitingRow[];
  /** Fields of a form that a refusal must not lose; `null` if there is none. */
  sentForm: readonly (readonly [string, string])[] | null;
}

const states = new WeakMap<Response, PageState>();

/** State of a response's page. At first it has no session. */
export function pageStateOf(response: Response): PageState {
  const none: PageState = {
    origin: '',
    principal: null,
    portal: null,
    params: {},
    peopleToAsk: [],
    waiting: [],
    sentForm: null,
  };
  const state = states.get(response) ?? none;
  states.set(response, state);
  return state;
}

/** Renders results of the workspace's handlers as HTTP replies. */
export class PageRenderer {
  /** Name of this process in tags of pages, because another process may have another program or configuration. */
  readonly #process = randomUUID();

  constructor(private readonly assets: FrameAssets) {}

  async replyWith(
    reply: Exclude<WorkReply, LinesReply | SavedFileReply | ZipReply>,
    response: Response,
    now: Date,
  ): Promise<Reply> {
    if ('to' in reply) {
      const { origin } = pageStateOf(response);
      const session = reply.session === undefined ? [] : sessionHeaders(reply.session, origin, now);
      return { status: 303, headers: [...session, ...settingCookie(reply, origin), 'Location', reply.to] };
    }
    if ('json' in reply) {
      return { status: 200, headers: [...jsonType, ...noStore], body: JSON.stringify(reply.json) };
    }
    if (!('text' in reply)) return this.#render(reply, response);
    if (reply.csv !== undefined) {
      const type = ['Content-Type', 'text/csv; charset=utf-8', ...dispositionOf(reply.csv, false)];
      return { status: 200, headers: [...type, ...noStore], body: reply.text };
    }
    return { status: reply.text === '' ? 204 : 200, headers: [...textType, ...noStore], body: reply.text };
  }

  /** Page of a failure; `null` for an unexpected one. */
  readonly problemPage = (problem: PortalError | null, response: Response): Promise<Reply> => {
    const retryAfter = response.getHeader('Retry-After');
    const { requestId, identity } = stateOf(response);
    const { principal, sentForm } = pageStateOf(response);
    const page = errorPage({
      problem: problem && toldError(problem),
      sentForm,
      requestId,
      retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
      isForm: response.req.method === 'POST',
      settingsHref: principal?.person.operator && identity ? `${brandWorkspace(identity.brand.slug)}/settings` : null,
    });
    return this.#render(page, response);
  };

  /** Tag of a page that depends only on the content, the person and this process. */
  pageTag(response: Response): string {
    const { principal, peopleToAsk, waiting, portal } = pageStateOf(response);
    const brand = brandOf(response);
    const inputs = JSON.stringify([
      portal?.commit,
      portal && dayForMedia(portal.catalog, portal.service.clock()),
      principal?.person,
      portal?.service.people.formerCount,
      brand,
      peopleToAsk,
      waiting.map(({ key }) => key),
      words().language,
      this.#process,
    ]);
    return hash('sha256', inputs).slice(0, 32);
  }

  async #render(page: PageReply, response: Response): Promise<Reply> {
    const { status = 200, isSecret, formTarget, again } = page;
    const { origin, principal, portal, params, peopleToAsk, waiting } = pageStateOf(response);
    const [path = ''] = response.req.originalUrl.split('?');
    const work = { principal, brand: brandOf(response), portal, path, params, peopleToAsk, waiting };
    const html = await renderWork(page, work, this.assets);
    const own = formTarget === undefined ? [] : policyWith(formTarget);
    const caching = [...own, ...(isSecret ? noStore : []), ...refreshed(again), ...settingCookie(page, origin)];
    return { status, headers: [...caching, 'Content-Type', 'text/html; charset=utf-8'], body: html };
  }
}

const brandOf = (response: Response): BrandRecord | null => stateOf(response).identity?.brand ?? null;

const settingCookie = ({ cookie }: Pick<PageReply, 'cookie'>, origin: string): Headers =>
  cookie === undefined ? [] : cookieHeaders(cookie, origin, 'Lax');

/** Redirects a request without a session to the sign-in form, which leads back to its address. */
export function signInReply({ method, originalUrl, headers }: Request): WorkReply {
  // The cookie is `SameSite=Strict`, so that a link from another site comes without it. A reload sends it.
  if (method === 'GET' && headers['sec-fetch-site'] === 'cross-site') {
    return { title: words().gate.moment, body: momentPage(originalUrl), refresh: originalUrl, isDoor: true };
  }
  if (method === 'POST') return { to: address(signInPath, { said: 'ended' }) };
  const next = originalUrl !== workspacePrefix ? spelled(originalUrl) : undefined;
  return { to: address(signInPath, { next }) };
}
