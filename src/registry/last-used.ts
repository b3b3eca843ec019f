import { join } from 'node:path';
import { dayMs, isoSeconds } from '../lib/clock.js';
import { unlessMissing } from '../lib/system-error.js';
import { type FileSystem, listDirectory, makeDirectory, replaceFiles, syncDirectory } from '../store/file-system.js';
import { processNamePattern, stateOf, thisProcess } from '../store/process-name.js';

const ownedFile = new RegExp(`^(${processNamePattern})\\.\\d+\\.json$`);

/** Age from which a file of another container, whose processes cannot be seen, counts as abandoned. */
const abandonedMs = dayMs;

/** Counter in the names of this process's files: no two have the same name. */
let fileCounter = 0;

/** A text that all machines of a portal share, replaced as a whole: a machine whose part was overwritten writes it again. */
export interface SharedText {
  /** @returns `null` when there is none yet */
  read(): Promise<string | null>;
  write(text: string): Promise<void>;
}

/**
 * Times at which each key was last used. Every process writes a file of its own, so that none overwrites what another knows, and takes
 * over the files of dead processes. An unreadable file counts as missing. On many machines, all of it is merged into one shared text as
 * well.
 */
export class LastUsed {
  readonly #file: string;
  /** Last uses in milliseconds since the epoch, by the key's id. */
  readonly #uses = new Map<string, number>();
  #isChanged = false;

  constructor(
    private readonly fs: FileSystem,
    private readonly directory: string,
    private readonly shared: SharedText | null = null,
  ) {
    this.#file = this.#newFile();
  }

  /** Remembers a use in memory only: every request calls it. */
  note(key: string, now: Date): void {
    this.#remember(key, now.getTime());
    this.#isChanged = true;
  }

  #remember(key: string, time: number): void {
    if (time > (this.#uses.get(key) ?? 0)) this.#uses.set(key, time);
  }

  /** The last uses that this process knows of, and that others have written down. */
  async all(): Promise<ReadonlyMap<string, number>> {
    const uses = new Map(this.#uses);
    for (const { path } of await this.#listFiles()) merge(uses, await this.#read(path));
    if (this.shared !== null) merge(uses, parseUses(await this.shared.read()));
    return uses;
  }

  /**
   * Saves the uses that this process has seen since the last save, and merges them into the text of all machines.
   *
   * @throws when the disk or the store refuses; the next save includes them
   */
  async save(): Promise<void> {
    await this.#saveHere();
    if (this.shared === null || this.#uses.size === 0) return;
    const sharedUses = parseUses(await this.shared.read());
    if (merge(sharedUses, this.#uses)) await this.shared.write(textOf(sharedUses));
  }

  async #saveHere(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    try {
      await makeDirectory(this.fs, this.directory);
      const takenOver = await this.#takeOver();
      for (const path of takenOver) for (const [key, time] of await this.#read(path)) this.#remember(key, time);
      await replaceFiles(this.fs, [{ path: this.#file, bytes: Buffer.from(textOf(this.#uses)) }]);
      await syncDirectory(this.fs, this.directory);
      for (const path of takenOver) await this.fs.promises.rm(path, { force: true });
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }

  /** Renames files that will not be written any more, so that one process alone reads and removes each. @returns the new names */
  async #takeOver(): Promise<string[]> {
    const takenOver: string[] = [];
    for (const { path, owner } of await this.#listFiles()) {
      if (!(await this.#isAbandoned(path, owner))) continue;
      const newPath = this.#newFile();
      const isTaken = await this.fs.promises.rename(path, newPath).then(() => true, unlessMissing(false));
      if (isTaken) takenOver.push(newPath);
    }
    return takenOver;
  }

  async #isAbandoned(path: string, owner: string): Promise<boolean> {
    const state = stateOf(owner);
    if (state !== 'elsewhere') return state === 'dead';
    const stats = await this.fs.promises.stat(path).catch(() => null);
    return stats !== null && Date.now() - stats.mtimeMs > abandonedMs;
  }

  async #listFiles(): Promise<{ path: string; owner: string }[]> {
    const names = await listDirectory(this.fs, this.directory).catch(() => []);
    return names.flatMap((name) => {
      const owner = ownedFile.exec(name)?.[1];
      return owner === undefined ? [] : [{ path: join(this.directory, name), owner }];
    });
  }

  async #read(path: string): Promise<Map<string, number>> {
    return parseUses(await this.fs.promises.readFile(path, 'utf8').catch(() => null));
  }

  #newFile(): string {
    fileCounter += 1;
    return join(this.directory, `${thisProcess()}.${fileCounter}.json`);
  }
}

/** The uses as stored, in whole seconds. */
function textOf(uses: ReadonlyMap<string, number>): string {
  const stamps = [...uses].map(([key, time]) => [key, isoSeconds(new Date(time))]);
  return `${JSON.stringify(Object.fromEntries(stamps), null, 2)}\n`;
}

function parseUses(text: string | null): Map<string, number> {
  try {
    const uses = Object.entries(JSON.parse(text ?? '{}')).map(([key, at]): [string, number] => [
      key,
      Date.parse(String(at)),
    ]);
    return new Map(uses.filter(([, time]) => Number.isFinite(time)));
  } catch {
    return new Map();
  }
}

/** @returns whether there was anything new, by whole seconds */
function merge(into: Map<string, number>, uses: ReadonlyMap<string, number>): boolean {
  let isNew = false;
  for (const [key, time] of uses) {
    const lastUse = into.get(key) ?? 0;
    if (Math.floor(time / 1000) > Math.floor(lastUse / 1000)) isNew = true;
    if (time > lastUse) into.set(key, time);
  }
  return isNew;
}
