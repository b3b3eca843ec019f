import type { Config } from '../config.js';
import type { Log } from '../log.js';
import type { Service } from '../service/service.js';
import type { RateLimits } from './admission/rate-limit.js';
import type { Hosts } from './hosts.js';

export interface HttpTools {
  readonly service: Service;
  readonly log: Log;
  readonly config: Config;
  readonly limits: RateLimits;
  readonly hosts: Hosts;
}
