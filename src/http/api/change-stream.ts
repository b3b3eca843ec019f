import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'express';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import type { Via } from '../../operations/engine/access.js';
import { isAllowed } from '../../operations/engine/access.js';
import type { Call } from '../../operations/engine/call.js';
import { noInput } from '../../operations/engine/contract.js';
import { resources } from '../../operations/engine/resource.js';
import { type Feed, watchChanges } from '../../operations/feed.js';
import { callOfIdentity, type KeyIdentity } from '../../service/callers.js';
import type { Service } from '../../service/service.js';
import { withoutBudget } from '../../store/wait-budget.js';
import { keyOf } from '../admission/admission.js';
import { identityOf, stateOf } from '../admission/request.js';
import { type Handler, type Headers, noStore, releaseOnClose } from '../reply.js';
import type { HttpTools } from '../tools.js';
import { positionOf } from './response.js';
import type { Route } from './routes.js';

/** Milliseconds between two looks at the brand, and at the key. */
const pollMs = 500;

/** Silence until a comment is sent, in milliseconds: proxies close silent connections. */
const heartbeatMs = 15_000;

/** Upper bound on unread bytes: a slower client is disconnected, and continues after its last event. */
const maxUnread = 1024 * 1024;

/** Callers of streams, by the entry they came through. */
export interface StreamCallers {
  readonly via: Via;
  /** The caller as it is now; `null` if its access has ended. */
  identify(request: Request): Promise<KeyIdentity | null>;
}

/**
 * The feed as Server-Sent Events (HTML Standard, section 9.2): the id of an event is the version to continue from, which clients send
 * as `Last-Event-ID` when they connect again. Whatever ends a stream - the key is revoked, a module is switched, the history was
 * rewritten, the server shuts down - is answered when the client connects again.
 */
export function changeStream({ operation }: Route, tools: HttpTools, callers: StreamCallers): Handler {
  const { service, config, closing } = tools;
  const { streams_per_key: max } = config;
  return async (request, response) => {
    const state = stateOf(response);
    const identity = identityOf(state);
    const { actor, brand } = identity;
    const release = service.semaphores.tryAcquire(`stream ${actor.id}`, max);
    if (release === null) {
      const message = `This ${actor.kind} has ${plural(max, 'stream')} open, the most it may have.`;
      throw new PortalError('rate_limited', message, { retryAfter: 1 });
    }
    releaseOnClose(response, release);

    const { requestId } = state;
    const call = {
      ...callOfIdentity(identity),
      via: callers.via,
      requestId,
      precondition: null,
      position: positionOf(request),
    };
    const feed = new FeedReader(service, call, request);
    const events = new EventStream();
    const isWanted = async (): Promise<boolean> => {
      if (events.isClosed() || closing.aborted) return false;
      const now = await callers.identify(request);
      // Other modules than those at the beginning show other changes.
      return now?.brand.modules.join() === brand.modules.join() && isAllowed(operation, now.actor, now.brand);
    };

    events.pushFeed(await feed.read());
    // A budget of the request would end with it: a stream may be open for days.
    withoutBudget(() => follow(feed, events, isWanted)).then(
      () => events.end(),
      (error) => (error instanceof PortalError ? events.end() : events.body.destroy(error)),
    );
    return { headers: streamHeaders, body: events.body };
  };
}

/** Sends changes until the stream is not wanted any more. */
async function follow(feed: FeedReader, events: EventStream, isWanted: () => Promise<boolean>): Promise<void> {
  await sleep(pollMs);
  while (await isWanted()) {
    if (feed.isBehind()) {
      const news = await feed.read();
      if (news.changes.length > 0) events.pushFeed(news);
    }
    events.keepAlive();
    await sleep(pollMs);
  }
}

/** Reads a brand's changes, each once. */
class FeedReader {
  /** The version after which it continues. */
  #since: unknown;

  constructor(
    private readonly service: Service,
    private readonly call: Call,
    private readonly request: Request,
  ) {
    this.#since = request.get('last-event-id') ?? request.query.since;
  }

  async read(): Promise<Feed> {
    const since = this.#since === undefined ? {} : { since: this.#since };
    const query = { ...this.request.query, ...since };
    const call: Call = { ...this.call, sinceMs: lastLookMs() };
    const { value } = await this.service.run(watchChanges, call, { ...noInput, query });
    this.#since = value.version;
    return value;
  }

  /** Asks the disk and marks nothing as current, because requests of the same turn rely on that mark. */
  isBehind(): boolean {
    return this.service.versionNow(this.call.slug, resources.commit, anyPosition) !== this.#since;
  }
}

const anyPosition = 0;

/** Body of a stream of events. */
class EventStream {
  readonly body = new Readable({ read: () => {} });
  #silentSinceMs = performance.now();

  pushFeed(feed: Feed): void {
    this.#push(`id: ${feed.version}\nevent: changes\ndata: ${JSON.stringify(feed)}\n\n`);
  }

  /** Sends a comment after a long silence. */
  keepAlive(): void {
    if (performance.now() - this.#silentSinceMs >= heartbeatMs) this.#push(':\n\n');
  }

  #push(text: string): void {
    this.#silentSinceMs = performance.now();
    this.body.push(text);
  }

  /** Whether the client has left, or reads too slowly to stay. */
  isClosed(): boolean {
    if (this.body.readableLength > maxUnread) this.body.destroy();
    return this.body.destroyed;
  }

  end(): void {
    if (!this.body.destroyed) this.body.push(null);
  }
}

const streamHeaders: Headers = [
  ['Content-Type', 'text/event-stream'],
  noStore,
  ['Vary', 'Authorization', 'X-Accel-Buffering', 'no'],
].flat();

/** Streams of API keys. */
export const streamsOfKeys = (service: Service): StreamCallers => ({
  via: 'rest',
  async identify(request) {
    const key = keyOf(request);
    return key === null ? null : service.callers.identify(key, lastLookMs(), true);
  },
});

/** Oldest acceptable freshness check: any request's since the look before, so that changes arrive within two looks. */
function lastLookMs(): number {
  return performance.now() - pollMs;
}
