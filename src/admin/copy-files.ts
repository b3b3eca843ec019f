import { dirname } from 'node:path';
import type { BrandFiles } from '../files/brand-files.js';
import { hashFile } from '../files/hash-file.js';
import { LocalFiles, objectPath } from '../files/local-files.js';
import { PortalError } from '../lib/errors.js';
import { errorCode } from '../lib/system-error.js';
import { type NamedFile, namedFiles, purgedFiles } from '../service/files/named-files.js';
import { exists, type FileSystem, makeDirectory, readLazily, syncDirectory } from '../store/file-system.js';
import { Ref } from '../store/local/ref.js';
import type { CommitRange } from '../store/native/git-log.js';

/**
 * Copies the files that a repository's commits name to one target, and skips files that the target has. Each call
 * starts after the commits of the previous call, so an object serves one target, and a file with a problem is not tried
 * again.
 */
export class FileCopy {
  copied = 0;
  copiedBytes = 0;
  /** Sentences about files that are missing or damaged in the source, by SHA-256. */
  readonly problems = new Map<string, string>();
  #copiedTip: string | undefined;

  constructor(
    private readonly fs: FileSystem,
    private readonly source: string,
    private readonly signal?: AbortSignal | undefined,
    private readonly sourceFiles: BrandFiles = new LocalFiles(fs, source),
    private readonly named = (range: CommitRange): AsyncIterable<NamedFile> => namedFiles(fs, source, range),
    /** Whether files that the target has are read, and a damaged one is replaced. */
    private readonly readsCopies = false,
  ) {}

  readonly copyNewToFolder = (gitdir: string): Promise<void> => this.copyNewTo(new LocalFiles(this.fs, gitdir));

  /**
   * Copies the files of the commits since the last call. A problem with one file does not stop the copy of others.
   *
   * @param exceptReachableFrom a commit whose files the target has
   * @throws when the target fails, or the source cannot say whether it has a file
   */
  async copyNewTo(target: BrandFiles, exceptReachableFrom = this.#copiedTip): Promise<void> {
    const { fs, source } = this;
    const tip = new Ref(fs, source).current() ?? undefined;
    if (tip === undefined || tip === this.#copiedTip) return;
    const purged = await purgedFiles(fs, source, tip);
    for await (const { sha256, path } of this.named({ from: tip, not: exceptReachableFrom })) {
      this.signal?.throwIfAborted();
      if (purged.has(sha256)) continue;
      const problem = await this.#copy(sha256, target);
      if (problem !== null) this.problems.set(sha256, `the file ${path} ${problem} (${sha256})`);
    }
    this.#copiedTip = tip;
  }

  async #copy(sha256: string, target: BrandFiles): Promise<string | null> {
    const sourceBytes = await this.sourceFiles.size(sha256);
    const targetBytes = await target.size(sha256);
    const note = targetBytes === null ? '' : '; the existing copy stays';
    if (sourceBytes === null) return `is missing${note}`;
    if (targetBytes === sourceBytes && !(await this.#isDamaged(sha256, target))) return null;

    const path = await this.#findPath(sha256);
    if (path instanceof PortalError) return `cannot be read: ${path.message}${note}`;
    const stream = readWhole(readLazily(this.fs, path, this.signal));
    try {
      const spooled = await target.spool(stream, { maxBytes: sourceBytes, bytes: sourceBytes, digest: sha256 });
      await target.keep(spooled).finally(() => spooled.discard());
    } catch (error) {
      this.signal?.throwIfAborted();
      if (error instanceof ReadFailure) return `cannot be read: ${error.message}${note}`;
      if (!(error instanceof PortalError && ['bad_request', 'too_large'].includes(error.code))) throw error;
      return `is damaged: its content has another hash${note}`;
    }
    this.copied += 1;
    this.copiedBytes += sourceBytes;
    return null;
  }

  async #isDamaged(sha256: string, target: BrandFiles): Promise<boolean> {
    if (!this.readsCopies) return false;
    const file = await target.find(sha256);
    if (file === null) return true;
    const hash = await hashFile(this.fs, file.path, this.signal).catch(() => null);
    this.signal?.throwIfAborted();
    return hash !== sha256;
  }

  async #findPath(sha256: string): Promise<string | PortalError> {
    try {
      return (await this.sourceFiles.find(sha256))?.path ?? new PortalError('unavailable', 'it has just been deleted');
    } catch (error) {
      if (error instanceof PortalError) return error;
      throw error;
    }
  }
}

/** Failure of the source, which does not affect the next file. */
class ReadFailure extends Error {}

async function* readWhole(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw new ReadFailure(errorCode(error) ?? 'the disk fails');
  }
}

/** Gives a repository the files that another one has, also those that no source has any more. */
export async function linkFiles(fs: FileSystem, from: string, to: string): Promise<void> {
  for await (const { sha256 } of new LocalFiles(fs, from).list()) {
    const [file, path] = [objectPath(from, sha256), objectPath(to, sha256)];
    if (await exists(fs, path)) continue;
    await makeDirectory(fs, dirname(path));
    // Some disks have no links.
    await fs.promises.link(file, path).catch(() => fs.promises.copyFile(file, path));
    await syncDirectory(fs, dirname(path));
  }
}
