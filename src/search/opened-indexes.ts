import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Name of the paths of indexes that threads of this process have had open, for threads that start later. */
const openedName = 'opened search indexes';

/** From now on an index without a log is whole: SQLite has closed it at the end of a thread, since this machine has not crashed. */
export function noteOpened(path: string): void {
  if (!openedPaths().includes(path)) setEnvironmentData(openedName, [...openedPaths(), path]);
}

export const openedPaths = (): readonly string[] =>
  (getEnvironmentData(openedName) ?? []) as unknown as readonly string[];
