import type { RequestHandler } from 'express';
import { methodNotAllowed } from '../problem.js';
import { type Headers, send, setHeaders } from '../reply.js';

/** Response headers that are not on the safelist of the Fetch standard. */
const exposed = [
  'Content-Disposition, Content-Range, ETag, Idempotency-Replayed, Ignored-Fields, Link, Location, Markdown-Lost, Merged',
  'Portal-Position, Proposal, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'X-RateLimit-Writes-Limit, X-RateLimit-Writes-Remaining',
].join(', ');

/** Request headers that are not on it. */
const sendable = [
  'Authorization, Content-Digest, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID',
  'Portal-Position, X-Request-Id',
].join(', ');

/** `Access-Control-Max-Age` of a preflight. */
const preflightSeconds = 600;

/** Cross-origin resource sharing (Fetch standard): scripts of the configured origins may read answers, no others. Never cookies. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  /** @param origins serialised, as browsers send them: `https://brand.example`; none: CORS is off, with no header at all */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Headers of every answer to a request of this origin. */
  headers(origin: string | undefined): Headers {
    if (this.#origins.size === 0) return [];
    if (!this.#isAllowed(origin)) return ['Vary', 'Origin'];
    return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed];
  }

  /** Preflight requests; any other OPTIONS, and a preflight of another origin, is 405. */
  preflight(methods: readonly string[]): RequestHandler {
    const refuse = methodNotAllowed(methods);
    const headers = [
      ...['Access-Control-Allow-Methods', methods.join(', ')],
      ...['Access-Control-Allow-Headers', sendable],
      ...['Access-Control-Max-Age', String(preflightSeconds)],
    ];
    return (request, response, next) => {
      const { origin, 'access-control-request-method': wanted } = request.headers;
      if (wanted === undefined || !this.#isAllowed(origin)) return refuse(request, response, next);
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
