import type { FileSystem } from '../file-system.js';

/** A file system that syncs nothing: for caches, which are thrown away when the machine was started since. */
export function unsynced(fs: FileSystem): FileSystem {
  const open = async (...args: Parameters<FileSystem['promises']['open']>) => {
    const handle = await fs.promises.open(...args);
    return {
      writeFile: (bytes: Uint8Array) => handle.writeFile(bytes),
      read: (buffer: Buffer, offset: number, length: number, position: number) =>
        handle.read(buffer, offset, length, position),
      sync: async () => {},
      close: () => handle.close(),
    };
  };
  return { ...fs, promises: { ...fs.promises, open } } as unknown as FileSystem;
}
