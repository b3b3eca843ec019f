import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
} from 'node:fs';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import Database from 'libsql';
import { openedPaths } from './opened-indexes.js';

/** Prefix of the path of an index that is kept in memory. */
export const inMemory = ':memory:';

/** Code of the error for a path at which there can be no index file. */
export const noFile = 'NO_INDEX_FILE';

/** Suffixes of the files that SQLite keeps next to a database in use. */
const sideFiles = ['-wal', '-shm', '-journal'];

/** Offset of the file format version in SQLite's header, and its value for a write-ahead log. */
const modeOffset = 18;
const walMode = 2;

/**
 * More file descriptors than the library's runtime needs. The first database starts it, and a failure aborts the
 * process.
 */
const runtimeDescriptors = 32;
let hasRuntime = false;

/** @throws when too few file descriptors are left for the runtime */
function startRuntime(): void {
  if (hasRuntime) return;
  const descriptors: number[] = [];
  try {
    while (descriptors.length < runtimeDescriptors) descriptors.push(openSync(devNull, 'r'));
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
  new Database(inMemory).close();
  hasRuntime = true;
}

/**
 * Opens or creates a database. A file without its log is deleted, because it may have half of a transaction; so is
 * anything that is not a file.
 *
 * @throws with the code `noFile` when there can be none
 */
export function openIndexFile(path: string): Database.Database {
  const isOnDisk = !path.startsWith(inMemory);
  startRuntime();
  if (isOnDisk) {
    orNoFile(() => {
      mkdirSync(dirname(path), { recursive: true });
      accessSync(dirname(path), constants.W_OK);
    });
    if (!isComplete(path)) removeIndexFile(path);
  }

  const file = new Database(isOnDisk ? path : inMemory);
  try {
    file.exec('PRAGMA busy_timeout = 1000');
    file.exec('PRAGMA journal_mode = WAL');
    // A crash of the machine may lose the last transactions. They are repeated, because the index says which commit it
    // has.
    file.exec('PRAGMA synchronous = NORMAL');
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * Closes an index. The last process to close it removes the log, so that files next to the index are a sign of a crash.
 */
export function closeIndexFile(file: Database.Database): void {
  try {
    file.exec('PRAGMA busy_timeout = 0');
    file.exec('PRAGMA journal_mode = DELETE');
  } catch {
    // Another process has it open.
  }
  file.close();
}

/** @throws with the code `noFile` when it cannot be removed */
export function removeIndexFile(path: string): void {
  if (path.startsWith(inMemory)) return;
  orNoFile(() => {
    for (const file of filesOf(path)) rmSync(file, { force: true, recursive: true });
  });
}

const filesOf = (path: string): string[] => ['', ...sideFiles].map((side) => `${path}${side}`);

function orNoFile(work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw Object.assign(new Error((cause as Error).message, { cause }), { code: noFile });
  }
}

function isComplete(path: string): boolean {
  if (!filesOf(path).every(isUsable)) return false;
  const hasLog = existsSync(`${path}-wal`);
  const hasSharedMemory = existsSync(`${path}-shm`);
  if (!existsSync(path)) return !hasLog && !hasSharedMemory;
  if (readMode(path) !== walMode) return !hasLog;
  return hasLog ? hasSharedMemory : openedPaths().includes(path);
}

/** Whether there is a file that may be read and written, or nothing. */
function isUsable(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return true;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return stats.isFile();
  } catch {
    return false;
  }
}

function readMode(path: string): number | undefined {
  const header = new Uint8Array(modeOffset + 1);
  const file = openSync(path, 'r');
  try {
    return readSync(file, header) > modeOffset ? header[modeOffset] : undefined;
  } finally {
    closeSync(file);
  }
}
