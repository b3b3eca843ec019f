import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { CacheFill, Handled, HttpObserver } from '../http/observer.js';

/** Seconds: an answer from memory takes less than one millisecond, a clone may take minutes. */
const durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Clients may send any method: the others share one label. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** All that is counted of one method and route. */
interface Meter {
  readonly duration: Histogram.Internal<string>;
  readonly byStatus: Map<number | 'aborted', Counter.Internal>;
}

/** Counts requests by the pattern of their route, never by what a client wrote: there are only so many labels. */
export class RequestMetrics implements HttpObserver {
  readonly #registry: Registry;
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #duration: Histogram<'method' | 'route'>;
  readonly #unauthenticated: Counter;
  readonly #limited: Counter<'by'>;
  /** By method, then by route: finding a label anew each time would cost more than counting. */
  readonly #meters = new Map<string, Map<string, Meter>>();

  constructor(registry: Registry) {
    const registers = [registry];
    this.#registry = registry;
    this.#requests = new Counter({
      name: 'brand_portal_http_requests_total',
      help: 'Requests by route and status; status "aborted": the client left before its answer was out.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#duration = new Histogram({
      name: 'brand_portal_http_request_duration_seconds',
      help: 'Time from the first line of a request to the end of its answer.',
      labelNames: ['method', 'route'],
      buckets: durations,
      registers,
    });
    this.#unauthenticated = new Counter({
      name: 'brand_portal_failed_authentications_total',
      help: 'Requests without a key where one is needed, or with one that is none.',
      registers,
    });
    this.#limited = new Counter({
      name: 'brand_portal_rate_limited_total',
      help: 'Requests refused because a budget was used up: that of their key, or that of their address for wrong keys.',
      labelNames: ['by'],
      registers,
    });
    for (const by of ['key', 'address']) this.#limited.inc({ by }, 0);
  }

  onRequest({ method, route = 'none', status, ms, caller, isFinished }: Handled): void {
    const known = methods.has(method) ? method : 'other';
    const meter = inMap(
      inMap(this.#meters, known, () => new Map<string, Meter>()),
      route,
      () => ({ duration: this.#duration.labels(known, route), byStatus: new Map() }),
    );
    meter.duration.observe(ms / 1000);
    const outcome = isFinished ? status : 'aborted';
    inMap(meter.byStatus, outcome, () => this.#requests.labels(known, route, String(outcome))).inc();
    if (status === 429) this.#limited.inc({ by: caller === null ? 'address' : 'key' });
    if (caller === null && (status === 401 || status === 429)) this.#unauthenticated.inc();
  }

  onResponseCache(fill: () => CacheFill): void {
    const registers = [this.#registry];
    new Gauge({
      name: 'brand_portal_ready_answers',
      help: 'Answers kept in memory to be sent again.',
      registers,
      collect() {
        this.set(fill().count);
      },
    });
    new Gauge({
      name: 'brand_portal_ready_answers_bytes',
      help: 'Size of the answers kept in memory.',
      registers,
      collect() {
        this.set(fill().bytes);
      },
    });
  }
}

/** What is in the map under the key, made the first time. */
function inMap<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
