import { scheduleChores } from './chore-runner.js';
import { allChores } from './chores.js';
import { type Config, pictureLimits, readConfig, serviceLimits, sharedOptions } from './config.js';
import { connectStorage } from './connect-storage.js';
import { endChecks } from './content/brand-check/background.js';
import { BackgroundSanitizer } from './content/html/background-sanitizer.js';
import { BackgroundWork } from './content/work/content-work.js';
import { createApp } from './http/app.js';
import { type ListenOptions, listen, type RunningServer } from './http/node/server.js';
import { withoutUndefined } from './lib/json.js';
import { createLog, type Log } from './log.js';
import type { Metrics } from './metrics/metrics.js';
import { Pictures } from './pictures/pictures.js';
import type { Key } from './search/document.js';
import { backgroundEngine } from './search/engine-client.js';
import { Search } from './search/search.js';
import { dataPaths } from './service/data-directory.js';
import { Service } from './service/service.js';
import { machineFileSystem as fs } from './store/local/machine-file-system.js';
import { nativeGitVersion } from './store/native/native-git.js';
import { WebhookWorker } from './webhooks/worker.js';

export interface ServeOptions {
  readonly data: string;
  readonly config?: string;
  readonly port?: number;
  readonly host?: string;
}

interface Listening {
  readonly url: string;
  /** Origin of the workspace. */
  readonly origin: string;
}

/** Serves until SIGTERM or SIGINT, then finishes running requests. `onListening` may use the service first. */
export async function serve(
  config: Config,
  data: string,
  onListening: (service: Service, server: Listening) => Promise<void>,
): Promise<void> {
  const log = createLog(config.log_level);
  logWarnings(log);
  endOnCrash(log);
  const metrics = await createMetrics(config);
  const sanitizer = new BackgroundSanitizer();
  const work = new BackgroundWork(sanitizer);
  const storage = await connectStorage(sharedOptions(config), data, log);
  // Fail-fast: a store that ignores conditions would lose acknowledged writes.
  await storage?.portal.test();
  const service = await openService(config, { data, log, sanitizer, work, storage }, metrics);
  const higher = await service.writtenBy.higher();
  if (higher !== null)
    log.warn({ version: higher }, 'a newer version has written here: this one may leave out what it stored');
  await service.writtenBy.note(log);
  const stopChores = scheduleChores(allChores(config, service, storage, log, metrics?.onMail), log);
  const webhooks = new WebhookWorker({
    ...{ service, fs, log, allow: config.webhook_allow, origin: config.backend_url },
    observer: metrics?.webhooks,
  });
  let metricsServer: RunningServer | undefined;
  let cutOff: NodeJS.Timeout | undefined;
  try {
    if ((await nativeGitVersion()) === null)
      log.warn('git is not installed: packs are not merged, brands cannot be cloned over HTTP');
    metricsServer = await metrics?.serve(service, webhooks, log);
    if (metricsServer !== undefined) log.info({ url: `${metricsServer.url}/metrics` }, 'metrics are served');
    const app = createApp({ service, log, config, observer: metrics?.requests });
    const server = await listen(app, listenOptions(config, log));
    try {
      const stopped = stopSignal();
      const origin = config.backend_url ?? server.url.replace(/^http:\/\/127\.0\.0\.1\b/, 'http://localhost');
      await onListening(service, { url: server.url, origin });
      webhooks.start();
      log.info({ signal: await stopped }, 'shutting down');
    } finally {
      const timeoutMs = config.shutdown_timeout_seconds * 1000;
      cutOff = setTimeout(() => cutShutdownOff(log), timeoutMs);
      // Requests that wait for a thread are answered at once, and nothing of theirs is stored.
      await Promise.all([sanitizer.close(), work.close(), endChecks()]);
      await Promise.all([webhooks.stop(), server.close(timeoutMs - Math.min(timeoutMs / 2, cleanUpMs))]);
    }
  } finally {
    try {
      await metricsServer?.close(0);
      await service.brands.maintenance.end();
      await stopChores();
      await endChecks();
      // Ends with the search, whose threads cannot be ended within a step: the wait for it holds up nothing but the connections.
      await service.close();
      storage?.close();
    } finally {
      clearTimeout(cutOff);
    }
  }
}

type OpenOptions = Pick<Parameters<typeof Service.open>[0], 'data' | 'log' | 'sanitizer' | 'work'> & {
  readonly storage: Awaited<ReturnType<typeof connectStorage>>;
};

function openService(config: Config, options: OpenOptions, metrics: Metrics | null): Promise<Service> {
  const { data, log, storage } = options;
  const engine = backgroundEngine();
  const onLeftOut = (index: string, document: Key): void =>
    log.warn({ index, document }, 'search leaves out a document: it takes too long to index');
  const onNoFile = (index: string, problem: string): void =>
    log.warn({ index, problem }, 'search keeps an index in memory: its file can be neither used nor replaced');
  const pictures = new Pictures({ ...pictureLimits(config), folder: dataPaths.pictures(data), log });
  metrics?.addPictures(pictures);
  if (storage !== undefined) metrics?.addShared(storage);
  return Service.open({
    ...options,
    fs,
    search: (pathOf) => new Search(engine, { pathOf, timeoutMs: 1000, onLeftOut, onNoFile }),
    limits: serviceLimits(config),
    pictures,
    observer: metrics?.content,
    filesUrl: config.files_url,
    isProviderOnly: config.oidc?.only,
    sendsMails: config.mail !== null,
  });
}

const listenOptions = (config: Config, log: Log): ListenOptions => ({
  host: config.host,
  port: config.port,
  log,
  requestTimeoutSeconds: config.request_timeout_seconds,
  keepAliveSeconds: config.keep_alive_seconds,
  stalledSeconds: config.stalled_connection_seconds,
  connectionsAtOnce: config.connections_at_once,
  headerLimit: config.header_limit_bytes,
});

/** Part of the shutdown's timeout that is reserved for the work after the requests: at most half. */
const cleanUpMs = 2000;

/** An orderly exit would wait for threads in native code. Acknowledged writes are on disk. */
function cutShutdownOff(log: Log): void {
  log.error('the shutdown has exceeded its timeout: the process is killed');
  const kill = (): boolean => process.kill(process.pid, 'SIGKILL');
  log.flush(kill);
  // A reader of the log that has stopped does not keep the process.
  setTimeout(kill, 1000);
}

/**
 * The configuration file, with the options before it.
 *
 * @throws `invalid`
 */
export async function effectiveConfig({ config, host, port }: ServeOptions): Promise<Config> {
  return { ...(await readConfig(config)), ...withoutUndefined({ host, port }) };
}

/**
 * The metrics and their server.
 *
 * @returns `null` without a port: nothing is counted, and no library loaded
 */
async function createMetrics(config: Config): Promise<Metrics | null> {
  const { metrics_port: port, metrics_host: host, metrics_brands: perBrand } = config;
  if (port === null) return null;
  const { Metrics } = await import('./metrics/metrics.js');
  return new Metrics({ host, port, perBrand });
}

/** Node's own warnings would appear between the lines of the log. */
function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning'));
}

/** After an uncaught exception no invariant is sure to hold: the process logs one line, and ends. */
function endOnCrash(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'crashed');
    if (process.report.reportOnUncaughtException) process.report.writeReport(error);
    process.exit(1);
  });
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
