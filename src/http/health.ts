import express, { type Router } from 'express';
import type { Service } from '../service/service.js';
import { methodNotAllowed } from './problem.js';

/**
 * Liveness (`/healthz`) and readiness (`/readyz`) probes for load balancers, without a key. A brand that cannot be read
 * degrades and does not take the others out of service.
 */
export function health(service: Service): Router {
  const router = express.Router({ caseSensitive: true });
  router
    .route('/healthz')
    .get((_request, response) => {
      response.setHeader('Cache-Control', 'no-store');
      response.json({ status: 'ok' });
    })
    .all(methodNotAllowed(['GET']));
  router
    .route('/readyz')
    .get(async (_request, response) => {
      const { isUsable, brands, reasons } = await service.health();
      response.setHeader('Cache-Control', 'no-store');
      response.status(isUsable ? 200 : 503);
      if (reasons.length === 0) response.json({ status: 'ready' });
      else response.json({ status: isUsable ? 'degraded' : 'unavailable', brands, reasons });
    })
    .all(methodNotAllowed(['GET']));
  return router;
}
