import { schedule } from 'node-cron';
import { SingleFlight } from './lib/concurrency.js';
import type { Log } from './log.js';

/** One piece of regular work. */
export interface Chore {
  readonly name: string;
  /** A cron expression, in UTC. */
  readonly schedule: string;
  readonly atStart?: boolean;
  run(): Promise<void>;
  /** Ends a run early; called before the run is waited for. */
  stop?(): void;
}

/**
 * Runs each chore by its schedule, some at once as well; a chore never overlaps itself, and one that fails is logged and
 * tried again next time.
 *
 * @returns stops the schedules and waits for running chores
 */
export function scheduleChores(chores: readonly Chore[], log: Log): () => Promise<void> {
  const stops = chores.map((chore) => {
    const { name } = chore;
    const work = (): Promise<void> => chore.run().catch((error) => log.error({ err: error }, `${name} failed`));
    const running = new SingleFlight<void>();
    const run = (): Promise<void> => running.run(name, work);
    if (chore.atStart) void run();
    // One that is late, since the machine slept, runs anyway: once, however many turns it has missed.
    const late = { missedExecutionTolerance: Number.POSITIVE_INFINITY, suppressMissedWarning: true };
    const task = schedule(chore.schedule, run, { timezone: 'UTC', ...late });
    return async () => {
      chore.stop?.();
      await task.destroy();
      await running.idle();
    };
  });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
