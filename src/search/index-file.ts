import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import Database from 'libsql';

/** Beginning of paths of indexes that are in no file. */
const inMemory = ':memory:';

/** Files of SQLite that belong to a database in use. */
const sideFiles = ['-wal', '-shm', '-journal'];

/** Name of the paths of indexes that threads of this process have had open, for threads that start later. */
const openedName = 'opened search indexes';

const modeOffset = 18;
const walMode = 2;

/** Opens or begins a database. A file that lost its log is thrown away: it may have half of a transaction. */
export function openIndexFile(path: string): Database.Database {
  const isKept = !path.startsWith(inMemory);
  if (isKept) {
    mkdirSync(dirname(path), { recursive: true });
    if (!isWhole(path)) removeIndexFile(path);
  }
  const file = new Database(isKept ? path : inMemory);
  try {
    file.exec('PRAGMA busy_timeout = 1000');
    file.exec('PRAGMA journal_mode = WAL');
    // A crash of the machine may cost the last transactions, which are made again: the index says which commit it has.
    file.exec('PRAGMA synchronous = NORMAL');
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Closes an index. The last process leaves one file without a log, so that side files are the sign of a crash. */
export function closeIndexFile(file: Database.Database): void {
  try {
    file.exec('PRAGMA busy_timeout = 0');
    file.exec('PRAGMA journal_mode = DELETE');
  } catch {
    // Another process has it open.
  }
  file.close();
}

export function removeIndexFile(path: string): void {
  if (path.startsWith(inMemory)) return;
  for (const side of ['', ...sideFiles]) rmSync(`${path}${side}`, { force: true });
}

/** From now on an index without a log is whole: SQLite has closed it at the end of a thread, since this machine has not crashed. */
export function noteOpened(path: string): void {
  if (!openedPaths().includes(path)) setEnvironmentData(openedName, [...openedPaths(), path]);
}

const openedPaths = (): readonly string[] => (getEnvironmentData(openedName) ?? []) as unknown as readonly string[];

function isWhole(path: string): boolean {
  const isThere = existsSync(path);
  const [log, shared] = [existsSync(`${path}-wal`), existsSync(`${path}-shm`)];
  if (!isThere) return !log && !shared;
  return modeOf(path) === walMode ? (log && shared) || (!log && openedPaths().includes(path)) : !log;
}

function modeOf(path: string): number | undefined {
  const header = new Uint8Array(modeOffset + 1);
  const file = openSync(path, 'r');
  try {
    return readSync(file, header) > modeOffset ? header[modeOffset] : undefined;
  } finally {
    closeSync(file);
  }
}
