import { join } from 'node:path';
import { descends } from '../ancestry.js';
import type { LockedBranch } from '../branch/locked-branch.js';
import { type FileSystem, placeFiles } from '../file-system.js';
import type { GitObject } from '../git/object.js';
import { isOid } from '../git/object.js';
import type { Objects, PreparedPack } from '../objects.js';
import type { LogEntry, Notice } from './entry.js';

/** How far a log is applied: the entry in the last slot. Before slot 1 there is none. */
export interface Position {
  readonly n: number;
  readonly id: string | null;
  readonly tip: string | null;
  /** The highest slot of the registry that a notice named; 0: there was none. */
  readonly registry: number;
}

export const start: Position = { n: 0, id: null, tip: null, registry: 0 };

/** Of what is kept of a position: versions that know no notices take none that has passed one, since they would miss the next. */
export const positionFormat = ({ registry }: Position): 1 | 2 => (registry > 0 ? 2 : 1);

export interface BranchCacheOptions {
  readonly fs: FileSystem;
  readonly gitdir: string;
  readonly objects: Objects;
  /** The branch on this machine. */
  readonly local: LockedBranch;
  readonly position: Position;
  /** Whose cache this is, as its note says. */
  readonly owner: CacheOwner;
  /** Called with a commit that was not in the log, and what it was put back to. */
  readonly onForeign: (from: string, to: string) => void;
}

export interface CacheOwner {
  /** The portal's id. */
  readonly portal: string;
  /** Of the log in the store. */
  readonly log: string;
  /** Of the machine's start: what was written before an earlier one may not be on disk. */
  readonly boot: string;
}

interface Note extends CacheOwner, Position {
  readonly format: 1 | 2;
}

/** Writes of the note are joined for so long; what it lags behind is applied again at the next opening. */
const noteMs = 1000;

const notePath = (gitdir: string): string => join(gitdir, 'shared-log.json');

/**
 * The repository on this machine as a prefix of a log: it holds slots 1 to `n`. Other processes of this machine may hold the same one,
 * as far as they are.
 */
export class BranchCache {
  readonly #options: BranchCacheOptions;
  #position: Position;
  #noting: NodeJS.Timeout | undefined;

  constructor(options: BranchCacheOptions) {
    this.#options = options;
    this.#position = options.position;
  }

  get position(): Position {
    return this.#position;
  }

  /** The pack of an own entry, not in place yet. @throws when the disk cannot take it */
  async write({ pack }: LogEntry, objects: readonly GitObject[]): Promise<PreparedPack> {
    const prepared = discardedOnce(this.#options.objects.prepareEncoded(pack, objects));
    try {
      await prepared.write();
    } catch (error) {
      await prepared.discard();
      throw error;
    }
    return { ...prepared, write: async () => {} };
  }

  /** Applies an own entry, which is in its slot now. */
  async place(entry: LogEntry, pack: PreparedPack): Promise<void> {
    await this.#move(entry, pack);
  }

  /** Applies the entry of the next slot. */
  async apply(entry: LogEntry): Promise<void> {
    const pack = discardedOnce(this.#options.objects.prepareEncoded(entry.pack));
    try {
      await this.#move(entry, pack);
    } finally {
      await pack.discard();
    }
  }

  async #move({ n, id, parent, tip }: LogEntry, pack: PreparedPack): Promise<void> {
    const { local } = this.#options;
    let expected = parent;
    for (let placing: PreparedPack | null = pack; ; placing = null) {
      if ((await local.advancePacked(expected, tip, placing)) === 'moved') break;
      const found = local.current();
      if (found === tip || (found !== null && (await this.#descends(found, tip)))) break;
      if (found !== null) this.#options.onForeign(found, tip);
      expected = found;
    }
    this.#goTo({ ...this.#position, n, id, tip });
  }

  /** Applies the notice of the next slot. */
  pass({ n, id, registry }: Notice): void {
    this.#goTo({ ...this.#position, n, id, registry: Math.max(registry, this.#position.registry) });
  }

  #goTo(position: Position): void {
    this.#position = position;
    this.#noting ??= setTimeout(() => void this.#note(), noteMs).unref();
  }

  /** Where native git sees the branch. */
  get reference(): string | null {
    return this.#options.local.current();
  }

  /**
   * Puts the reference back when native git has moved it: nothing but the log says what the branch is.
   *
   * @param before where it was before the check that the position stands on: what another process has moved it to since is newer
   */
  async undoForeign(before: string | null): Promise<void> {
    const { tip } = this.#position;
    const found = this.reference;
    if (found === tip || tip === null) return;
    if (found !== before && found !== null && (await this.#descends(found, tip))) return;
    if (found !== null) this.#options.onForeign(found, tip);
    await this.#options.local.advancePacked(found, tip, null);
  }

  async #descends(commit: string, from: string): Promise<boolean> {
    return descends(this.#options.objects, commit, from).catch(() => false);
  }

  async #note(): Promise<void> {
    clearTimeout(this.#noting);
    this.#noting = undefined;
    const { fs, gitdir, owner } = this.#options;
    // Without it, or with an older one, the next opening takes longer.
    await writeNote(fs, gitdir, owner, this.#position).catch(() => {});
  }

  async close(): Promise<void> {
    await this.#note();
  }
}

/** Of a pack in place nothing is left to discard: looking for it would cost a write four calls of the system. */
function discardedOnce(pack: PreparedPack): PreparedPack {
  let isPlaced = false;
  const place = async (): Promise<void> => {
    await pack.place();
    isPlaced = true;
  };
  const discard = async (): Promise<void> => {
    if (!isPlaced) await pack.discard();
  };
  return { ...pack, place, discard };
}

/** How far a cache that is there is known to be; `null` when it is none that can be used. */
export async function notedPosition(fs: FileSystem, gitdir: string, owner: CacheOwner): Promise<Position | null> {
  try {
    const note: unknown = JSON.parse(await fs.promises.readFile(notePath(gitdir), 'utf8'));
    if (!isNote(note) || note.boot === 'unknown') return null;
    const isOwn = note.portal === owner.portal && note.log === owner.log && note.boot === owner.boot;
    return isOwn ? { n: note.n, id: note.id, tip: note.tip, registry: note.registry ?? 0 } : null;
  } catch {
    return null;
  }
}

export async function writeNote(fs: FileSystem, gitdir: string, owner: CacheOwner, position: Position): Promise<void> {
  const note: Note = { format: positionFormat(position), ...owner, ...position };
  await placeFiles(fs, [{ path: notePath(gitdir), bytes: Buffer.from(`${JSON.stringify(note)}\n`) }]);
}

function isNote(value: unknown): value is Note {
  if (typeof value !== 'object' || value === null) return false;
  const { format, portal, log, boot, n, id, tip, registry }: Partial<Record<keyof Note, unknown>> = value;
  const isPosition = Number.isSafeInteger(n) && (id === null || typeof id === 'string');
  const isTip = tip === null || (typeof tip === 'string' && isOid(tip));
  return (
    (format === 1 || (format === 2 && Number.isSafeInteger(registry))) &&
    typeof portal === 'string' &&
    typeof log === 'string' &&
    typeof boot === 'string' &&
    isPosition &&
    isTip
  );
}
