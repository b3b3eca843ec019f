import { PortalError } from '../errors.js';
import { LocalFiles } from '../files/local-files.js';
import { namedFiles, purgedFiles } from '../service/named-files.js';
import type { FileSystem } from '../store/file-system.js';
import { Ref } from '../store/local/ref.js';
import { errorCode } from '../system-error.js';

/** Copies the files that a repository's commits name into another repository, those alone that are not there yet. */
export class FileCopy {
  copied = 0;
  copiedBytes = 0;
  /** Sentences about files that are missing or damaged in the source, by SHA-256. */
  readonly problems = new Map<string, string>();
  #tip: string | undefined;

  constructor(
    private readonly fs: FileSystem,
    private readonly source: string,
    private readonly signal?: AbortSignal | undefined,
  ) {}

  /** Brings what the commits since the last call name. A file that cannot be had does not keep the others away. @throws when the target fails */
  readonly bring = async (target: string): Promise<void> => {
    const { fs, source } = this;
    const tip = new Ref(fs, source).current() ?? undefined;
    if (tip === undefined || tip === this.#tip) return;
    const purged = await purgedFiles(fs, source);
    for await (const { sha256, path } of namedFiles(fs, source, { from: tip, not: this.#tip })) {
      this.signal?.throwIfAborted();
      if (purged.has(sha256)) continue;
      const problem = await this.#copy(sha256, new LocalFiles(fs, target));
      if (problem !== null) this.problems.set(sha256, `the file ${path} ${problem} (${sha256})`);
    }
    this.#tip = tip;
  };

  async #copy(sha256: string, target: LocalFiles): Promise<string | null> {
    const here = await new LocalFiles(this.fs, this.source).find(sha256);
    const there = await target.find(sha256);
    const kept = there === null ? '' : '; the copy that is there stays';
    if (here === null) return `is missing${kept}`;
    const { path, bytes } = here;
    if (there?.bytes === bytes) return null;
    const stream = readWhole(this.fs.createReadStream(path, { signal: this.signal }));
    try {
      const spooled = await target.spool(stream, { maxBytes: bytes, bytes, digest: sha256 });
      await target.keep(spooled).finally(() => spooled.discard());
    } catch (error) {
      this.signal?.throwIfAborted();
      if (error instanceof ReadFailure) return `cannot be read: ${error.message}${kept}`;
      if (!(error instanceof PortalError && ['bad_request', 'too_large'].includes(error.code))) throw error;
      return `is damaged: its content has another hash${kept}`;
    }
    this.copied += 1;
    this.copiedBytes += bytes;
    return null;
  }
}

/** Failure of the source: the target may take the next file. */
class ReadFailure extends Error {}

async function* readWhole(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw new ReadFailure(errorCode(error) ?? 'the disk fails');
  }
}
