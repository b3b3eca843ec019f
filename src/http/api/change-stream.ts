import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'express';
import { PortalError } from '../../lib/errors.js';
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
import { type Answer, type Headers, noStore } from '../reply.js';
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
export function changeStream(
  { operation }: Route,
  { service, config, closing }: HttpTools,
  { via, identify }: StreamCallers,
): Answer {
  const { streams_per_key: max } = config;
  return async (request, response) => {
    const state = stateOf(response);
    const { requestId } = state;
    const { actor, brand } = identityOf(state);
    const position = positionOf(request);
    const release = service.semaphores.tryAcquire(`stream ${actor.id}`, max);
    if (release === null) {
      const message = `This ${actor.kind} has ${max} streams open, the most it may have.`;
      throw new PortalError('rate_limited', message, { retryAfter: 1 });
    }
    response.once('close', release);
    if (response.destroyed) release();

    const who = callOfIdentity({ actor, brand });
    const { slug, modules } = brand;
    const events = new Readable({ read: () => {} });
    let since: unknown = request.get('last-event-id') ?? request.query.since;
    let silentSinceMs = performance.now();
    const read = async (): Promise<Feed> => {
      const sinceMs = lastLookMs();
      const call: Call = { ...who, via, requestId, precondition: null, position, sinceMs };
      const query = { ...request.query, ...(since === undefined ? {} : { since }) };
      const { value } = await service.run(watchChanges, call, { ...noInput, query });
      since = value.version;
      return value;
    };
    const push = (text: string): void => {
      silentSinceMs = performance.now();
      events.push(text);
    };
    const pushFeed = (feed: Feed) => push(`id: ${feed.version}\nevent: changes\ndata: ${JSON.stringify(feed)}\n\n`);
    const isWanted = async (): Promise<boolean> => {
      await sleep(pollMs);
      if (events.readableLength > maxUnread) events.destroy();
      if (events.destroyed || closing.aborted) return false;
      const now = await identify(request);
      // Other modules than those at the beginning show other changes.
      return now !== null && now.brand.modules.join() === modules.join() && isAllowed(operation, now.actor, now.brand);
    };
    const follow = async (): Promise<void> => {
      while (await isWanted()) {
        // A look of the stream asks the disk and marks nothing as current: requests of the same turn rely on that mark.
        if (service.versionNow(slug, resources.commit, anyPosition) !== since) {
          const news = await read();
          if (news.changes.length > 0) pushFeed(news);
        }
        if (performance.now() - silentSinceMs >= heartbeatMs) push(':\n\n');
      }
    };
    const end = (): void => void (events.destroyed || events.push(null));

    pushFeed(await read());
    // A budget of the request would end with it: a stream may be open for days.
    withoutBudget(follow).then(end, (error) => (error instanceof PortalError ? end() : events.destroy(error)));
    return { headers: streamHeaders, body: events };
  };
}

const anyPosition = 0;

const streamHeaders: Headers = [
  ...['Content-Type', 'text/event-stream', ...noStore],
  ...['Vary', 'Authorization', 'X-Accel-Buffering', 'no'],
];

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
