import type { RequestHandler } from 'express';
import { methodNotAllowed } from '../problem.js';
import { type Headers, send, setHeaders } from '../reply.js';

/** Response headers that scripts can read in addition to the CORS-safelisted ones. */
const exposedHeaders = [
  'Content-Disposition, Content-Range, ETag, Idempotency-Replayed, Ignored-Fields, Link, Location, Markdown-Lost, Merged',
  'Portal-Position, Proposal, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'X-RateLimit-Writes-Limit, X-RateLimit-Writes-Remaining',
].join(', ');

/** Request headers that scripts can send in addition to the CORS-safelisted ones. */
const allowedHeaders = [
  'Authorization, Content-Digest, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID',
  'Portal-Position, X-Request-Id',
].join(', ');

/** `Access-Control-Max-Age` of a preflight. */
const preflightSeconds = 600;

/** Cross-origin resource sharing: only scripts of the configured origins can read responses. Cookies are never allowed. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  /** @param origins as browsers send them, such as `https://brand.example`. Without any, CORS is off: no headers are sent */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Headers of every response to a request of this origin. */
  headers(origin: string | undefined): Headers {
    if (this.#origins.size === 0) return [];
    if (!this.#isAllowed(origin)) return ['Vary', 'Origin'];
    return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposedHeaders];
  }

  /** Preflight requests; any other OPTIONS, and a preflight of another origin, is 405. */
  preflight(methods: readonly string[]): RequestHandler {
    const refuse = methodNotAllowed(methods);
    const headers = [
      ['Access-Control-Allow-Methods', methods.join(', ')],
      ['Access-Control-Allow-Headers', allowedHeaders],
      ['Access-Control-Max-Age', String(preflightSeconds)],
    ].flat();
    return (request, response, next) => {
      const { origin, 'access-control-request-method': requestedMethod } = request.headers;
      if (requestedMethod === undefined || !this.#isAllowed(origin)) return refuse(request, response, next);
      response.removeHeader('Access-Control-Expose-Headers');
      return send(response, { status: 204, headers });
    };
  }

  handler(): RequestHandler {
    return (request, response, next) => {
      setHeaders(response, this.headers(request.headers.origin));
      next();
    };
  }

  #isAllowed(origin: string | undefined): origin is string {
    return origin !== undefined && this.#origins.has(origin);
  }
}
