import { dirname, join } from 'node:path';
import { errorCode, unlessMissing } from '../lib/system-error.js';
import { thisProcess } from './process-name.js';

/** `node:fs` or anything with its interface, such as memfs. */
export type FileSystem = typeof import('node:fs');

/** The names in a directory; none when it is not there. */
export async function listDirectory(fs: FileSystem, directory: string): Promise<string[]> {
  return (await fs.promises.readdir(directory).catch(unlessMissing([]))) as string[];
}

/** Disk usage of all files below a directory, in bytes. Files that disappear during the count are not counted. */
export async function directorySize(fs: FileSystem, directory: string): Promise<number> {
  const entries = await fs.promises.readdir(directory, { withFileTypes: true }).catch(unlessMissing([]));
  let bytes = 0;
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) bytes += await directorySize(fs, path);
    else bytes += await fs.promises.lstat(path).then(({ size }) => size, unlessMissing(0));
  }
  return bytes;
}

/** @throws errors that hide whether it exists, such as missing permissions */
export function exists(fs: FileSystem, path: string): Promise<boolean> {
  return fs.promises.stat(path).then(() => true, unlessMissing(false));
}

/** Content of a file, opened by the first read. A stream without a reader would end the process if its file cannot be opened. */
export async function* readLazily(fs: FileSystem, path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* fs.createReadStream(path, { signal });
}

/** Closes a file without waiting. After an fsync, closing adds nothing. */
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

/** Exclusive create with fsync: the bytes are on disk afterwards, the directory entry may not be. A failure leaves no file. */
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

/** Temporary name next to `path` that names this process, to distinguish leftovers of a dead process from work in progress. */
export function temporaryName(path: string): string {
  temporaryNames += 1;
  return `${path}.${thisProcess()}.${temporaryNames}.tmp`;
}

interface FileReplacement {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Permissions, less the process's umask. */
  readonly mode?: number;
}

/** `Promise.all` that rejects only when every promise is settled, so that their results can be removed then. */
export async function settleAll(promises: readonly (Promise<void> | undefined)[]): Promise<void> {
  for (const result of await Promise.allSettled(promises)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

export type PreparedFiles = ReturnType<typeof prepareFiles>;

/** Atomic replacement in steps. At every moment a path holds the old content or the new, never a part. */
export function prepareFiles(fs: FileSystem, files: readonly FileReplacement[]) {
  const placing = files.map((file) => ({ ...file, temporary: temporaryName(file.path) }));
  let left = placing;
  return {
    /** Writes and syncs temporary files. */
    write: (): Promise<void> =>
      settleAll(placing.map(({ temporary, bytes, mode }) => writeNewFile(fs, temporary, bytes, mode))),
    /** Renames them, in the given order. The caller syncs the directory. */
    place: async (): Promise<void> => {
      for (const { path, temporary } of placing) await fs.promises.rename(temporary, path);
      // Looking for them again would cost each write four system calls.
      left = [];
    },
    /** Removes temporary files that are left. Never rejects. */
    discard: async (): Promise<void> => {
      for (const { temporary } of left) await fs.promises.rm(temporary, { force: true }).catch(() => {});
    },
  };
}

/** Atomic replacement of files, one after another. The caller syncs the directory. */
export async function replaceFiles(fs: FileSystem, files: readonly FileReplacement[]): Promise<void> {
  const prepared = prepareFiles(fs, files);
  try {
    await prepared.write();
    await prepared.place();
  } catch (error) {
    await prepared.discard();
    throw error;
  }
}

/**
 * `mkdir -p`, with each new entry synced. Node's own way never ends where a directory takes no entry, as `/proc`.
 *
 * @param mode of the last level @param isAgain whether its parent is there
 */
export async function makeDirectory(fs: FileSystem, path: string, mode = 0o777, isAgain = false): Promise<void> {
  try {
    await fs.promises.mkdir(path, { mode });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || isAgain) throw error;
    await makeDirectory(fs, dirname(path));
    return makeDirectory(fs, path, mode, true);
  }
  await syncDirectory(fs, dirname(path));
}

/** `mkdir -p` of a directory that only its owner can read, from the start. An existing one keeps its permissions. */
export const makePrivateDirectory = (fs: FileSystem, path: string): Promise<void> => makeDirectory(fs, path, 0o700);

/** Text of a file; `null` if there is none. */
export const readText = (fs: FileSystem, path: string): Promise<string | null> =>
  fs.promises.readFile(path, 'utf8').catch(unlessMissing(null));

/** Creates or replaces a file that only its owner can read, whole and on disk when it resolves. */
export async function replacePrivateText(fs: FileSystem, path: string, text: string): Promise<void> {
  await makePrivateDirectory(fs, dirname(path));
  await replaceFiles(fs, [{ path, bytes: Buffer.from(text), mode: 0o600 }]);
  await syncDirectory(fs, dirname(path));
}

/**
 * The file system handed to isomorphic-git. Its own writes truncate the final path and sync nothing; through this
 * adapter each file appears whole and is on disk, with its directory entry, when the write returns.
 */
export function durableFileSystem(fs: FileSystem): Pick<FileSystem, 'promises'> {
  const { promises } = fs;
  const writeFile = async (path: string, data: string | Uint8Array): Promise<void> => {
    await replaceFiles(fs, [{ path, bytes: typeof data === 'string' ? Buffer.from(data) : data }]);
    await syncDirectory(fs, dirname(path));
  };
  const mkdir = async (path: string): Promise<void> => {
    await promises.mkdir(path);
    await syncDirectory(fs, dirname(path));
  };
  return {
    promises: {
      ...promises,
      writeFile: writeFile as FileSystem['promises']['writeFile'],
      mkdir: mkdir as FileSystem['promises']['mkdir'],
    },
  };
}

/** A file system that syncs nothing, for caches that are discarded after a reboot. */
export function unsynced(fs: FileSystem): FileSystem {
  const open = async (...args: Parameters<FileSystem['promises']['open']>) => {
    const handle = await fs.promises.open(...args);
    return {
      writeFile: (bytes: Uint8Array) => handle.writeFile(bytes),
      read: (buffer: Buffer, offset: number, length: number, position: number) =>
        handle.read(buffer, offset, length, position),
      sync: async () => {},
      close: () => handle.close(),
    };
  };
  return { ...fs, promises: { ...fs.promises, open } } as unknown as FileSystem;
}
