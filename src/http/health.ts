import type { Router } from 'express';
import type { Health } from '../service/health.js';
import { getOnly } from './problem.js';
import { jsonType, noStore, type Reply } from './reply.js';

/**
 * Liveness (`/healthz`) and readiness (`/readyz`) probes for load balancers, without a key. A brand that cannot be read,
 * or has a skipped file, is reported and does not take the others out of service.
 *
 * @param look never throws
 */
export function health(look: () => Promise<Health>): Router {
  return getOnly({
    '/healthz': () => probe(200, { status: 'ok' }),
    '/readyz': async () => {
      const { isUsable, brands, reasons } = await look();
      if (reasons.length === 0) return probe(200, { status: 'ready' });
      const status = isUsable ? 'degraded' : 'unavailable';
      return probe(isUsable ? 200 : 503, { status, brands: brands.length, reasons });
    },
  });
}

function probe(status: number, value: object): Reply {
  return { status, headers: [...jsonType, ...noStore], body: JSON.stringify(value) };
}
