import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { PortalError } from '../../errors.js';
import { isAllowed } from '../../operations/access.js';
import { noInput } from '../../operations/contract.js';
import type { Call } from '../../operations/execute.js';
import { type Feed, watchChanges } from '../../operations/feed.js';
import { resources } from '../../operations/resource.js';
import type { Service } from '../../service/service.js';
import { withoutBudget } from '../../store/waiting.js';
import { keyOf } from '../admission/admission.js';
import { identityOf, stateOf } from '../admission/request.js';
import { setHeaders } from '../headers.js';
import type { Route } from './routes.js';

/** Milliseconds between two looks at the brand, and at the key. */
const pollMs = 500;

/** Of silence, in milliseconds, until a comment is sent: proxies take what is silent for dead. */
const heartbeatMs = 15_000;

/** High-water mark: a client that has not taken so many bytes is cut off. It goes on from where it was. */
const mostUnread = 1024 * 1024;

export interface ChangeStreamOptions {
  readonly service: Service;
  readonly streamsPerKey: number;
  /** Aborted when the server begins to shut down. */
  readonly closing: AbortSignal;
}

/**
 * The feed as Server-Sent Events (HTML Standard, section 9.2): the id of an event is the version to go on from, which clients send
 * as `Last-Event-ID` when they connect again. Whatever ends a stream - the key is revoked, the history was rewritten, the server
 * shuts down - is answered when the client connects again.
 */
export function changeStream(route: Route, { service, streamsPerKey, closing }: ChangeStreamOptions): RequestHandler {
  return async (request, response) => {
    const { actor } = identityOf(stateOf(response));
    const release = service.semaphores.tryAcquire(`stream ${actor.id}`, streamsPerKey);
    if (release === null) {
      throw new PortalError('rate_limited', `This key has ${streamsPerKey} streams open, the most it may have.`);
    }
    response.once('close', release);
    if (response.destroyed) return release();
    await new ChangeStream(service, route, request, response, closing).run();
  };
}

class ChangeStream {
  #since: unknown;
  #silentSince = performance.now();

  constructor(
    readonly service: Service,
    readonly route: Route,
    readonly request: Request,
    readonly response: Response,
    readonly closing: AbortSignal,
  ) {
    this.#since = request.get('last-event-id') ?? request.query.since;
  }

  /** @throws what reading the changes does, before the first event */
  async run(): Promise<void> {
    const { response, request } = this;
    const first = await this.#read();
    setHeaders(response, [
      'Content-Type',
      'text/event-stream',
      'Cache-Control',
      'no-store',
      'Vary',
      'Authorization',
      'X-Accel-Buffering',
      'no',
    ]);
    response.writeHead(200);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    this.#send(first);
    try {
      await withoutBudget(() => this.#follow());
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
    }
    response.end();
  }

  /** Each look waits for itself: a stream may be open for days. */
  async #follow(): Promise<void> {
    while (await this.#isWanted()) await this.#sendNews();
  }

  async #isWanted(): Promise<boolean> {
    await sleep(pollMs);
    const { response, closing } = this;
    if (response.writableLength > mostUnread) response.destroy();
    return !response.destroyed && !closing.aborted && this.#mayRead();
  }

  async #mayRead(): Promise<boolean> {
    const key = keyOf(this.request);
    const identity = key === null ? null : await this.service.callers.identify(key, this.#sinceMs(), true);
    return identity !== null && isAllowed(this.route.operation, identity.actor, identity.brand);
  }

  /** What was looked for since the look before will do, whoever looked: news come within two looks. */
  #sinceMs(): number {
    return performance.now() - pollMs;
  }

  async #sendNews(): Promise<void> {
    const { slug } = identityOf(stateOf(this.response)).brand;
    if (this.service.versionNow(slug, resources.commit) !== this.#since) {
      const news = await this.#read();
      if (news.changes.length > 0) this.#send(news);
    }
    if (performance.now() - this.#silentSince >= heartbeatMs) this.#write(':\n\n');
  }

  async #read(): Promise<Feed> {
    const { actor, brand } = identityOf(stateOf(this.response));
    const { slug, modules } = brand;
    const { requestId } = stateOf(this.response);
    const call: Call = { slug, actor, via: 'rest', requestId, precondition: null, modules, sinceMs: this.#sinceMs() };
    const query = { ...this.request.query, ...(this.#since === undefined ? {} : { since: this.#since }) };
    const { value } = await this.service.run(watchChanges, call, { ...noInput, query });
    this.#since = value.version;
    return value;
  }

  #send(feed: Feed): void {
    this.#write(`id: ${feed.version}\nevent: changes\ndata: ${JSON.stringify(feed)}\n\n`);
  }

  #write(text: string): void {
    this.#silentSince = performance.now();
    this.response.write(text);
  }
}
