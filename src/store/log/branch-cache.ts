import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { type FileSystem, replaceFiles } from '../file-system.js';
import type { GitObject } from '../git/object.js';
import { Oid } from '../git/object.js';
import { descends } from '../history/commits.js';
import type { LockedBranch } from '../local/locked-branch.js';
import type { Objects, PreparedPack } from '../objects.js';
import type { LogEntry, Notice } from './entry.js';

/** Position of a log: the last applied slot, or 0 before slot 1. */
export interface Position {
  readonly n: number;
  readonly id: string | null;
  readonly tip: string | null;
  /** The highest slot of the registry that a notice named; 0 without notices. */
  readonly registry: number;
}

export const start: Position = { n: 0, id: null, tip: null, registry: 0 };

/** Format of stored positions. Versions without notices refuse a position beyond a notice, since they would miss the next one. */
export const positionFormat = ({ registry }: Position): 1 | 2 => (registry > 0 ? 2 : 1);

export interface BranchCacheOptions {
  readonly fs: FileSystem;
  readonly gitdir: string;
  readonly objects: Objects;
  readonly local: LockedBranch;
  readonly position: Position;
  readonly owner: CacheOwner;
  /** Called with a commit that was not in the log, and the one it was put back to. */
  readonly onExternal: (from: string, to: string) => void;
}

export interface CacheOwner {
  readonly portal: string;
  readonly log: string;
  /** Boot id, since data written before a reboot may not be on disk. */
  readonly boot: string;
}

/** `shared-log.json`: how far a cache has followed its log. */
const PositionFile = Type.Object({
  format: Type.Union([Type.Literal(1), Type.Literal(2)]),
  portal: Type.String(),
  log: Type.String(),
  boot: Type.String(),
  n: Type.Integer(),
  id: Type.Union([Type.String(), Type.Null()]),
  tip: Type.Union([Oid, Type.Null()]),
  /** Missing in format 1. */
  registry: Type.Optional(Type.Integer()),
});

/** Delay that joins writes of the file. The next opening applies the slots that are not in it again. */
const saveDelayMs = 1000;

const positionPath = (gitdir: string): string => join(gitdir, 'shared-log.json');

/** The repository on this machine as a prefix of a log: it holds slots 1 to `n`. Other processes of this machine may share it. */
export class BranchCache {
  #position: Position;
  #saveTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: BranchCacheOptions) {
    this.#position = options.position;
  }

  get position(): Position {
    return this.#position;
  }

  /**
   * Writes the pack of an own entry, not in place yet.
   *
   * @throws when the disk cannot take it
   */
  async write({ pack }: LogEntry, objects: readonly GitObject[]): Promise<PreparedPack> {
    const prepared = this.options.objects.prepareEncoded(pack, objects);
    try {
      await prepared.write();
    } catch (error) {
      await prepared.discard();
      throw error;
    }
    return { ...prepared, write: async () => {} };
  }

  async apply(entry: LogEntry): Promise<void> {
    const pack = this.options.objects.prepareEncoded(entry.pack);
    try {
      await this.install(entry, pack);
    } finally {
      await pack.discard();
    }
  }

  /** `apply` with the prepared pack of an own entry, which is now in its slot. */
  async install({ n, id, parent, tip }: LogEntry, pack: PreparedPack): Promise<void> {
    const { local, onExternal } = this.options;
    let isMoved = (await local.advancePacked(parent, tip, pack)) === 'moved';
    while (!isMoved) {
      const reference = local.current();
      // Another process of this machine has moved it, perhaps further.
      if (reference === tip || (reference !== null && (await this.#descends(reference, tip)))) break;
      if (reference !== null) onExternal(reference, tip);
      isMoved = (await local.advancePacked(reference, tip, null)) === 'moved';
    }
    this.#setPosition({ ...this.#position, n, id, tip });
  }

  applyNotice({ n, id, registry }: Notice): void {
    this.#setPosition({ ...this.#position, n, id, registry: Math.max(registry, this.#position.registry) });
  }

  #setPosition(position: Position): void {
    this.#position = position;
    this.#saveTimer ??= setTimeout(() => void this.#save(), saveDelayMs).unref();
  }

  /** The commit at which native git sees the branch. */
  get reference(): string | null {
    return this.options.local.current();
  }

  /**
   * Puts the reference back when native git has moved it: only the log decides where the branch is.
   *
   * @param before the reference before the check that the position is based on: another process may have moved it on since
   */
  async undoExternal(before: string | null): Promise<void> {
    const { tip } = this.#position;
    const reference = this.reference;
    if (reference === tip || tip === null) return;
    if (reference !== before && reference !== null && (await this.#descends(reference, tip))) return;
    if (reference !== null) this.options.onExternal(reference, tip);
    await this.options.local.advancePacked(reference, tip, null);
  }

  async #descends(commit: string, from: string): Promise<boolean> {
    return descends(this.options.objects, commit, from).catch(() => false);
  }

  async #save(): Promise<void> {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
    const { fs, gitdir, owner } = this.options;
    // A failure costs time at the next opening, and nothing else.
    await writePosition(fs, gitdir, owner, this.#position).catch(() => {});
  }

  async close(): Promise<void> {
    await this.#save();
  }
}

/** The position of an existing cache; `null` when it cannot be used. */
export async function readPosition(fs: FileSystem, gitdir: string, owner: CacheOwner): Promise<Position | null> {
  try {
    const file: unknown = JSON.parse(await fs.promises.readFile(positionPath(gitdir), 'utf8'));
    if (!Check(PositionFile, file) || file.boot === 'unknown') return null;
    const { portal, log, boot, n, id, tip, registry = 0 } = file;
    const isOwn = portal === owner.portal && log === owner.log && boot === owner.boot;
    return isOwn ? { n, id, tip, registry } : null;
  } catch {
    return null;
  }
}

export async function writePosition(
  fs: FileSystem,
  gitdir: string,
  owner: CacheOwner,
  position: Position,
): Promise<void> {
  const file: Static<typeof PositionFile> = { format: positionFormat(position), ...owner, ...position };
  await replaceFiles(fs, [{ path: positionPath(gitdir), bytes: Buffer.from(`${JSON.stringify(file)}\n`) }]);
}
