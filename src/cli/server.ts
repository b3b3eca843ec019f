import * as fs from 'node:fs';
import { resolve } from 'node:path';
import { type Config, readConfig } from '../config.js';
import { BackgroundSanitizer } from '../content/background-sanitizer.js';
import { createApp } from '../http/app.js';
import { listen, type RunningServer } from '../http/server.js';
import { createLog } from '../log.js';
import { scheduleChores } from '../schedule.js';
import { Service } from '../service.js';
import { nativeGitVersion } from '../store/native-git.js';
import type { DataOption } from './shared.js';

export interface ServeOptions extends DataOption {
  readonly port?: number;
  readonly host?: string;
  readonly config?: string;
}

/** Serves until SIGTERM or SIGINT, then finishes what is running. `onListening` may use the service first. */
export async function serve(
  options: ServeOptions,
  onListening: (service: Service, server: RunningServer) => Promise<void>,
): Promise<void> {
  const config = await effectiveConfig(options);
  const log = createLog(config.log_level);
  const sanitizer = new BackgroundSanitizer();
  const service = await Service.open({ fs, data: resolve(options.data), log, sanitizer });
  const { purge_schedule, maintenance_schedule, maintenance_min_packs, brand_idle_seconds } = config;
  const stopChores = scheduleChores(
    [
      { name: 'purging the trash', schedule: purge_schedule, atStart: true, run: () => service.purgeTrash() },
      {
        name: 'maintenance',
        schedule: maintenance_schedule,
        run: () => service.maintain(maintenance_min_packs),
      },
      { name: 'keeping when keys were used', schedule: '* * * * *', run: () => service.saveLastUsed() },
      { name: 'sweeping leftovers', schedule: '41 * * * *', atStart: true, run: () => service.sweep() },
      {
        name: 'closing idle brands',
        schedule: '* * * * *',
        run: () => service.brands.closeIdle(brand_idle_seconds * 1000),
      },
    ],
    log,
  );
  if ((await nativeGitVersion()) === null)
    log.warn('git is not installed: packs are not merged, brands cannot be cloned over HTTP');
  try {
    const app = createApp({
      service,
      log,
      bodyLimit: config.body_limit_bytes,
      cacheBytes: config.cache_bytes,
      mcpHosts: [config.host, ...config.mcp_hosts],
      rateLimits: {
        requestsPerKey: config.requests_per_minute,
        writesPerKey: config.writes_per_minute,
        failedLoginsPerAddress: config.failed_logins_per_minute,
      },
      clonesAtOnce: config.clones_at_once,
    });
    const { host, port, request_timeout_seconds: requestTimeoutSeconds } = config;
    const server = await listen(app, { host, port, requestTimeoutSeconds });
    try {
      const stopped = stopSignal();
      await onListening(service, server);
      log.info({ signal: await stopped }, 'shutting down');
    } finally {
      await server.close(config.shutdown_timeout_seconds * 1000);
    }
  } finally {
    await service.brands.maintenance.end();
    await stopChores();
    await service.close();
  }
}

async function effectiveConfig({ config, host, port }: ServeOptions): Promise<Config> {
  const file = await readConfig(config);
  return { ...file, ...(host === undefined ? {} : { host }), ...(port === undefined ? {} : { port }) };
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
