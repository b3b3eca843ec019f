import { dirname } from 'node:path';
import { errorCode } from '../system-error.js';
import { thisProcess } from './branch/process-name.js';

/** `node:fs` or anything with its interface, such as memfs. */
export type FileSystem = typeof import('node:fs');

/** The names in a directory; none when it is not there, as it may go at any time. */
export async function listDirectory(fs: FileSystem, directory: string): Promise<string[]> {
  try {
    return (await fs.promises.readdir(directory)) as string[];
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Not awaited: after an fsync, closing has nothing to add. */
function closeLater(handle: { close(): Promise<void> }): void {
  handle.close().catch(() => {});
}

/** fsync of a directory: its entries (creations, renames, removals) survive a power cut. */
export async function syncDirectory(fs: FileSystem, directory: string): Promise<void> {
  const handle = await fs.promises.open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    closeLater(handle);
  }
}

/**
 * Exclusive create with fsync: the bytes are on disk afterwards, the directory entry may not be. What fails half-way is
 * removed again.
 */
export async function writeNewFile(fs: FileSystem, path: string, bytes: Uint8Array, mode = 0o666): Promise<void> {
  const handle = await fs.promises.open(path, 'wx', mode);
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

/** Temporary name next to `path` that names this process: what a dead process left can be told from work under way. */
export function temporaryName(path: string): string {
  temporaryNames += 1;
  return `${path}.${thisProcess()}.${temporaryNames}.tmp`;
}

export interface FileToPlace {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Permissions, less the process's umask; left out: those that the umask leaves. */
  readonly mode?: number;
}

/** `Promise.all` that waits for every one before it rejects with the first error: what they made can be removed then. */
export async function settleAll(promises: readonly (Promise<void> | undefined)[]): Promise<void> {
  for (const result of await Promise.allSettled(promises)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

/** Atomic replacement in steps. Whatever happens, a path holds the old content or the new, never a part. */
export interface PreparedFiles {
  /** Temporary files, synced. */
  write(): Promise<void>;
  /** Renames them, in the given order. The caller syncs the directory. */
  place(): Promise<void>;
  /** Removes the temporary files that are left. Never rejects. */
  discard(): Promise<void>;
}

export function prepareFiles(fs: FileSystem, files: readonly FileToPlace[]): PreparedFiles {
  const placing = files.map((file) => ({ ...file, temporary: temporaryName(file.path) }));
  return {
    write: () => settleAll(placing.map(({ temporary, bytes, mode }) => writeNewFile(fs, temporary, bytes, mode))),
    place: async () => {
      for (const { path, temporary } of placing) await fs.promises.rename(temporary, path);
    },
    discard: async () => {
      for (const { temporary } of placing) await fs.promises.rm(temporary, { force: true }).catch(() => {});
    },
  };
}

/** Atomic replacement of files, one after another. The caller syncs the directory. */
export async function placeFiles(fs: FileSystem, files: readonly FileToPlace[]): Promise<void> {
  const prepared = prepareFiles(fs, files);
  try {
    await prepared.write();
    await prepared.place();
  } catch (error) {
    await prepared.discard();
    throw error;
  }
}

/** `mkdir -p`, with each new entry synced. */
export async function makeDirectory(fs: FileSystem, path: string): Promise<void> {
  const first = await fs.promises.mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(fs, dirname(made));
}

/** The same for one that only its owner reads, from when it is made. One that is there already keeps its rights. */
export async function makePrivateDirectory(fs: FileSystem, path: string): Promise<void> {
  await makeDirectory(fs, dirname(path));
  try {
    await fs.promises.mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    throw error;
  }
  await syncDirectory(fs, dirname(path));
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
