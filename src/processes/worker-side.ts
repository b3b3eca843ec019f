import type { Config } from '../config.js';
import type { RateLimitOptions, Rates } from '../http/admission/rate-counter.js';
import type { Semaphores } from '../semaphores.js';
import type { PrimaryCalls, WorkerCalls } from './calls.js';
import type { Channel } from './channel.js';

/** The primary, as a worker sees it. */
export type Primary = Pick<Channel<WorkerCalls, PrimaryCalls>, 'ask'>;

/** Budgets that the primary counts, for all workers. What has no limit is not asked for. */
export function remoteRates(primary: Primary, options: RateLimitOptions): Rates {
  const { requestsPerKey, writesPerKey, failedLoginsPerAddress } = options;
  return {
    take: async (key, right, before) => {
      const counts = requestsPerKey > 0 || (right === 'write' && writesPerKey > 0);
      return counts ? primary.ask('take', { key, right, before }) : { right, requests: null, writes: null };
    },
    refundWrite: async (key, taken) => (taken.writes === null ? null : primary.ask('refundWrite', { key, taken })),
    takeFailure: async (network) => (failedLoginsPerAddress > 0 ? primary.ask('takeFailure', network) : null),
  };
}

/** Semaphores of all workers. What a worker holds when it ends, the primary releases. */
export function remoteSemaphores(primary: Primary): Semaphores {
  return {
    tryAcquire: async (name, most) => {
      const permit = await primary.ask('acquire', { name, most });
      if (permit === null) return null;
      let isHeld = true;
      return async () => {
        if (isHeld) await primary.ask('release', permit);
        isHeld = false;
      };
    },
  };
}

/** Limits of a process, of which each worker has a part: together they are no more than what is configured, or one each. */
const shared = ['connections_at_once', 'requests_at_once', 'waiting_writes_per_brand', 'clones_at_once'] as const;

/** What one of `count` workers is configured with. */
export function partOf(config: Config, count: number): Config {
  const parts = shared.map((key) => [key, Math.max(1, Math.floor(config[key] / count))] as const);
  return { ...config, ...Object.fromEntries(parts) };
}
