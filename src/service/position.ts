import { setTimeout as sleep } from 'node:timers/promises';
import type { Catalog } from '../content/catalog/catalog.js';
import { PortalError } from '../errors.js';
import type { Repository } from '../store/repository.js';

/** How long a request waits for a position, beyond the answer of the store to the first look. */
const patienceMs = 2000;
const pauseMs = 100;

/**
 * Read-your-writes where reads may be older: waits until what was acknowledged up to a position is seen here.
 *
 * @throws `unavailable` when the store does not answer, or the log does not come so far
 */
export async function reach(repository: Repository<Catalog>, position: number): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  while (repository.position !== null && repository.position < position) {
    await repository.confirmNewest();
    if (repository.position >= position) return;
    if (performance.now() >= deadlineMs) {
      const problem = `This node is at position ${repository.position}, and position ${position} has not come`;
      throw new PortalError('unavailable', `${problem}: is it of this portal?`);
    }
    await sleep(pauseMs);
  }
}
