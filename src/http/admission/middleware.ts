import type { Request, RequestHandler, Response } from 'express';
import type { Access } from '../../operations/access.js';
import type { Right } from '../../registry/records.js';
import type { Service } from '../../service/service.js';
import { type Headers, setHeaders } from '../headers.js';
import { type Admission, admitCaller, admitRequest } from './admit.js';
import { clientNetwork } from './client-network.js';
import { bearer, credentialsOf, type Scheme } from './credentials.js';
import { type Budgets, budgetHeaders, exceededOf, noBudgets, type RateLimits } from './rate-limit.js';
import { identityOf, stateOf } from './request.js';

/** Sets the headers of an admission. @throws its refusal */
export function follow(response: Response, { headers, refusal }: Admission): void {
  setHeaders(response, headers);
  if (refusal !== null) throw refusal;
}

/** @param security headers of every answer */
export function requestAdmission(security: Headers): RequestHandler {
  return (request, response, next) => {
    const admission = admitRequest(request, security);
    stateOf(response).requestId = admission.requestId;
    stateOf(response).arrivedMs = performance.now();
    follow(response, admission);
    next();
  };
}

/**
 * Takes an authenticated request from its key's budgets. A write is charged before it begins, so that concurrent ones never
 * make more commits than the budget has; `settleWrite` gives back what made none.
 */
export async function charge(limits: RateLimits, right: Right, request: Request, response: Response): Promise<Budgets> {
  const state = stateOf(response);
  const { actor } = identityOf(state);
  const budgets = await limits.take(request, actor.id, right);
  if (budgets.writes !== null && exceededOf(budgets) === null) {
    state.refundWrite = async () => {
      const left = await limits.refundWrite(request, actor.id);
      if (left !== null && !response.headersSent) setHeaders(response, budgetHeaders(left));
    };
  }
  return budgets;
}

export interface CallerAdmissionOptions {
  readonly service: Service;
  readonly limits: RateLimits;
  /** Whose budget is taken from. */
  readonly right: Right;
  /** Left out where it is admitted later. */
  readonly access?: Access;
  /** `bearer` when left out. */
  readonly scheme?: Scheme;
}

/** Authenticates the caller, whom later handlers find in the request's state. */
export function callerAdmission(options: CallerAdmissionOptions): RequestHandler {
  const { service, limits, right, access = null, scheme = bearer } = options;
  return async (request, response, next) => {
    const credentials = credentialsOf(request, scheme);
    const { key } = credentials;
    const known = key !== null && access?.right === 'read' ? service.callers.identifyNow(key) : null;
    const identify = (presented: string) =>
      service.callers.identify(presented, stateOf(response).arrivedMs, right === 'read');
    const identity = key === null ? null : (known ?? (await identify(key)));
    if (identity !== null) stateOf(response).identity = identity;
    const budgets =
      identity !== null
        ? await charge(limits, right, request, response)
        : key === null
          ? noBudgets
          : { requests: await limits.takeFailure(clientNetwork(request)), writes: null };
    follow(response, admitCaller({ credentials, identity, budgets, access }));
    next();
  };
}
