import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readCsv, writeCsv } from '../lib/csv.js';
import { PortalError } from '../lib/errors.js';
import { errorCode, unlessMissing } from '../lib/system-error.js';
import { syncDirectory } from '../store/file-system.js';
import { machineFileSystem as fs } from '../store/local/machine-file-system.js';

/** Cells as they are read back from a file. */
const asStored = (file: string, cells: readonly string[]): string =>
  JSON.stringify(readCsv(file, Buffer.from(writeCsv([cells])))[0]?.cells);

/**
 * CSV file that only its owner can read, with the secrets that a command makes. A secret is on disk before it is used: if the command is
 * killed in between, the next one uses the same secret. A file that is there is only ever added to.
 */
export class SecretsFile {
  #handle: FileHandle | null = null;
  #size = 0;
  /** Secrets by the cells before them. */
  readonly #secrets = new Map<string, string>();
  hasAdded = false;

  private constructor(
    private readonly path: string,
    private readonly columns: readonly string[],
  ) {}

  /**
   * Reads the file, if there is one.
   *
   * @param columns the last one has the secrets
   * @throws `invalid` for a file that no such command has made, or that others may read
   */
  static async open(path: string, columns: readonly string[]): Promise<SecretsFile> {
    const file = new SecretsFile(path, columns);
    const flags = constants.O_RDWR | constants.O_NOFOLLOW | constants.O_APPEND;
    const handle = await open(path, flags).catch(unlessMissing(null)).catch(unusable(path));
    if (handle === null) return file;
    try {
      await file.#read(handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return file;
  }

  async #read(handle: FileHandle): Promise<void> {
    const stats = await handle.stat();
    if (!stats.isFile()) throw refused(this.path, 'it is not a regular file');
    if ((stats.mode & 0o077) !== 0) throw refused(this.path, 'others may read it; chmod 600 ends that');
    const bytes = await handle.readFile();
    // A command that was killed may have written a part of a line.
    const size = bytes.lastIndexOf('\n') + 1;
    const [head, ...rows] = readCsv(this.path, bytes.subarray(0, size));
    if (bytes.length > 0 && JSON.stringify(head?.cells) !== JSON.stringify(this.columns)) {
      throw refused(this.path, `its first line is not ${this.columns.join(',')}`);
    }
    for (const { cells } of rows) {
      const [secret = '', ...before] = [cells.at(-1), ...cells.slice(0, -1)];
      this.#secrets.set(JSON.stringify(before), secret);
    }
    if (size < bytes.length) await handle.truncate(size);
    this.#handle = handle;
    this.#size = size;
  }

  /**
   * Runs work with the secret of a row: that of the file, or else a new one, which is in the file before. If the work is refused, the new
   * one is taken out again.
   */
  async with<Answer>(
    cells: readonly string[],
    make: () => string,
    work: (secret: string) => Promise<Answer>,
  ): Promise<Answer> {
    const stored = this.#secrets.get(asStored(this.path, cells));
    if (stored !== undefined) return work(stored);
    const secret = make();
    if (this.#size === 0) await this.#add(this.columns);
    const before = this.#size;
    await this.#add([...cells, secret]);
    try {
      const answer = await work(secret);
      this.hasAdded = true;
      return answer;
    } catch (error) {
      const isRefused = error instanceof PortalError && !['undecided', 'unavailable'].includes(error.code);
      if (isRefused) await this.#cut(before);
      throw error;
    }
  }

  async #add(row: readonly string[]): Promise<void> {
    if (this.#handle === null) {
      this.#handle = await open(this.path, 'ax+', 0o600).catch(unusable(this.path));
      await syncDirectory(fs, dirname(this.path));
    }
    const bytes = Buffer.from(writeCsv([row]));
    try {
      await this.#handle.appendFile(bytes);
      await this.#handle.sync();
    } catch (error) {
      // The next line must not follow a part of this one.
      await this.#handle.truncate(this.#size).catch(() => {});
      throw error;
    }
    this.#size += bytes.length;
  }

  /** Takes the last line out, unless another command has added one. */
  async #cut(size: number): Promise<void> {
    const handle = this.#handle as FileHandle;
    if ((await handle.stat()).size !== this.#size) return;
    await handle.truncate(size);
    this.#size = size;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}

const refused = (path: string, reason: string): PortalError =>
  new PortalError('invalid', `${path} cannot take the secrets: ${reason}. Nothing was done.`);

const unusable =
  (path: string) =>
  (error: unknown): never => {
    throw refused(path, errorCode(error) ?? 'it cannot be opened');
  };
