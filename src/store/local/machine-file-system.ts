import * as fs from 'node:fs';
import { promisify } from 'node:util';
import type { FileSystem } from '../file-system.js';

const open = promisify(fs.open);
const read = promisify(fs.read);
const write = promisify(fs.write);
const sync = promisify(fs.fsync);

/**
 * Limit of bytes written to one file without a thread: copying it to the page cache takes less than waking one. Who writes more, the
 * system makes wait for the disk.
 */
const maxSyncBytes = 64 * 1024;

class OpenFile {
  #written = 0;

  constructor(private readonly fd: number) {}

  async writeFile(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const isSmall = this.#written + bytes.length - at <= maxSyncBytes;
      const count = isSmall ? fs.writeSync(this.fd, bytes, at) : (await write(this.fd, bytes, at)).bytesWritten;
      at += count;
      this.#written += count;
    }
  }

  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    return read(this.fd, buffer, offset, length, position);
  }

  sync(): Promise<void> {
    return sync(this.fd);
  }

  async close(): Promise<void> {
    fs.closeSync(this.fd);
  }
}

/**
 * `node:fs` with synchronous calls where the system changes only memory: opening an existing file, small writes, linking, renaming,
 * closing. Node's hop to a thread takes several times as long, and a commit makes twenty: one writer would take a third longer. Calls
 * that may wait for the disk stay in threads.
 */
export const machineFileSystem = {
  ...fs,
  promises: {
    ...fs.promises,
    open: async (path: string, flags: string, mode?: number) =>
      new OpenFile(flags === 'r' ? fs.openSync(path, flags) : await open(path, flags, mode)),
    link: async (existing: string, path: string) => fs.linkSync(existing, path),
    rename: async (from: string, to: string) => fs.renameSync(from, to),
  },
} as unknown as FileSystem;
