import type { RequestHandler, Response } from 'express';
import type { Access } from '../../operations/access.js';
import type { Right } from '../../registry/records.js';
import type { Service } from '../../service/service.js';
import { setHeaders } from '../headers.js';
import { type Admission, admitCaller, admitRequest } from './admit.js';
import { clientNetwork } from './client-network.js';
import { bearer, credentialsOf, type Scheme } from './credentials.js';
import type { RateLimits } from './rate-limit.js';
import { stateOf } from './request.js';

/** Sets the headers of an admission. @throws its refusal */
export function follow(response: Response, { headers, refusal }: Admission): void {
  setHeaders(response, headers);
  if (refusal !== null) throw refusal;
}

export const requestAdmission: RequestHandler = (request, response, next) => {
  const admission = admitRequest(request);
  stateOf(response).requestId = admission.requestId;
  follow(response, admission);
  next();
};

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
    const identity = key === null ? null : await service.identify(key);
    if (identity !== null) stateOf(response).identity = identity;
    const budget =
      identity !== null
        ? await limits.take(request, identity.actor.id, right)
        : key === null
          ? null
          : await limits.takeFailure(clientNetwork(request));
    follow(response, admitCaller({ credentials, identity, budget, access }));
    next();
  };
}
