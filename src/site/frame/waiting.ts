import { type WaitingRow, waitingFor } from '../../operations/waiting.js';
import type { BrandContext } from '../context.js';

/** Rows of what others wait for from the person of a request, for the numbers of every page; none while they cannot be read. */
export async function askedOfPerson({ person, actor, read }: BrandContext): Promise<readonly WaitingRow[]> {
  if (person === null || actor.kind !== 'person') return [];
  return read(waitingFor, { down_to: 'asked' }).catch(() => []);
}

/** Number of proposals among what waits. */
export const proposalsIn = (waiting: readonly WaitingRow[]): number =>
  new Set(waiting.flatMap(({ href, id }) => (href.startsWith('/proposals/') ? [id] : []))).size;
