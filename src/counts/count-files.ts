import { join } from 'node:path';
import {
  type FileSystem,
  listDirectory,
  makePrivateDirectory,
  readText,
  replacePrivateText,
} from '../store/file-system.js';

/** Files of a brand's counts, by their names, `<day>/<node>.json`. On many machines they are objects. */
export interface CountFiles {
  list(): Promise<string[]>;
  /** @returns `null`: there is none */
  read(name: string): Promise<string | null>;
  /** Replaces a file, whole. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes all. */
  clear(): Promise<void>;
}

const fileName = /^\d{4}-\d\d-\d\d\/[a-z0-9]+\.json$/;

/** Day of a file, by its name. */
export const dayOf = (name: string): string => name.slice(0, 'yyyy-mm-dd'.length);

/** Files of a folder that only its owner can read. */
export class CountFolder implements CountFiles {
  constructor(
    private readonly fs: FileSystem,
    private readonly folder: string,
  ) {}

  async list(): Promise<string[]> {
    const { fs, folder } = this;
    const days = await listDirectory(fs, folder);
    const names = days.map(async (day) => (await listDirectory(fs, join(folder, day))).map((name) => `${day}/${name}`));
    return (await Promise.all(names)).flat().filter((name) => fileName.test(name));
  }

  read(name: string): Promise<string | null> {
    return readText(this.fs, join(this.folder, name));
  }

  async write(name: string, text: string): Promise<void> {
    await makePrivateDirectory(this.fs, this.folder);
    await replacePrivateText(this.fs, join(this.folder, name), text);
  }

  /** Removes a file, and with the last one of a day its folder and what an interrupted write left there. */
  async remove(name: string): Promise<void> {
    const { fs, folder } = this;
    const day = join(folder, dayOf(name));
    await fs.promises.rm(join(folder, name), { force: true });
    const others = (await listDirectory(fs, day)).filter((other) => !other.endsWith('.tmp'));
    if (others.length === 0) await fs.promises.rm(day, { recursive: true, force: true, maxRetries: 3 });
  }

  async clear(): Promise<void> {
    await this.fs.promises.rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Makes the counts of one place those of another. */
export async function copyCounts(from: CountFiles, to: CountFiles): Promise<void> {
  const names = await from.list();
  for (const name of names) {
    const text = await from.read(name);
    if (text !== null && text !== (await to.read(name))) await to.write(name, text);
  }
  const kept = new Set(names);
  for (const name of await to.list()) if (!kept.has(name)) await to.remove(name);
}
