import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.js';
import { isAllowed } from '../../operations/access.js';
import type { Resource } from '../../operations/resource.js';
import type { Service } from '../../service/service.js';
import { bearerKey, repeatsAuthorization } from '../admission/authenticate.js';
import type { Cors } from '../admission/cors.js';
import { type Budget, budgetHeaders, type RateLimits } from '../admission/rate-limit.js';
import { callerOf, namesHost, reportRequest, requestIdOf } from '../admission/request.js';
import type { HttpObserver } from '../observer.js';
import { answerHeaders, isNotModified, notModifiedHeaders, type ReadyAnswer, securityHeaders } from './response.js';
import { apiPrefix, type Route } from './routes.js';

export interface Remembered extends ReadyAnswer {
  readonly route: Route;
  readonly resource: Resource;
}

export interface ReadyAnswersOptions {
  readonly service: Service;
  readonly log: Log;
  readonly limits: RateLimits;
  readonly cors: Cors;
  /** Of bodies and addresses kept. */
  readonly maxBytes: number;
  readonly observer?: HttpObserver | undefined;
}

/**
 * Answers that were given before and still hold, sent again without the way through Express.
 *
 * Every answer of a read is remembered under brand and URL with the version of what it shows. It is sent only to a key
 * that may read it, and only while that version is the current one; everything else, errors included, takes the long way.
 */
export class ReadyAnswers {
  readonly #service: Service;
  readonly #log: Log;
  readonly #limits: RateLimits;
  readonly #cors: Cors;
  readonly #observer: HttpObserver | undefined;
  readonly #answers: LRUCache<string, Remembered>;

  constructor({ service, log, limits, cors, maxBytes, observer }: ReadyAnswersOptions) {
    this.#service = service;
    this.#log = log;
    this.#limits = limits;
    this.#cors = cors;
    this.#observer = observer;
    const sizeCalculation = ({ body }: Remembered, key: string): number => body.length + key.length + 500;
    this.#answers = new LRUCache({ maxSize: maxBytes, sizeCalculation });
    observer?.onReadyAnswers(() => ({ count: this.#answers.size, bytes: this.#answers.calculatedSize }));
  }

  remember(slug: string, url: string, remembered: Remembered): void {
    this.#answers.set(`${slug} ${url}`, remembered);
  }

  before(next: RequestListener): RequestListener {
    return (request, response) => {
      if (!this.#answer(request, response, next)) next(request, response);
    };
  }

  /** @returns `false` when the request has to take the long way */
  #answer(request: IncomingMessage, response: ServerResponse, next: RequestListener): boolean {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined || !namesHost(request)) return false;
    if (repeatsAuthorization(request)) return false;
    const start = performance.now();
    const key = bearerKey(request.headers.authorization);
    const identity = key === null ? null : this.#currently(() => this.#service.identifyNow(key));
    if (identity === null) return false;
    const { actor, brand } = identity;
    const answer = this.#answers.get(`${brand.slug} ${url}`);
    if (answer === undefined || !isAllowed(answer.route.operation, actor, brand)) return false;
    if (this.#currently(() => this.#service.versionNow(brand.slug, answer.resource)) !== answer.version) return false;

    const send = (budget: Budget | null): void => {
      const requestId = requestIdOf(request);
      const fresh = isNotModified(request, answer);
      const status = fresh ? 304 : 200;
      const own = this.#cors.with(request.headers.origin, fresh ? notModifiedHeaders(answer) : answerHeaders(answer));
      const headers = [...budgetHeaders(budget), ...own, 'X-Request-Id', requestId, ...securityHeaders];
      response.writeHead(status, headers);
      response.end(fresh || method === 'HEAD' ? undefined : answer.body);
      const [ms, caller] = [performance.now() - start, callerOf(identity)];
      const route = apiPrefix + answer.route.path;
      reportRequest(this.#log, this.#observer, { requestId, method, url, route, status, ms, caller, isFinished: true });
    };
    this.#limits
      .take(request, actor.id, 'read')
      .then((budget) => (budget?.isExceeded ? next(request, response) : send(budget)))
      .catch(() => response.destroy());
    return true;
  }

  /** A disk that cannot be read is told by the long way. */
  #currently<T>(look: () => T): T | null {
    try {
      return look();
    } catch {
      return null;
    }
  }
}
