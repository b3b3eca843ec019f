import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { address, type Fields, type NewSession, type PageReply, type Reply } from '../../backend/context.js';
import { errorPage } from '../../backend/error-page.js';
import { renderPage } from '../../backend/layout.js';
import type { PortalError } from '../../errors.js';
import type { BrandRecord } from '../../registry/records.js';
import type { SessionFacts } from '../../registry/sessions.js';
import { signInPath } from '../../service/sign-in-link.js';
import { stateOf } from '../admission/request.js';
import { captureHelmet, type Headers, setHeaders } from '../headers.js';
import type { Assets } from './assets.js';
import { cookieName } from './request.js';

/** No inline script or style, no DOM from text: what content holds cannot run even where it came through. */
const policy: Headers = captureHelmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
  },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  // With `no-referrer` browsers would send `Origin: null` with forms.
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** Headers of every answer; a secret page has other ones for caches. */
export const pageHeaders: Headers = [...policy, 'Cache-Control', 'private, no-cache', 'Vary', 'Cookie'];

/** Facts of a request that its page shows. */
export interface RequestFacts {
  origin: string;
  /** `null`: no session. */
  session: SessionFacts | null;
  brand: BrandRecord | null;
  params: Fields;
  /** The brand's newest commit when the request came. */
  head: string | null;
}

const facts = new WeakMap<Response, RequestFacts>();

export function factsOf(response: Response): RequestFacts {
  const known = facts.get(response) ?? { origin: '', session: null, brand: null, params: {}, head: null };
  facts.set(response, known);
  return known;
}

/** Writes replies. */
export class PageSender {
  readonly #assets: Assets;

  constructor(assets: Assets) {
    this.#assets = assets;
  }

  async send(response: Response, reply: Reply, now: Date): Promise<void> {
    if ('to' in reply) {
      if (reply.session !== undefined) this.#setSession(response, reply.session, now);
      response.setHeader('Location', reply.to);
      response.status(303).end();
    } else if ('text' in reply) {
      setHeaders(response, ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store']);
      response.status(reply.text === '' ? 204 : 200).end(reply.text);
    } else {
      await this.#sendPage(response, reply);
    }
  }

  /** Sends a failure, as `problems` asks for it. */
  readonly sendProblem = async (response: Response, problem: PortalError | null): Promise<void> => {
    const retryAfter = response.getHeader('Retry-After');
    const seconds = retryAfter === undefined ? undefined : String(retryAfter);
    await this.#sendPage(response, errorPage(problem, stateOf(response).requestId, seconds));
  };

  /** Version of a timeless page: it changes with the content, the person and the program. */
  versionOf(response: Response): string {
    const { session, brand, head } = factsOf(response);
    const seen = JSON.stringify([head, session?.person, brand, this.#assets.css.path, this.#assets.script.path]);
    return createHash('sha256').update(seen).digest('hex').slice(0, 32);
  }

  async #sendPage(response: Response, { status, title, body, isSecret, refresh }: PageReply): Promise<void> {
    const { session, brand, params, head } = factsOf(response);
    const [path = ''] = response.req.originalUrl.split('?');
    const assets = { css: this.#assets.css.path, script: this.#assets.script.path };
    const frame = { title, facts: session, brand, path, params, seen: head, assets, refresh };
    const html = await renderPage(frame, body);
    if (isSecret) response.setHeader('Cache-Control', 'no-store');
    if (status !== undefined) response.status(status);
    const length = String(Buffer.byteLength(html));
    setHeaders(response, ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', length]);
    response.end(html);
  }

  /** @param session `null`: it ends, and the browser drops the pages that it has kept */
  #setSession(response: Response, session: NewSession | null, now: Date): void {
    const { origin } = factsOf(response);
    const secure = origin.startsWith('https:') ? ['Secure'] : [];
    // Not `Expires`: the clock of the browser's machine may be wrong.
    const seconds = session === null ? 0 : Math.floor((Date.parse(session.expires_at) - now.getTime()) / 1000);
    const cookie = [`${cookieName(origin)}=${session?.token ?? ''}`, `Max-Age=${seconds}`];
    response.append('Set-Cookie', [...cookie, 'Path=/', 'HttpOnly', 'SameSite=Strict', ...secure].join('; '));
    if (session === null) response.setHeader('Clear-Site-Data', '"cache"');
  }
}

/** The way of a request without a session to the form that begins one, and back to its address. */
export function signInReply({ method, originalUrl, headers }: Request): Reply {
  // A link from another site comes without the cookie, which is `SameSite=Strict`: loaded again, the address has it.
  if (method === 'GET' && headers['sec-fetch-site'] === 'cross-site') {
    const body = (
      <p>
        <a href={originalUrl}>Go on</a>
      </p>
    );
    return { title: 'One moment', body, refresh: originalUrl };
  }
  const next = method === 'GET' && originalUrl !== '/backend' ? originalUrl : undefined;
  return { to: address(signInPath, { next }) };
}
