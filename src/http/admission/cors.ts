import type { RequestHandler } from 'express';
import { type Headers, setHeaders } from '../api/response.js';
import { methodNotAllowed } from '../problem.js';

const exposed = [
  ...['ETag', 'Location', 'Retry-After', 'X-Request-Id'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
].join(', ');

/** What a script may send beside what any page may. */
const sendable = 'Authorization, Content-Type, If-Match, If-None-Match, X-Request-Id';

/** How long a browser may go on without asking again. */
const rememberedSeconds = 600;

/** Which scripts of other sites may read answers: those of the origins that are named, and no others. Never cookies. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  /** @param origins as browsers send them: `https://brand.example`; none: nothing here has any effect */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** For every answer to a request of this origin. */
  headers(origin: string | undefined): Headers {
    if (this.#origins.size === 0) return [];
    return ['Vary', 'Origin', ...this.#allowing(origin)];
  }

  /** An answer's own headers with these, for a client of this origin. */
  with(origin: string | undefined, own: Headers): Headers {
    if (this.#origins.size === 0) return own;
    const varied = own.map((text, at) => (own[at - 1] === 'Vary' ? `Origin, ${text}` : text));
    return [...varied, ...this.#allowing(origin)];
  }

  /** Answers the question that browsers ask before a request; what is no such question, or of another origin, is 405. */
  preflight(methods: readonly string[]): RequestHandler {
    const refuse = methodNotAllowed(methods);
    return (request, response, next) => {
      const { origin, 'access-control-request-method': wanted } = request.headers;
      if (wanted === undefined || !this.#isAllowed(origin)) {
        refuse(request, response, next);
        return;
      }
      setHeaders(response, [
        ...['Access-Control-Allow-Methods', methods.join(', ')],
        ...['Access-Control-Allow-Headers', sendable],
        ...['Access-Control-Max-Age', String(rememberedSeconds)],
      ]);
      response.removeHeader('Access-Control-Expose-Headers');
      response.status(204).end();
    };
  }

  handler(): RequestHandler {
    return (request, response, next) => {
      setHeaders(response, this.headers(request.headers.origin));
      next();
    };
  }

  #allowing(origin: string | undefined): Headers {
    if (!this.#isAllowed(origin)) return [];
    return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed];
  }

  #isAllowed(origin: string | undefined): origin is string {
    return origin !== undefined && this.#origins.has(origin);
  }
}
