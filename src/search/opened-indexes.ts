import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Key of the paths of indexes that threads of this process have opened, for threads that start later. */
const openedName = 'opened search indexes';

/** From now on, this index is whole without a log: the machine has not crashed, so SQLite closed it as a thread ended. */
export function noteOpened(path: string): void {
  if (!openedPaths().includes(path)) setEnvironmentData(openedName, [...openedPaths(), path]);
}

export const openedPaths = (): readonly string[] =>
  (getEnvironmentData(openedName) ?? []) as unknown as readonly string[];
