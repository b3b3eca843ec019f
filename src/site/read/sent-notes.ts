import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isoDay } from '../../lib/clock.js';
import { derived } from '../../lib/derived.js';
import { entries } from '../../lib/lru.js';

/** Notes that a network sends a day. */
export const maxPerNetwork = 5;

const maxNetworks = 10_000;
const key = randomBytes(32);
/** Counts of each service. */
const countsOf = derived((_: object) => new LRUCache<string, number>(entries(maxNetworks)));

/** Name of a network on a day, which this process forgets with its key. */
const nameOf = (network: string, now: Date): string =>
  createHmac('sha256', key)
    .update(`${isoDay(now)} ${network}`)
    .digest('base64url');

export const mayStillSend = (service: object, network: string, now: Date): boolean =>
  (countsOf(service).get(nameOf(network, now)) ?? 0) < maxPerNetwork;

export function countSent(service: object, network: string, now: Date): void {
  const name = nameOf(network, now);
  countsOf(service).set(name, (countsOf(service).get(name) ?? 0) + 1);
}
