import { dirname } from 'node:path';
import { thisProcess } from './process-name.js';

/** `node:fs` or anything with its interface, such as memfs. */
export type FileSystem = typeof import('node:fs');

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** The names in a directory; none when it is not there, as it may go at any time. */
export async function listDirectory(fs: FileSystem, directory: string): Promise<string[]> {
  try {
    return (await fs.promises.readdir(directory)) as string[];
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** What is synced is on disk: closing has nothing to add, and nobody waits for it. */
function closeLater(handle: { close(): Promise<void> }): void {
  handle.close().catch(() => {});
}

/** Makes the entries of a directory (creations, renames, removals) survive a power cut. */
export async function syncDirectory(fs: FileSystem, directory: string): Promise<void> {
  const handle = await fs.promises.open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    closeLater(handle);
  }
}

/**
 * Writes a file that must not exist yet and waits until its bytes are on disk; its directory entry may not be.
 * What fails half-way is removed again.
 */
export async function writeNewFile(fs: FileSystem, path: string, bytes: Uint8Array): Promise<void> {
  const handle = await fs.promises.open(path, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await fs.promises.rm(path, { force: true }).catch(() => {});
    throw error;
  } finally {
    closeLater(handle);
  }
}

let temporaryNames = 0;

/** A name beside `path` that says whose it is: what a process left behind when it died can be told from work under way. */
export function temporaryName(path: string): string {
  temporaryNames += 1;
  return `${path}.${thisProcess()}.${temporaryNames}.tmp`;
}

export interface FileToPlace {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Puts whole files in place: temporary files, fsync, then renames in the given order, not before `beside` has resolved as
 * well. Whatever happens, a path holds the old content or the new, never a part. The caller syncs the directory.
 */
export async function placeFiles(
  fs: FileSystem,
  files: readonly FileToPlace[],
  beside: Promise<void> = Promise.resolve(),
): Promise<void> {
  const placing = files.map(({ path, bytes }) => ({ path, bytes, temporary: temporaryName(path) }));
  try {
    const writing = placing.map(({ temporary, bytes }) => writeNewFile(fs, temporary, bytes));
    for (const result of await Promise.allSettled([...writing, beside])) {
      if (result.status === 'rejected') throw result.reason;
    }
    for (const { path, temporary } of placing) await fs.promises.rename(temporary, path);
  } catch (error) {
    for (const { temporary } of placing) await fs.promises.rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Creates a directory and the missing ones above it, each entry synced. */
export async function makeDirectory(fs: FileSystem, path: string): Promise<void> {
  const first = await fs.promises.mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(fs, dirname(made));
}

/** What isomorphic-git asks of a file system. */
type GitFileSystem = Pick<
  FileSystem['promises'],
  'readFile' | 'writeFile' | 'unlink' | 'readdir' | 'mkdir' | 'rmdir' | 'stat' | 'lstat' | 'readlink' | 'symlink' | 'rm'
>;

/**
 * The file system handed to isomorphic-git. Its own writes truncate the final path and sync nothing; through this
 * adapter each file appears whole and is on disk, with its directory entry, when the write returns.
 */
export function durableFileSystem(fs: FileSystem): { promises: GitFileSystem } {
  const { promises } = fs;
  const writeFile = async (path: string, data: string | Uint8Array): Promise<void> => {
    await placeFiles(fs, [{ path, bytes: typeof data === 'string' ? Buffer.from(data) : data }]);
    await syncDirectory(fs, dirname(path));
  };
  const mkdir = async (path: string): Promise<void> => {
    await promises.mkdir(path);
    await syncDirectory(fs, dirname(path));
  };
  return {
    promises: {
      readFile: promises.readFile.bind(promises),
      unlink: promises.unlink.bind(promises),
      readdir: promises.readdir.bind(promises),
      rmdir: promises.rmdir.bind(promises),
      stat: promises.stat.bind(promises),
      lstat: promises.lstat.bind(promises),
      readlink: promises.readlink.bind(promises),
      symlink: promises.symlink.bind(promises),
      rm: promises.rm.bind(promises),
      writeFile: writeFile as GitFileSystem['writeFile'],
      mkdir: mkdir as GitFileSystem['mkdir'],
    },
  };
}
