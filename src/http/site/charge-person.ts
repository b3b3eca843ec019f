import type { Request, Response } from 'express';
import { PortalError } from '../../lib/errors.js';
import type { Effect } from '../../operations/engine/access.js';
import { exceededOf, type RateLimits } from '../admission/rate-limit.js';
import { stateOf } from '../admission/request.js';

/**
 * Charges a request to a person's budgets, which are as large as a key's.
 *
 * @throws `rate_limited`
 */
export function chargePerson(
  limits: RateLimits,
  request: Request,
  response: Response,
  person: string,
  effect: Effect,
): void {
  const exceeded = exceededOf(limits.take(request, person, effect));
  if (exceeded !== null) {
    response.setHeader('Retry-After', String(exceeded.resetSeconds));
    throw new PortalError('rate_limited', 'These are more requests than one person may send in a minute.');
  }
  if (effect !== 'read') stateOf(response).refundWrite = () => void limits.refundWrite(request, person);
}
