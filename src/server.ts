import { type Config, contradictions, readConfig, serviceLimits, sharedOptions } from './config.js';
import { connectPlaces } from './connect-places.js';
import { BackgroundSanitizer } from './content/html/background-sanitizer.js';
import { PortalError } from './errors.js';
import type { Rates } from './http/admission/rate-counter.js';
import { createApp } from './http/app.js';
import { listen, type RunningServer } from './http/node/server.js';
import { createLog, type Log } from './log.js';
import type { MetricFigures } from './metrics/aggregate.js';
import type { Metrics } from './metrics/metrics.js';
import { type Chore, scheduleChores } from './schedule.js';
import { backgroundEngine } from './search/engines.js';
import { Search } from './search/search.js';
import type { Semaphores } from './semaphores.js';
import type { Health } from './service/health.js';
import { Service } from './service/service.js';
import type { SharedPlaces } from './service/shared/shared-places.js';
import { machineFileSystem as fs } from './store/machine-file-system.js';
import { nativeGitVersion } from './store/native/native-git.js';
import { WebhookWorker } from './webhooks/worker.js';

export interface ServeOptions {
  /** The data directory. */
  readonly data: string;
  /** The configuration file. */
  readonly config?: string;
  readonly port?: number;
  readonly host?: string;
  readonly processes?: number;
}

/** Where a running server is reached. */
export interface Listening {
  readonly url: string;
  /** Of the backend in the browser. */
  readonly origin: string;
  /** What its meters say; none without `metrics_port`. */
  figures(): Promise<MetricFigures>;
}

/** What a process is given that is one of several. */
export interface Member {
  /** For the log. */
  readonly number: number;
  /** Whether it does what is done once for a data directory. */
  readonly doesChores: boolean;
  readonly rates: Rates;
  readonly semaphores: Semaphores;
  /** Of all. */
  health(): Promise<Health>;
  /** Resolves with the reason when it is to end. */
  readonly stopped: Promise<string>;
}

/**
 * Serves until SIGTERM or SIGINT, then finishes what is running. `onListening` may use the service first.
 *
 * @param member left out: this process serves the data directory alone
 */
export async function serve(
  config: Config,
  data: string,
  onListening: (service: Service, server: Listening) => Promise<void>,
  member?: Member,
): Promise<void> {
  const own = createLog(config.log_level);
  const log = member === undefined ? own : own.child({ process: member.number });
  const doesChores = member?.doesChores ?? true;
  logWarnings(log);
  endOnCrash(log);
  const metrics = await createMetrics(config);
  const sanitizer = new BackgroundSanitizer();
  const search = new Search(backgroundEngine());
  const limits = serviceLimits(config);
  const places = await connectPlaces(sharedOptions(config), data, log);
  // Fail-fast: a store that ignores conditions would lose what was acknowledged.
  await places?.portal.test();
  if (places !== undefined) metrics?.follow(places);
  const { semaphores } = member ?? {};
  const observer = metrics?.content;
  const service = await Service.open({ fs, data, log, sanitizer, search, limits, places, observer, semaphores });
  const { purge_schedule, maintenance_schedule, maintenance_min_packs, brand_idle_seconds } = config;
  const stopChores = scheduleChores(
    [
      {
        name: 'maintenance',
        schedule: maintenance_schedule,
        run: () => service.maintain(maintenance_min_packs),
      },
      { name: 'keeping when keys were used', schedule: '* * * * *', run: () => service.keys.saveLastUsed() },
      {
        name: 'closing idle brands',
        schedule: '* * * * *',
        run: () => service.brands.closeIdle(brand_idle_seconds * 1000),
      },
      ...(doesChores ? choresOnce(places, service, purge_schedule) : []),
      ...(places === undefined ? [] : sharedChores(places, service, maintenance_schedule, log)),
    ],
    log,
  );
  if ((await nativeGitVersion()) === null)
    log.warn('git is not installed: packs are not merged, brands cannot be cloned over HTTP');
  const webhooks = new WebhookWorker({ service, fs, log, allow: config.webhook_allow, observer: metrics?.webhooks });
  let metricsServer: RunningServer | undefined;
  try {
    const text = (): Promise<string> => {
      metrics?.look(service, webhooks);
      return metrics?.text() ?? Promise.resolve('');
    };
    const figures = async (): Promise<MetricFigures> => {
      metrics?.look(service, webhooks);
      return metrics?.figures() ?? [];
    };
    if (member === undefined) metricsServer = await metrics?.serve(text, log);
    if (metricsServer !== undefined) log.info({ url: `${metricsServer.url}/metrics` }, 'metrics are served');
    const { rates, health } = member ?? {};
    const app = createApp({ service, log, config, observer: metrics?.requests, rates, health });
    const server = await listen(app, {
      host: config.host,
      port: config.port,
      log,
      requestTimeoutSeconds: config.request_timeout_seconds,
      keepAliveSeconds: config.keep_alive_seconds,
      stalledSeconds: config.stalled_connection_seconds,
      connectionsAtOnce: config.connections_at_once,
      headerLimit: config.header_limit_bytes,
      isOneOfSeveral: member !== undefined,
    });
    try {
      const stopped = stopSignal();
      const origin = config.backend_url ?? server.url.replace(/^http:\/\/127\.0\.0\.1\b/, 'http://localhost');
      await onListening(service, { url: server.url, origin, figures });
      if (doesChores) webhooks.start();
      log.info(
        { signal: await Promise.race([stopped, ...(member === undefined ? [] : [member.stopped])]) },
        'shutting down',
      );
    } finally {
      await Promise.all([webhooks.stop(), server.close(config.shutdown_timeout_seconds * 1000)]);
    }
  } finally {
    await metricsServer?.close(0);
    await service.brands.maintenance.end();
    await stopChores();
    await service.close();
    places?.close();
  }
}

/** What one process does for a data directory, however many serve it. */
function choresOnce(places: SharedPlaces | undefined, service: Service, purgeSchedule: string): Chore[] {
  const purge = (): Promise<void> => byOneNode(places, 'purge', () => service.purgeTrash());
  return [
    { name: 'purging the trash', schedule: purgeSchedule, atStart: true, run: purge },
    { name: 'removing sessions that are over', schedule: '29 3 * * *', run: () => service.people.removeOver() },
    { name: 'sweeping leftovers', schedule: '41 * * * *', atStart: true, run: () => service.sweep() },
  ];
}

/** What a node does for its store and its caches. */
function sharedChores(places: SharedPlaces, service: Service, schedule: string, log: Log): Chore[] {
  const uploading = new AbortController();
  const checkpoint = async (): Promise<void> => {
    const open = service.brands.figures().map(({ slug }) => slug);
    if ((await nativeGitVersion()) !== null) await places.checkpoint(open, uploading.signal, log);
  };
  const test = async (): Promise<void> => {
    await places.portal.reach();
    await byOneNode(places, 'store-test', () => places.portal.test());
  };
  return [
    { name: 'uploading checkpoints', schedule, run: checkpoint, stop: () => uploading.abort() },
    { name: 'measuring the caches', schedule: '*/5 * * * *', atStart: true, run: () => places.measure() },
    { name: 'testing the shared store', schedule: '23 * * * *', run: test },
  ];
}

/** Of all nodes that come to a chore in the same minute, one does it. */
async function byOneNode(places: SharedPlaces | undefined, chore: string, run: () => Promise<void>): Promise<void> {
  const minute = new Date().toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  if (places === undefined || (await places.portal.isElected(chore, minute))) await run();
}

/** The configuration file, with the options before it. @throws `invalid` */
export async function effectiveConfig({ config, host, port, processes }: ServeOptions): Promise<Config> {
  const file = await readConfig(config);
  const given = Object.entries({ host, port, processes }).filter(([, value]) => value !== undefined);
  const effective = { ...file, ...Object.fromEntries(given) };
  for (const { problem } of contradictions(effective)) throw new PortalError('invalid', `${problem}.`);
  return effective;
}

/** Without a port, metrics are neither counted nor loaded. */
export async function createMetrics(config: Config): Promise<Metrics | null> {
  const { metrics_port: port, metrics_host: host, metrics_brands: perBrand } = config;
  if (port === null) return null;
  const { Metrics } = await import('./metrics/metrics.js');
  return new Metrics({ host, port, perBrand });
}

/** Node's own warnings would stand between the lines of the log. */
export function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning'));
}

/** After an uncaught exception no invariant is sure to hold: the process logs one line, and ends. */
export function endOnCrash(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'crashed');
    if (process.report.reportOnUncaughtException) process.report.writeReport(error);
    process.exit(1);
  });
}

export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
