import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { PortalError } from '../lib/errors.js';
import { asSaid, type ErrorText, say } from '../lib/say.js';
import { sizeText } from '../lib/size-text.js';
import { errorCode, isDiskError, unlessMissing } from '../lib/system-error.js';
import { type FileSystem, listDirectory, makeDirectory, syncDirectory, temporaryName } from '../store/file-system.js';
import type { BrandFiles, FoundFile, ListedFile, Spooled, SpoolOptions } from './brand-files.js';

/** Disk space that uploads leave free for everything else. */
const reservedBytes = 1024 ** 3;

export const hashPattern = /^[0-9a-f]{64}$/;

/** Files in the repository of a brand, where git-lfs finds them, so that a clone by path includes them. */
export class LocalFiles implements BrandFiles {
  constructor(
    private readonly fs: FileSystem,
    private readonly gitdir: string,
  ) {}

  async spool(
    source: AsyncIterable<Uint8Array>,
    { maxBytes, bytes: announced, digest }: SpoolOptions,
  ): Promise<Spooled> {
    if (announced !== undefined && announced > maxBytes) throw tooLarge(maxBytes);
    const folder = join(this.gitdir, 'lfs', 'incomplete');
    const path = temporaryName(join(folder, 'upload'));
    const discard = (): Promise<void> => this.fs.promises.rm(path, { force: true }).catch(() => {});
    try {
      await makeDirectory(this.fs, folder);
      await this.#requireRoom(folder, announced ?? maxBytes);
      const { sha256, bytes } = await this.#write(source, path, maxBytes);
      if (announced !== undefined && announced !== bytes) throw broken(say`It has ${bytes} bytes and not ${announced}`);
      if (digest !== undefined && digest !== sha256) throw broken('It does not have the digest that was sent');
      return { path, sha256, bytes, discard };
    } catch (error) {
      await discard();
      throw toStorageError(error);
    }
  }

  async #requireRoom(folder: string, bytes: number): Promise<void> {
    const { bavail, bsize } = await this.fs.promises.statfs(folder);
    if (bavail * bsize < bytes + reservedBytes) throw noRoom();
  }

  async #write(source: AsyncIterable<Uint8Array>, path: string, maxBytes: number) {
    const hash = createHash('sha256');
    let bytes = 0;
    const handle = await this.fs.promises.open(path, 'wx', 0o600);
    try {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        hash.update(chunk);
        await handle.writeFile(chunk);
      }
      await handle.sync();
    } finally {
      await handle.close().catch(() => {});
    }
    return { sha256: hash.digest('hex'), bytes };
  }

  /** Replaces an existing file, so that its age for the sweep starts again, and a damaged copy is repaired. */
  async keep({ path, sha256 }: Spooled): Promise<void> {
    const target = this.#path(sha256);
    try {
      await makeDirectory(this.fs, dirname(target));
      await this.fs.promises.rename(path, target);
      await syncDirectory(this.fs, dirname(target));
    } catch (error) {
      throw toStorageError(error);
    }
  }

  async find(sha256: string): Promise<FoundFile | null> {
    if (!hashPattern.test(sha256)) return null;
    const path = this.#path(sha256);
    const stats = await this.fs.promises.stat(path).catch(unlessMissing(null));
    return stats?.isFile() ? { path, bytes: stats.size } : null;
  }

  async size(sha256: string): Promise<number | null> {
    return (await this.find(sha256))?.bytes ?? null;
  }

  async modified(sha256: string): Promise<Date | null> {
    const stats = await this.fs.promises.stat(this.#path(sha256)).catch(unlessMissing(null));
    return stats?.mtime ?? null;
  }

  async *list(): AsyncGenerator<ListedFile> {
    const root = join(this.gitdir, 'lfs', 'objects');
    // Other programs may add files here, such as `.DS_Store`.
    const listFolders = async (path: string): Promise<string[]> =>
      (await listDirectory(this.fs, path)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    for (const first of await listFolders(root)) {
      for (const second of await listFolders(join(root, first))) {
        for (const sha256 of await listDirectory(this.fs, join(root, first, second))) {
          if (!hashPattern.test(sha256) || !sha256.startsWith(first + second)) continue;
          const stats = await this.fs.promises.stat(this.#path(sha256)).catch(() => null);
          if (stats?.isFile()) yield { sha256, bytes: stats.size, modified: stats.mtime };
        }
      }
    }
  }

  async erase(sha256: string): Promise<void> {
    const quarantined = await quarantineFolders(this.fs, this.gitdir);
    for (const path of [this.#path(sha256), ...quarantined.map(({ path }) => join(path, sha256))]) {
      await this.fs.promises.rm(path, { force: true });
    }
  }

  #path(sha256: string): string {
    return objectPath(this.gitdir, sha256);
  }
}

/** Path of a file in the layout of git-lfs. */
export function objectPath(gitdir: string, sha256: string): string {
  return join(gitdir, 'lfs', 'objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

/** Quarantine of files that no commit names. It has a folder for each day on which files were moved there. */
export function quarantineFolder(gitdir: string): string {
  return join(gitdir, 'lfs', 'unnamed');
}

export async function quarantineFolders(fs: FileSystem, gitdir: string): Promise<{ date: string; path: string }[]> {
  const dates = (await listDirectory(fs, quarantineFolder(gitdir))).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name));
  return dates.map((date) => ({ date, path: join(quarantineFolder(gitdir), date) }));
}

function tooLarge(maxBytes: number): PortalError {
  return new PortalError('too_large', say`The file is larger than ${sizeText(maxBytes)}. Nothing was stored.`);
}

function broken(how: ErrorText): PortalError {
  return new PortalError(
    'bad_request',
    say`The file did not arrive as it was sent. ${asSaid(how)}. Nothing was stored.`,
  );
}

/** Converts a failure of the disk into a message for the client. Any other error stays as it is. */
function toStorageError(error: unknown): unknown {
  if (['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) return noRoom(error);
  return isDiskError(error)
    ? new PortalError('unavailable', 'The disk does not take the file. Nothing was stored.', { cause: error })
    : error;
}

function noRoom(cause?: unknown): PortalError {
  return new PortalError('unavailable', 'The disk has no room for the file. Nothing was stored.', { cause });
}
