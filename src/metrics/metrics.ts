import type { IncomingMessage, RequestListener } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { listen, type RunningServer } from '../http/node/server.js';
import type { HttpObserver } from '../http/observer.js';
import { noStore, type Reply, securityHeaders, send, setHeaders, textType } from '../http/reply.js';
import { commit, version } from '../lib/package.js';
import type { Log } from '../log.js';
import type { Pictures } from '../pictures/pictures.js';
import type { Service } from '../service/service.js';
import type { SharedStorage } from '../service/shared/shared-storage.js';
import type { WebhookWorker } from '../webhooks/worker.js';
import {
  type ContentMetrics,
  contentMetrics,
  pictureMetrics,
  sharedMetrics,
  type WebhookMetrics,
  webhookMetrics,
} from './content.js';
import { Meters } from './meters.js';

/** Timeouts and limits for scrapers, which are few clients with short requests. */
const timeout = {
  requestTimeoutSeconds: 15,
  keepAliveSeconds: 5,
  stalledSeconds: 60,
  connectionsAtOnce: 100,
  headerLimit: 16 * 1024,
};

interface MetricsOptions {
  readonly host: string;
  readonly port: number;
  /** Whether meters have a label with the brand's slug, instead of a sum over the brands. */
  readonly perBrand: boolean;
}

/** Prometheus endpoint on its own port. It never shows keys or their ids, and shows brands only with `perBrand`. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #meters: Meters;
  readonly requests: HttpObserver;
  readonly content: ContentMetrics;
  readonly webhooks: WebhookMetrics;
  readonly onMail: (outcome: string) => void;

  constructor(private readonly options: MetricsOptions) {
    collectDefaultMetrics({ register: this.#registry });
    this.#meters = new Meters(this.#registry);
    const info = this.#meters.gauge('build_info', 'Version and commit of the program; always 1.', 'version', 'commit');
    info.set({ version, commit }, 1);
    this.requests = requestMetrics(this.#meters);
    this.content = contentMetrics(this.#meters, options.perBrand);
    this.webhooks = webhookMetrics(this.#meters);
    this.onMail = mailMetrics(this.#meters);
  }

  addShared(storage: SharedStorage): void {
    sharedMetrics(this.#meters, storage);
  }

  addPictures(pictures: Pictures): void {
    pictureMetrics(this.#meters, pictures);
  }

  /** @throws `unavailable` when the address cannot be listened on */
  serve(service: Service, webhooks: WebhookWorker, log: Log): Promise<RunningServer> {
    const { host, port } = this.options;
    const readMetrics = (): Promise<string> => {
      this.content.setGauges(service.figures());
      this.webhooks.setGauges(webhooks.figures());
      return this.#registry.metrics();
    };
    const listener = createListener(readMetrics, this.#registry.contentType);
    return listen({ listener }, { ...timeout, host, port, log });
  }
}

function createListener(readMetrics: () => Promise<string>, type: string): RequestListener {
  return async (request, response) => {
    setHeaders(response, [...securityHeaders, ...noStore]);
    const reply = refuse(request) ?? (await replyWithMetrics(readMetrics, type));
    await send(response, reply);
  };
}

function replyWithMetrics(readMetrics: () => Promise<string>, type: string): Promise<Reply> {
  return readMetrics().then(
    (body): Reply => ({ headers: ['Content-Type', type], body }),
    (): Reply => ({ status: 500 }),
  );
}

/** @returns `null` for a request of the metrics */
function refuse({ method, url }: IncomingMessage): Reply | null {
  if (url?.split('?')[0] !== '/metrics') {
    return { status: 404, headers: textType, body: 'There is nothing at this address: see /metrics.\n' };
  }
  if (method === 'GET' || method === 'HEAD') return null;
  const body = `The method ${method} is not possible here.\n`;
  return { status: 405, headers: [...textType, 'Allow', 'GET, HEAD'], body };
}

/** Mails by what became of them. Nothing tells of whom they were for. */
function mailMetrics(meters: Meters): (outcome: string) => void {
  const mails = meters.counter('mails_total', 'Mails handed to the mail server, by its answer.', 'outcome');
  for (const outcome of ['sent', 'later', 'refused', 'rejected', 'down']) mails.inc({ outcome }, 0);
  return (outcome) => mails.inc({ outcome });
}

/** Buckets in seconds. A response from memory takes less than a millisecond, and a clone may take minutes. */
const durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Methods with their own label. All others share one label, because clients may send any method. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts requests by the pattern of their route, never by their URL, so that the number of labels is bounded. */
function requestMetrics(meters: Meters): HttpObserver {
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
    'Requests without a valid key where one is needed.',
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
