import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.js';
import { RateCounter } from '../http/admission/rate-counter.js';
import { rateLimitOptions } from '../http/app.js';
import { listen } from '../http/node/server.js';
import { createLog, type Log } from '../log.js';
import { LocalSemaphores } from '../semaphores.js';
import { createMetrics, endOnCrash, logWarnings, stopSignal } from '../server.js';
import type { Address, Assignment } from './calls.js';
import { Supervised } from './supervised.js';
import { WholeHealth, WholeMetrics } from './whole.js';
import type { Common } from './worker-process.js';

/** After its graceful shutdown, how long a worker may take to write down what it knows. */
const lastWordsMs = 20_000;

/**
 * Serves with several processes, until SIGTERM or SIGINT. This one, the primary, accepts connections and hands them to the
 * workers in turn, counts what has to be counted for all, replaces workers that end, and opens no repository.
 *
 * @throws `unavailable` when a worker cannot be started, or not be kept running
 */
export async function serveProcesses(
  config: Config,
  data: string,
  onListening: (listening: Address) => void,
): Promise<void> {
  const log = createLog(config.log_level);
  logWarnings(log);
  endOnCrash(log);
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./process-worker.js', import.meta.url)), args: [] });
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const port = await freePort(config, log);
  const common: Common = {
    rates: new RateCounter(rateLimitOptions(config)),
    semaphores: new LocalSemaphores(),
    health: () => health.now(),
  };
  const workers = Array.from({ length: config.processes }, (_, at) => {
    const assignment: Assignment = {
      number: at + 1,
      count: config.processes,
      doesChores: at === 0,
      config: { ...config, port },
      data,
    };
    return new Supervised(assignment, common, log);
  });
  const health = new WholeHealth(() => workers);
  const metrics = await createMetrics(config);
  const whole = metrics === null ? null : new WholeMetrics(() => workers, metrics);
  metrics?.countProcesses(
    () => workers.filter(({ serving }) => serving !== undefined).length,
    () => workers.reduce((sum, { replaced }) => sum + replaced, 0),
  );
  const metricsServer = await metrics?.serve(() => whole?.text() ?? Promise.resolve(''), log);
  if (metricsServer !== undefined) log.info({ url: `${metricsServer.url}/metrics` }, 'metrics are served');
  try {
    await run(workers, log, onListening);
  } finally {
    const mostMs = config.shutdown_timeout_seconds * 1000 + lastWordsMs;
    await Promise.all(workers.map((worker) => worker.stop(mostMs)));
    await metricsServer?.close(0);
  }
}

/** The first worker begins the data directory, and meets whatever is wrong; then the others start. */
async function run(
  [first, ...others]: readonly Supervised[],
  log: Log,
  onListening: (listening: Address) => void,
): Promise<void> {
  const stopped = stopSignal();
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  const started = (async () => {
    const listening = await first?.start(fail);
    await Promise.all(others.map((worker) => worker.start(fail)));
    if (listening !== undefined) onListening(listening);
  })();
  started.catch(fail);
  const signal = await Promise.race([stopped, failed]);
  log.info({ signal }, 'shutting down');
}

/** The port that all workers listen on: for 0, the system's choice. @throws `unavailable` when it cannot be listened on */
async function freePort({ host, port }: Config, log: Log): Promise<number> {
  const patience = { requestTimeoutSeconds: 1, keepAliveSeconds: 1, stalledSeconds: 1, connectionsAtOnce: 1 };
  const probe = await listen(
    { listener: (request) => request.destroy() },
    { ...patience, host, port, log, headerLimit: 4096 },
  );
  await probe.close(0);
  return Number(new URL(probe.url).port);
}
