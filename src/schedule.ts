import { schedule } from 'node-cron';
import type { Log } from './log.js';
import type { Service } from './service.js';

/**
 * Purges the trash at once and then by the cron expression (UTC); a run never overlaps the one before.
 *
 * @returns stops the schedule and waits for a run that is under way
 */
export function schedulePurge(service: Service, expression: string, log: Log): () => Promise<void> {
  let running: Promise<void> | undefined;
  const purge = (): Promise<void> => {
    running ??= service
      .purgeTrash()
      .catch((error) => log.error({ err: error }, 'purging the trash failed'))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  void purge();
  const task = schedule(expression, purge, { timezone: 'UTC' });
  return async () => {
    await task.destroy();
    await running;
  };
}
