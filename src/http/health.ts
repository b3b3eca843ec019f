import type { Router } from 'express';
import type { Health } from '../service/health.js';
import { getOnly } from './problem.js';

/**
 * Liveness (`/healthz`) and readiness (`/readyz`) probes for load balancers, without a key. A brand that cannot be read
 * degrades and does not take the others out of service.
 *
 * @param look never throws
 */
export function health(look: () => Promise<Health>): Router {
  return getOnly({
    '/healthz': (_request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      response.json({ status: 'ok' });
    },
    '/readyz': async (_request, response) => {
      const { isUsable, brands, reasons } = await look();
      response.setHeader('Cache-Control', 'no-store');
      response.status(isUsable ? 200 : 503);
      if (reasons.length === 0) response.json({ status: 'ready' });
      else response.json({ status: isUsable ? 'degraded' : 'unavailable', brands, reasons });
    },
  });
}
