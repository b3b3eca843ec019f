import { schedule } from 'node-cron';
import type { Log } from './log.js';
import type { Service } from './service.js';

/**
 * Purges the trash now and then by the cron expression (UTC). A run never overlaps the one before.
 *
 * @returns stops the schedule
 */
export async function schedulePurge(service: Service, expression: string, log: Log): Promise<() => Promise<void>> {
  const purge = async (): Promise<void> => {
    try {
      await service.purgeTrash();
    } catch (error) {
      log.error({ err: error }, 'purging the trash failed');
    }
  };
  await purge();
  const task = schedule(expression, purge, { timezone: 'UTC', noOverlap: true });
  return async () => {
    await task.destroy();
  };
}
