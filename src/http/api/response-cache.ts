import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Resource } from '../../operations/engine/resource.js';
import { hiddenLanguagesFor } from '../../operations/engine/visitor.js';
import type { KeyIdentity } from '../../service/callers.js';
import { admitCaller, keyOf } from '../admission/admission.js';
import { isOfHost, stateOf } from '../admission/request.js';
import { sendInBatch } from '../reply.js';
import type { HttpTools } from '../tools.js';
import { preferredTypes } from './media-type.js';
import { positionHeaders, positionOf, type Representation, replyTo } from './response.js';
import { apiPrefix, type Route } from './routes.js';

interface CachedResponse extends Representation {
  readonly route: Route;
  readonly resource: Resource;
}

/** Overhead of an entry, as measured: 100,000 of them take 75 MiB beyond their bodies and the catalog. */
const entryBytes = 800;

interface Candidate {
  readonly identity: KeyIdentity;
  readonly cached: CachedResponse;
}

/**
 * LRU cache of the answers to reads, in front of Express. Its key is brand, modules, forms asked for and URL; a hit is validated on every request: the
 * caller is admitted as behind it, and the version is the resource's current one, after the check that a read waits for. Whatever
 * else happens, a refusal and an error included, is a cache miss: Express answers.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;

  constructor(private readonly tools: HttpTools) {
    const { config, observer } = tools;
    const { cache_bytes: maxSize } = config;
    this.maxEntryBytes = maxSize / 8;
    const sizeCalculation = ({ body }: CachedResponse, key: string): number => body.length + key.length + entryBytes;
    this.#responses = new LRUCache({ maxSize, sizeCalculation });
    observer?.onResponseCache(() => ({ count: this.#responses.size, bytes: this.#responses.calculatedSize }));
  }

  /** Size limit of one answer: a larger one would drive out too many others. */
  readonly maxEntryBytes: number;

  store(identity: KeyIdentity, request: IncomingMessage, url: string, response: CachedResponse): void {
    this.#responses.set(entryKey(identity, request, url), response);
  }

  /** @param next answers on a cache miss */
  before(next: RequestListener): RequestListener {
    return async (request, response) => {
      const isAnswered = await this.#answer(request, response).catch(() => false);
      const hasLeft = stateOf(response).isWatched && response.destroyed;
      if (isAnswered || hasLeft) return;
      if (response.headersSent) response.destroy();
      else next(request, response);
    };
  }

  /** @returns `false` on a cache miss */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { service, limits, cors, watch } = this.tools;
    const state = stateOf(response);
    const hit = this.#current(request) ?? (service.isShared ? await this.#confirmed(request, response) : null);
    if (hit === null || !isOfHost(state, hit.identity) || response.destroyed || request.headers.host === undefined)
      return false;
    const { identity, cached } = hit;
    const { route } = cached;
    state.identity = identity;
    const { effect } = route.operation;
    const admitted = admitCaller(request, response, limits, { effect, access: route.operation });
    state.route = apiPrefix + route.path;
    const reached = positionHeaders(service.positionNow(identity.brand.slug));
    const allowed = cors.headers(request.headers.origin);
    const before = [state.headers, allowed, admitted, reached];
    sendInBatch(response, replyTo(request, cached, route.status, route.operation), before, () => {
      if (!state.isWatched) watch.report(request, response, true);
    });
    return true;
  }

  #candidate(request: IncomingMessage, identify: (key: string) => KeyIdentity | null): Candidate | null {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return null;
    const key = keyOf(request);
    const identity = key === null ? null : identify(key);
    const cached = identity === null ? undefined : this.#responses.get(entryKey(identity, request, url));
    return identity === null || cached === undefined ? null : { identity, cached };
  }

  /** A hit that needs no I/O. */
  #current(request: IncomingMessage): Candidate | null {
    const { service } = this.tools;
    const candidate = this.#candidate(request, (key) => service.callers.identifyNow(key));
    if (candidate === null) return null;
    const { identity, cached } = candidate;
    const version = service.versionNow(identity.brand.slug, cached.resource, positionOf(request));
    return version === cached.version ? candidate : null;
  }

  /** A hit after freshness checks of the registry, for its key, and of the brand; mostly one covers both. */
  async #confirmed(request: IncomingMessage, response: ServerResponse): Promise<Candidate | null> {
    const { service, watch } = this.tools;
    const { arrivedMs } = stateOf(response);
    if (this.#candidate(request, (key) => service.callers.guess(key)) === null) return null;
    watch.watch(request, response);
    watch.count(response);
    const identity = await service.callers.identify(keyOf(request) ?? '', arrivedMs, true);
    const candidate = this.#candidate(request, () => identity);
    if (candidate === null) return null;
    const { resource, version } = candidate.cached;
    const { slug } = candidate.identity.brand;
    const current = await service.versionConfirmed(slug, resource, arrivedMs, positionOf(request));
    return current === version ? candidate : null;
  }
}

/**
 * Modules are part of the key: an answer leaves out what a disabled one holds. So are addresses of files, and the languages that the
 * caller sees though they are not shown.
 */
function entryKey({ brand, actor }: KeyIdentity, request: IncomingMessage, url: string): string {
  const { slug, modules, files } = brand;
  const languages = hiddenLanguagesFor(actor)?.join() ?? '*';
  return `${slug} ${modules.join()} ${files?.token} ${languages} ${preferredTypes(request).join()} ${url}`;
}
