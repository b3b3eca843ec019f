import { statSync } from 'node:fs';
import type { FileSystem } from '../../../src/store/file-system.js';

/** The disk on which syncing chosen files or directories does nothing. */
export function withoutSync(isLeftOut: (path: string) => boolean): (fs: FileSystem) => FileSystem {
  return (fs) => {
    const open = async (path: string, flags: string) => {
      const handle = await fs.promises.open(path, flags);
      return isLeftOut(path) ? { ...handle, sync: async () => {} } : handle;
    };
    return { ...fs, promises: { ...fs.promises, open } } as unknown as FileSystem;
  };
}

export const isDirectory = (path: string): boolean => statSync(path).isDirectory();

let processes = 0;

/** The disk on which each process has a lock of its own, so that nobody is ever kept out. */
export function withoutLock(fs: FileSystem): FileSystem {
  processes += 1;
  const name = `.lock.${processes}`;
  const own = (path: unknown): string => String(path).replace(/\.lock$/, name);
  const { link, rename, rm } = fs.promises;
  const promises = {
    ...fs.promises,
    link: (from: string, to: string) => link(from, own(to)),
    rename: (from: string, to: string) => rename(own(from), to),
    rm: (path: string, options: object) => rm(own(path), options),
  };
  return { ...fs, promises } as unknown as FileSystem;
}
