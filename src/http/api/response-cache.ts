import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.js';
import type { Resource } from '../../operations/resource.js';
import type { BrandRecord } from '../../registry/records.js';
import type { Service } from '../../service/service.js';
import { admitCaller, admitRequest } from '../admission/admit.js';
import type { Cors } from '../admission/cors.js';
import { bearer, credentialsOf } from '../admission/credentials.js';
import type { RateLimits } from '../admission/rate-limit.js';
import { callerOf, reportRequest } from '../admission/request.js';
import { type Headers, joinHeaders } from '../headers.js';
import { sendInBatch } from '../node/send-batch.js';
import type { HttpObserver } from '../observer.js';
import { positionHeaders, positionOf } from './position.js';
import { type Representation, replyTo } from './response.js';
import { apiPrefix, type Route } from './routes.js';

export interface CachedResponse extends Representation {
  readonly route: Route;
  readonly resource: Resource;
}

export interface ResponseCacheOptions {
  readonly service: Service;
  readonly log: Log;
  readonly limits: RateLimits;
  readonly cors: Cors;
  /** Headers of every answer. */
  readonly security: Headers;
  /** Of bodies and addresses kept. */
  readonly maxBytes: number;
  readonly observer?: HttpObserver | undefined;
}

/** Overhead of an entry, as measured: 100,000 of them take 75 MiB beyond their bodies and the catalog. */
const entryBytes = 800;

/**
 * LRU cache of the answers to reads, in front of Express. Its key is brand, modules and URL; a hit is validated on every request: the
 * caller is admitted as Express would do it, and the version is the resource's current one. Whatever else happens, a
 * refusal and an error included, is a cache miss: Express answers.
 */
export class ResponseCache {
  readonly #service: Service;
  readonly #log: Log;
  readonly #limits: RateLimits;
  readonly #cors: Cors;
  readonly #security: Headers;
  readonly #observer: HttpObserver | undefined;
  readonly #responses: LRUCache<string, CachedResponse>;

  constructor({ service, log, limits, cors, security, maxBytes, observer }: ResponseCacheOptions) {
    this.#service = service;
    this.#log = log;
    this.#limits = limits;
    this.#cors = cors;
    this.#security = security;
    this.#observer = observer;
    this.maxEntryBytes = maxBytes / 8;
    const sizeCalculation = ({ body }: CachedResponse, key: string): number => body.length + key.length + entryBytes;
    this.#responses = new LRUCache({ maxSize: maxBytes, sizeCalculation });
    observer?.onResponseCache(() => ({ count: this.#responses.size, bytes: this.#responses.calculatedSize }));
  }

  /** Size limit of one answer: a larger one would drive out too many others. */
  readonly maxEntryBytes: number;

  store(brand: BrandRecord, url: string, response: CachedResponse): void {
    this.#responses.set(keyOf(brand, url), response);
  }

  /** @param next answers on a cache miss */
  before(next: RequestListener): RequestListener {
    return (request, response) => {
      if (!this.#answer(request, response, next)) next(request, response);
    };
  }

  /** @returns `false` on a cache miss that is known at once */
  #answer(request: IncomingMessage, response: ServerResponse, next: RequestListener): boolean {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false;
    const start = performance.now();
    const credentials = credentialsOf(request, bearer);
    const { key } = credentials;
    const identity = key === null ? null : this.#service.callers.identifyNow(key);
    if (identity === null) return false;
    const { actor, brand } = identity;
    const cached = this.#responses.get(keyOf(brand, url));
    if (cached === undefined) return false;
    const { route, resource, version } = cached;
    const current = nullOnError(() => this.#service.versionNow(brand.slug, resource, positionOf(request)));
    if (current !== version) return false;
    const admission = admitRequest(request, this.#security);
    if (admission.refusal !== null) return false;
    const { requestId } = admission;

    this.#limits
      .take(request, actor.id, route.operation.right)
      .then((budgets) => {
        const caller = admitCaller({ credentials, identity, budgets, access: route.operation });
        if (caller.refusal !== null) {
          next(request, response);
          return;
        }
        const { status, headers, body } = replyTo(request, cached, route.status);
        const reached = positionHeaders(this.#service.positionNow(brand.slug));
        const cors = this.#cors.headers(request.headers.origin);
        response.writeHead(status, joinHeaders(admission.headers, cors, caller.headers, reached, headers));
        sendInBatch(response, body, () => {
          const [ms, path, by] = [performance.now() - start, apiPrefix + route.path, callerOf(identity)];
          const handled = { requestId, method, url, route: path, status, ms, caller: by, isFinished: true };
          reportRequest(this.#log, this.#observer, handled);
        });
      })
      .catch(() => response.destroy());
    return true;
  }
}

/** An answer may leave out what the brand's modules do not show. */
function keyOf({ slug, modules }: BrandRecord, url: string): string {
  return `${slug} ${modules.join()} ${url}`;
}

/** A disk that cannot be read makes a cache miss: Express's path reports it. */
function nullOnError<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
