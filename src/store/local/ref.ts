import { join } from 'node:path';
import { errorCode } from '../../lib/system-error.js';
import type { FileSystem } from '../file-system.js';
import { isOid } from '../git/object.js';

export const branchName = 'refs/heads/main';

/** Stat data, as in git's index: while it is the same, so is the content, unless that was read too soon after a change. */
interface StatData {
  readonly path: string;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/**
 * File times tick every 10 ms on some kernels, and inodes are reused: of three contents in one tick, the first and the last may have the
 * same stat data. Some file systems count whole seconds.
 */
const racyMs = (changedMs: number): number => (changedMs % 1000 === 0 ? 2000 : 20);

interface CacheEntry {
  readonly statData: StatData | null;
  readonly oid: string | null;
  /** Racily clean, as in git's index: read so soon after a change that another one may leave the same stat data. */
  readonly isRacy: boolean;
}

/** The reference `refs/heads/main` on disk, loose or in `packed-refs`; see gitrepository-layout(5). */
export class Ref {
  /** The file of the loose reference. */
  readonly path: string;
  readonly #packed: string;
  #cached: CacheEntry | undefined;

  constructor(
    private readonly fs: FileSystem,
    gitdir: string,
  ) {
    this.path = join(gitdir, branchName);
    this.#packed = join(gitdir, 'packed-refs');
  }

  /**
   * The commit on disk now; `null` before the first one. Costs one `stat` from 20 ms after a change on.
   *
   * @throws when the reference cannot be read or is not a commit id
   */
  current(): string | null {
    const nowMs = Date.now();
    const statData = this.#statData(this.path) ?? this.#statData(this.#packed);
    if (this.#cached === undefined || this.#cached.isRacy || !isSame(this.#cached.statData, statData)) {
      const oid = this.read();
      const isRacy = statData === null ? oid !== null : nowMs - statData.ctimeMs < racyMs(statData.ctimeMs);
      this.#cached = { statData, oid, isRacy };
    }
    return this.#cached.oid;
  }

  /** `current` past the cache, for a compare-and-swap. */
  read(): string | null {
    const loose = this.#text(this.path);
    if (loose !== null) {
      const oid = loose.trim();
      if (!isOid(oid)) throw new Error(`${branchName} does not hold a commit id`);
      return oid;
    }
    const packed = this.#text(this.#packed);
    return packed === null ? null : (/^([0-9a-f]{40}) refs\/heads\/main$/m.exec(packed)?.[1] ?? null);
  }

  #statData(path: string): StatData | null {
    const stats = this.fs.statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    return { path, ino: stats.ino, size: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs };
  }

  #text(path: string): string | null {
    try {
      return this.fs.readFileSync(path, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }
}

function isSame(a: StatData | null, b: StatData | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.ino === b.ino && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.path === b.path
  );
}
