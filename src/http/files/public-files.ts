import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { type FilePointer, savedAs } from '../../content/files/pointer.js';
import { releasedFile } from '../../content/media.js';
import { catalogAt, maxFileSeconds, nextBoundary, secondsUntil } from '../../content/validity.js';
import { notFound } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { filesPrefix } from '../../registry/file-address.js';
import { isCounted } from '../../registry/records.js';
import { type MediaBody, mediaBody } from '../../service/files/media-body.js';
import { NetworkBudget } from '../admission/rate-limit.js';
import { stateOf } from '../admission/request.js';
import { methodNotAllowed } from '../problem.js';
import { type Headers, noStore, type Reply, replying, textType } from '../reply.js';
import type { HttpTools } from '../tools.js';
import {
  dispositionOf,
  type FileBody,
  fileReply,
  partBytes,
  type RequestedFile,
  readPart,
  requestedIn,
} from './file-reply.js';

const maxCachedBytes = 64 * 1024 * 1024;

/**
 * Files at public addresses: whoever has the address of a file gets it while its medium is released. Keys and cookies mean nothing
 * here, and nothing is negotiated, so that every cache on the way can keep the answers.
 */
export class PublicFiles {
  /** Host of the addresses, which serves only files; `null` if every host serves them. */
  readonly #host: string | null;
  readonly #budget: NetworkBudget;
  readonly #immutable: Headers;
  /** Small bodies; they never change, and only an address of a released file leads to one. */
  readonly #cache = new LRUCache<string, MediaBody & FileBody>({
    maxSize: maxCachedBytes,
    // Never 0, which the library refuses; an entry takes more than its bytes.
    sizeCalculation: ({ bytes }) => bytes + 1024,
  });

  constructor(private readonly tools: HttpTools) {
    const { files_url: origin, file_requests_per_minute: perMinute, file_shared_seconds: seconds } = tools.config;
    this.#host = origin === null ? null : new URL(origin).host;
    this.#budget = new NetworkBudget(perMinute);
    this.#immutable = ['Cache-Control', `public, max-age=31536000, immutable, s-maxage=${seconds}`];
  }

  /** Whether a request is for a file, or for the host that has nothing else. */
  handles({ url = '', headers }: IncomingMessage): boolean {
    return url.startsWith(filesPrefix) || (this.#host !== null && headers.host?.toLowerCase() === this.#host);
  }

  readonly handler: RequestHandler = (request, response, next) => {
    if (!this.handles(request)) return next();
    if (this.#host !== null && request.headers.host?.toLowerCase() !== this.#host) throw notFound('File');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return (isRead ? this.#answer : methodNotAllowed(['GET']))(request, response, next);
  };

  readonly #answer = replying(async (request, response) => {
    const { service, watch } = this.tools;
    const state = stateOf(response);
    state.route = filesPrefix;
    watch.count(response);
    this.#budget.charge(request, (most) => say`Your network may ask for ${most} files a minute.`);
    const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(request.originalUrl) ?? [];
    const requested = requestedIn(query);
    const addressed = requested === null ? null : await service.addresses.find(path, state.arrivedMs);
    if (requested === null || addressed === null) throw notFound('File');
    const { file, brand, snapshot } = addressed;
    const now = service.clock();
    const catalog = catalogAt(snapshot.catalog, now);
    const boundary = nextBoundary(snapshot.catalog, now);
    const current = releasedFile(catalog, file.id);
    if (current === null) return notPublic(catalog.outside?.has(file.id) ? 404 : 410, secondsUntil(boundary, now, 60));
    const fileSeconds = secondsUntil(boundary, now, maxFileSeconds);
    if (current.sha256 !== file.sha256 || current.name !== file.name) {
      const { of } = await service.addresses.ofBrand(brand.slug);
      return {
        status: 302,
        headers: ['Location', of({ ...current, id: file.id }) + query, ...forSeconds(fileSeconds)],
      };
    }
    const medium = catalog.media.get(file.id);
    if (requested.isDownload && isCounted(brand))
      state.happening = { brand: brand.slug, kind: 'downloads', names: [String(file.id)] };
    const named = requested.isDownload ? savedAs(brand.slug, medium?.title ?? null, current) : current;
    const body = await this.#bodyOf(brand.slug, named, requested);
    const caching = medium?.valid_until == null ? this.#immutable : forSeconds(fileSeconds);
    const disposition = dispositionOf(body.name, body.isInline && !requested.isDownload);
    return fileReply(service.fs, request, body, [...disposition, ...(body.isProvisional ? noStore : caching)]);
  });

  async #bodyOf(slug: string, file: FilePointer, { picture }: RequestedFile): Promise<MediaBody & FileBody> {
    const { service } = this.tools;
    const key = `${file.sha256} ${file.name} ${picture?.width}.${picture?.format}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const body = await mediaBody(service, slug, file, picture);
    if (body.isProvisional || body.bytes > partBytes) return body;
    const content = await readPart(service.fs, body.path, { start: 0, end: body.bytes });
    this.#cache.set(key, { ...body, content });
    return { ...body, content };
  }
}

function forSeconds(seconds: number): Headers {
  return ['Cache-Control', `public, max-age=${seconds}`];
}

/** @param status 404 for a file that may not be used now, 410 for one that was withdrawn */
const notPublic = (status: 404 | 410, seconds: number): Reply => ({
  status,
  headers: [...textType, ...forSeconds(seconds)],
  body: status === 404 ? 'This file is not public now.\n' : 'This file is not public any more.\n',
});
