import type { Config } from '../config.js';
import type { Log } from '../log.js';
import type { Service } from '../service/service.js';
import type { Cors } from './admission/cors.js';
import type { NetworkBudget, RateLimits } from './admission/rate-limit.js';
import type { RequestWatch } from './admission/request.js';
import type { Hosts } from './hosts.js';
import type { HttpObserver } from './observer.js';

export interface HttpTools {
  readonly service: Service;
  readonly log: Log;
  readonly config: Config;
  readonly observer: HttpObserver | undefined;
  readonly hosts: Hosts;
  readonly limits: RateLimits;
  /** Budget of pages of portals, for readers who are not signed in. */
  readonly guests: NetworkBudget;
  readonly watch: RequestWatch;
  readonly cors: Cors;
  /** Aborted when the server begins to shut down. */
  readonly closing: AbortSignal;
}
