import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { ErrorPage, errorTitle } from '../../backend/error-page.js';
import { type Frame, renderPage } from '../../backend/layout.js';
import { address, type Fields, type PageReply, type Reply } from '../../backend/visit.js';
import type { PortalError } from '../../errors.js';
import type { BrandRecord } from '../../registry/records.js';
import type { SessionFacts } from '../../registry/sessions.js';
import { signInPath } from '../../service/sign-in-link.js';
import { stateOf } from '../admission/request.js';
import { etagOf, isNotModified } from '../api/response.js';
import { captureHelmet, type Headers, setHeaders } from '../headers.js';
import type { Assets } from './assets.js';

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

export const pageHeaders: Headers = [...policy, 'Cache-Control', 'private, no-cache', 'Vary', 'Cookie'];

/** What is known of a request when its page is drawn. */
interface Known {
  facts: SessionFacts | null;
  brand: BrandRecord | null;
  /** What the address names. */
  params: Fields;
  /** The brand's newest commit when the request came. */
  head: string | null;
}

/** Draws pages and sends them. */
export class Pages {
  readonly #assets: Assets;
  readonly #known = new WeakMap<Response, Known>();

  constructor(assets: Assets) {
    this.#assets = assets;
  }

  of(response: Response): Known {
    let known = this.#known.get(response);
    if (known === undefined) {
      known = { facts: null, brand: null, params: {}, head: null };
      this.#known.set(response, known);
    }
    return known;
  }

  async send(request: Request, response: Response, reply: Reply): Promise<void> {
    if ('to' in reply) {
      response.setHeader('Location', reply.to);
      response.status(303).end();
      return;
    }
    if ('text' in reply) {
      setHeaders(response, ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store']);
      response.status(reply.text === '' ? 204 : 200).end(reply.text);
      return;
    }
    await this.#sendPage(request, response, reply);
  }

  async #sendPage(request: Request, response: Response, { status = 200, title, body, isSecret }: PageReply) {
    if (isSecret) response.setHeader('Cache-Control', 'no-store');
    this.#sendHtml(response, status, await renderPage(this.#frame(request, response, title), body));
  }

  /** 304 when the browser has the page as it is: of the same content, person and program. */
  isUnchanged(request: Request, response: Response): boolean {
    const { facts, brand, head } = this.of(response);
    if (head === null || facts === null) return false;
    const seen = JSON.stringify([head, facts.person, brand, this.#assets.css.path, this.#assets.script.path]);
    const version = createHash('sha256').update(seen).digest('hex').slice(0, 32);
    response.setHeader('ETag', etagOf(version));
    if (!isNotModified(request, version)) return false;
    response.status(304).end();
    return true;
  }

  /** Where a signed-in person came to an address and is not signed in. */
  async sendToSignIn(request: Request, response: Response): Promise<void> {
    // A link from another site comes without the cookie, which is `SameSite=Strict`: the same address again has it.
    if (request.method === 'GET' && request.get('sec-fetch-site') === 'cross-site') {
      const refresh = request.originalUrl;
      const body = (
        <p>
          <a href={refresh}>Go on</a>
        </p>
      );
      const frame = { ...this.#frame(request, response, 'One moment'), refresh };
      this.#sendHtml(response, 200, await renderPage(frame, body));
      return;
    }
    const next = request.method === 'GET' && request.originalUrl !== '/backend' ? request.originalUrl : undefined;
    await this.send(request, response, { to: address(signInPath, { next }) });
  }

  /** As `problems` sends a failure. */
  readonly sendProblem = async (response: Response, problem: PortalError | null): Promise<void> => {
    const { requestId } = stateOf(response);
    const after = response.getHeader('Retry-After');
    const retryAfter = after === undefined ? undefined : String(after);
    const frame = this.#frame(response.req, response, errorTitle({ problem }));
    const body = <ErrorPage problem={problem} requestId={requestId} retryAfter={retryAfter} />;
    this.#sendHtml(response, null, await renderPage(frame, body));
  };

  #frame(request: Request, response: Response, title: string): Frame {
    const { facts, brand, params, head: seen } = this.of(response);
    const [path = ''] = request.originalUrl.split('?');
    const { css, script } = this.#assets;
    return { title, facts, brand, path, params, seen, assets: { css: css.path, script: script.path } };
  }

  #sendHtml(response: Response, status: number | null, html: string): void {
    if (status !== null) response.status(status);
    setHeaders(response, [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(Buffer.byteLength(html)),
    ]);
    response.end(html);
  }
}
