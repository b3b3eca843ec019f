import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import { type Catalog, emptyCatalog, pagesInOrder } from '../../content/catalog/catalog.js';
import { settingNames } from '../../content/page.js';
import { catalogAt, secondsToBoundary } from '../../content/validity.js';
import { visibleCatalog } from '../../content/visible-catalog.js';
import type { Visitor } from '../../content/visitors.js';
import type { Happening } from '../../counts/counts.js';
import { derived } from '../../lib/derived.js';
import type { BrandRecord } from '../../registry/records.js';
import type { BrandContext } from '../../site/context.js';
import { clientNetwork } from '../admission/rate-limit.js';
import { stateOf } from '../admission/request.js';
import { type Headers, isNotModified, sendInBatch } from '../reply.js';
import type { HttpTools } from '../tools.js';

interface CachedPage {
  readonly brand: BrandRecord;
  readonly visitor: Visitor;
  /** The content from which the page was made; replaced by newer content that gives the same page. */
  catalog: Catalog;
  /** Day in UTC: pages say "today". */
  readonly day: string;
  /** Page whose content it shows; `null` if any content may be on it. */
  readonly pageId: number | null;
  /** Kind of each answer in the numbers of the brand; `null`: none. */
  readonly happening: Happening | null;
  readonly tag: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Overhead of an entry. */
const entryBytes = 1500;

/** Whether a request has a cookie of ours: a session, or that of a share link. */
export const hasOwnCookie = ({ headers: { cookie } }: IncomingMessage): boolean =>
  cookie !== undefined && /(?:^|;\s*)(?:__Host-)?bp(?:-[a-z0-9-]+)?=/i.test(cookie);

/**
 * LRU cache of pages of public portals for requests without a cookie of ours, in front of Express. A hit is validated on every request:
 * the settings of the brand are the same, and so is all content that the page shows. Whatever else happens is a miss.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;

  constructor(private readonly tools: HttpTools) {
    const maxSize = tools.config.cache_bytes / 2;
    const sizeCalculation = ({ body }: CachedPage, key: string): number => body.length + key.length + entryBytes;
    this.#pages = new LRUCache({ maxSize, maxEntrySize: maxSize / 8, sizeCalculation });
  }

  /** Keeps a page that was made for a guest, with the headers of its response, unless the brand has changed since. */
  async store(
    response: Response,
    context: BrandContext,
    made: Pick<CachedPage, 'pageId' | 'happening' | 'tag' | 'body'>,
  ) {
    const { req: request } = response;
    const { brand, visitor, origin } = context;
    if (!isCacheable(request, request.originalUrl) || visitor === null) return;
    const stored = await (await this.tools.service.brands.get(brand.slug)).read();
    const catalog = this.#current(stored.catalog);
    if (catalog === null || visibleCatalog(catalog, visitor) !== context.source) return;
    const { 'x-request-id': _, ...others } = response.getHeaders();
    const headers = Object.entries(others).flatMap(([name, value]) => [name, String(value)]);
    const key = keyOf(origin, request.originalUrl, request);
    this.#pages.set(key, { ...made, headers, brand, visitor, catalog, day: this.#day() });
  }

  #day(): string {
    return this.tools.service.clock().toISOString().slice(0, 10);
  }

  /** @param next answers on a miss */
  before(next: RequestListener): RequestListener {
    return async (request, response) => {
      if (this.#pages.size === 0 || !isCacheable(request, request.url ?? '')) return next(request, response);
      const isAnswered = await this.#answer(request, response).catch(() => false);
      if (isAnswered) return;
      if (response.headersSent) response.destroy();
      else next(request, response);
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { guests, watch } = this.tools;
    const page = await this.#cached(request, response);
    if (page === null) return false;
    const state = stateOf(response);
    if (guests.take(clientNetwork(request))?.isExceeded || response.destroyed) return false;
    state.route = '/brands/:brand';
    state.happening = page.happening;
    const isSame = isNotModified(request, page.tag);
    const reply = isSame ? { status: 304, headers: page.headers } : { headers: page.headers, body: page.body };
    sendInBatch(response, reply, [['X-Request-Id', state.requestId]], () => {
      if (!state.isWatched) watch.report(request, response, true);
    });
    return true;
  }

  /** The content as it is now; `null` where a boundary of a medium comes before shared caches would ask again. */
  #current(stored: Catalog): Catalog | null {
    const { service, config } = this.tools;
    const now = service.clock();
    const seconds = config.portal_shared_seconds + 1;
    return secondsToBoundary(stored, now, seconds) < seconds ? null : catalogAt(stored, now);
  }

  async #cached(request: IncomingMessage, response: ServerResponse): Promise<CachedPage | null> {
    const { service, hosts } = this.tools;
    const origin = hosts.brandHostOf(request)?.origin ?? hosts.origin(request);
    const page = this.#pages.get(keyOf(origin, request.url ?? '', request));
    if (page === undefined || page.day !== this.#day()) return null;
    const { brand, pageId, visitor } = page;
    const { arrivedMs } = stateOf(response);
    const registered = service.registeredNow() ?? (await service.registered());
    if (registered.get(brand.slug) !== brand) return null;
    const repository = service.brands.getNow(brand.slug);
    if (repository?.isLoaded !== true) return null;
    const stored = service.callers.current(repository) ?? (await repository.read(arrivedMs));
    const catalog = this.#current(stored.catalog);
    if (catalog === null) return null;
    if (catalog === page.catalog) return page;
    if (pageId === null || !isSamePage(page.catalog, catalog, pageId, visitor)) return null;
    page.catalog = catalog;
    return page;
  }
}

export const takesBrotli = ({ headers }: IncomingMessage): boolean =>
  /(?:^|,)\s*br\s*(?:$|,|;\s*q=(?:1|0\.0*[1-9]))/i.test(String(headers['accept-encoding'] ?? ''));

/** Key of a page: each encoding is kept in a place of its own. */
const keyOf = (origin: string, url: string, request: IncomingMessage): string =>
  `${takesBrotli(request) ? 'br' : ''} ${origin}${url}`;

const isCacheable = (request: IncomingMessage, url: string): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !url.includes('?') &&
  request.headers.host !== undefined &&
  request.headers.authorization === undefined &&
  // Another form of a page is at its own address.
  !/text\/(?:markdown|css)/i.test(request.headers.accept ?? '') &&
  !hasOwnCookie(request);

/** Parts of a catalog that `isSamePage` compares itself, and parts that no page shows. */
const compared = ['pages', 'navigation', 'slugs'] as const;
const unseen = ['trash', 'purged', 'doubles', 'problems', 'highestIds', 'markedIds'] as const;
const others: ReadonlySet<string> = new Set<keyof Catalog>([...compared, ...unseen]);

/** Parts of a catalog that any page may show. Each is another object after a change. */
const shared = (Object.keys(emptyCatalog) as (keyof Catalog)[]).filter((part) => !others.has(part));

/** Whether a page shows the same in two states of a brand: itself, what is around it, and all that it may refer to. */
function isSamePage(before: Catalog, after: Catalog, id: number, visitor: Visitor): boolean {
  if (shared.some((part) => before[part] !== after[part])) return false;
  const then = visibleCatalog(before, visitor);
  const now = visibleCatalog(after, visitor);
  const page = now.pages.get(id);
  if (then.pages.get(id)?.version !== page?.version || around(then).hash !== around(now).hash) return false;
  return page?.type !== 'container' || days(then).hash === days(now).hash;
}

/** Members of a page that other pages may show: the order of the pages, and whatever a change can be about. */
const shownByOthers = ['id', 'refs', 'pictures', 'lead', ...settingNames] as const;

const hashOf = (shown: unknown): { readonly hash: string } => ({ hash: hash('sha256', JSON.stringify(shown)) });

/** Hash of the navigation, and of what pages show of others. */
const around = derived((catalog: Catalog) =>
  hashOf(pagesInOrder(catalog).map((page) => shownByOthers.map((name) => page[name]))),
);

/** Hash of when pages were changed, which chapters show on their cards. */
const days = derived((catalog: Catalog) => hashOf(pagesInOrder(catalog).map(({ updated_at }) => updated_at)));
