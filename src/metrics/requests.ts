import type { HttpObserver } from '../http/observer.js';
import type { Meters } from './meters.js';

/** Seconds: an answer from memory takes less than one millisecond, a clone may take minutes. */
const durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Clients may send any method: the others share one label. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts requests by the pattern of their route, never by what a client wrote, so that the number of labels is bounded. */
export function requestMetrics(meters: Meters): HttpObserver {
  const requests = meters.counter(
    'http_requests_total',
    'Requests by route and status; status "aborted": the client left before its answer was out.',
    'method',
    'route',
    'status',
  );
  const duration = meters.histogram(
    'http_request_duration_seconds',
    'Time from the first line of a request to the end of its answer.',
    durations,
    'method',
    'route',
  );
  const unauthenticated = meters.counter(
    'failed_authentications_total',
    'Requests without a key where one is needed, or with one that is none.',
  );
  const limited = meters.counter(
    'rate_limited_total',
    'Requests refused because a budget was used up: that of their key, or that of their address for wrong keys.',
    'by',
  );
  for (const by of ['key', 'address']) limited.inc({ by }, 0);
  return {
    onRequest({ method: sent, route = 'none', status, ms, caller, isFinished }) {
      const method = methods.has(sent) ? sent : 'other';
      duration.observe({ method, route }, ms / 1000);
      requests.inc({ method, route, status: isFinished ? status : 'aborted' });
      if (status === 429) limited.inc({ by: caller === null ? 'address' : 'key' });
      if (caller === null && (status === 401 || status === 429)) unauthenticated.inc();
    },
    onResponseCache(fill) {
      meters.reading('ready_answers', 'Answers kept in memory to be sent again.', () => fill().count);
      meters.reading('ready_answers_bytes', 'Size of the answers kept in memory.', () => fill().bytes);
    },
  };
}
