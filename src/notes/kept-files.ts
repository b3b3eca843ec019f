import { join } from 'node:path';
import { errorCode, unlessMissing } from '../lib/system-error.js';
import {
  exists,
  type FileSystem,
  listDirectory,
  makePrivateDirectory,
  readText,
  syncDirectory,
  temporaryName,
  writeNewFile,
} from '../store/file-system.js';

/** Files without history: each is written once, whole, and removed. On many machines they are objects. */
export interface KeptFiles {
  /** Whether the name of a removed file is never free again. */
  readonly keepsNames: boolean;
  list(): Promise<string[]>;
  /** @returns `null`: there is none; an empty text: it was removed, and its name stays */
  read(name: string): Promise<string | null>;
  has(name: string): Promise<boolean>;
  /** Creation of a file: of all who create one name, one succeeds. @returns whether the file has this text now */
  create(name: string, text: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Removes all. */
  clear(): Promise<void>;
}

const ownerOnly = 0o600;

/** Files of a folder that only its owner can read. */
export class KeptFolder implements KeptFiles {
  readonly keepsNames = false;

  constructor(
    private readonly fs: FileSystem,
    private readonly folder: string,
  ) {}

  async list(): Promise<string[]> {
    return (await listDirectory(this.fs, this.folder)).filter((name) => !name.endsWith('.tmp'));
  }

  read(name: string): Promise<string | null> {
    return readText(this.fs, join(this.folder, name));
  }

  has(name: string): Promise<boolean> {
    return exists(this.fs, join(this.folder, name));
  }

  async create(name: string, text: string): Promise<boolean> {
    const { fs, folder } = this;
    await makePrivateDirectory(fs, folder);
    const path = join(folder, name);
    const written = temporaryName(path);
    await writeNewFile(fs, written, Buffer.from(text), ownerOnly);
    try {
      await fs.promises.link(written, path);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    } finally {
      await fs.promises.rm(written, { force: true });
    }
    await syncDirectory(fs, folder);
    return true;
  }

  async remove(name: string): Promise<void> {
    await this.fs.promises.rm(join(this.folder, name), { force: true });
    await syncDirectory(this.fs, this.folder).catch(unlessMissing(undefined));
  }

  async clear(): Promise<void> {
    await this.fs.promises.rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Makes the files of one place those of another; the index comes last, and what the source has no more goes. */
export async function copyKept(from: KeptFiles, to: KeptFiles): Promise<void> {
  const [names, before] = await Promise.all([from.list(), to.list()]);
  const copied = new Set<string>();
  for (const name of names.sort((a, b) => Number(isIndex(a)) - Number(isIndex(b)))) {
    const text = await from.read(name);
    if (!text) continue;
    copied.add(name);
    if (!before.includes(name)) await to.create(name, text);
  }
  for (const name of before) if (!copied.has(name)) await to.remove(name);
}

/** Whether a file is an index of the notes: `index.<k>.json`. */
export const isIndex = (name: string): boolean => /^index\.\d+\.json$/.test(name);
