import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isoDay } from '../../lib/clock.js';
import { derived } from '../../lib/derived.js';
import { entries } from '../../lib/lru.js';

/** Notes that a network sends a day. */
export const maxPerNetwork = 5;

const maxNetworks = 10_000;
const key = randomBytes(32);
/** Marks of the forms that each service took, by network. */
const formsOf = derived((_: object) => new LRUCache<string, Set<string>>(entries(maxNetworks)));

/** Name of a network on a day, which this process forgets with its key. */
const nameOf = (network: string, now: Date): string =>
  createHmac('sha256', key)
    .update(`${isoDay(now)} ${network}`)
    .digest('base64url');

/**
 * Counts a form of a network, once however often it is sent. Forms count before they are stored, so that those of one moment do, too.
 *
 * @param form mark of the form
 * @returns what takes it back; `null`: the network has sent as many as it may today
 */
export function countForm(service: object, network: string, form: string, now: Date): (() => void) | null {
  const name = nameOf(network, now);
  const forms = formsOf(service).get(name) ?? new Set();
  if (forms.has(form)) return () => {};
  if (forms.size >= maxPerNetwork) return null;
  formsOf(service).set(name, forms.add(form));
  return () => void forms.delete(form);
}
