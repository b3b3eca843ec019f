import { setTimeout as sleep } from 'node:timers/promises';
import type { Catalog } from '../content/catalog/catalog.js';
import { PortalError } from '../lib/errors.js';
import type { Repository } from '../store/repository.js';

/** Upper bound on the wait for a position, beyond the store's answer to the first look. */
const positionWaitMs = 2000;
const positionPauseMs = 100;

/**
 * Read-your-writes where reads may be stale: waits until this node has applied everything up to a position.
 *
 * @throws `unavailable` when the store does not answer, or the log does not come so far
 */
export async function waitForPosition(repository: Repository<Catalog>, position: number): Promise<void> {
  const deadlineMs = performance.now() + positionWaitMs;
  while (repository.branch.position !== null && repository.branch.position < position) {
    await repository.branch.confirmNewest();
    if (repository.branch.position >= position) return;
    if (performance.now() >= deadlineMs) {
      throw new PortalError(
        'unavailable',
        `This node is at position ${repository.branch.position}, and position ${position} has not come: is it of this portal?`,
      );
    }
    await sleep(positionPauseMs);
  }
}
