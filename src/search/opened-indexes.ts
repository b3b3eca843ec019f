import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Key of the paths of indexes that threads of this process have opened, for threads that start later. */
const openedName = 'opened search indexes';

/**
 * Marks an index as complete without its log, because SQLite closes it when the thread ends, unless the machine
 * crashes.
 */
export function noteOpened(path: string): void {
  if (!openedPaths().includes(path)) setEnvironmentData(openedName, [...openedPaths(), path]);
}

export const openedPaths = (): readonly string[] =>
  (getEnvironmentData(openedName) ?? []) as unknown as readonly string[];
