import * as fs from 'node:fs';
import { promisify } from 'node:util';
import type { FileSystem } from './file-system.js';

const [open, read, write, sync] = [promisify(fs.open), promisify(fs.read), promisify(fs.write), promisify(fs.fsync)];

/** Of what is written without a thread: copying it to the system's memory takes less than waking one. */
const atOnceBytes = 64 * 1024;

/** As much of Node's `FileHandle` as the store uses. */
class OpenFile {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  async writeFile(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const isSmall = bytes.length - at <= atOnceBytes;
      at += isSmall ? fs.writeSync(this.#fd, bytes, at) : (await write(this.#fd, bytes, at)).bytesWritten;
    }
  }

  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    return read(this.#fd, buffer, offset, length, position);
  }

  sync(): Promise<void> {
    return sync(this.#fd);
  }

  async close(): Promise<void> {
    fs.closeSync(this.#fd);
  }
}

/**
 * `node:fs` as the store uses it on a machine. Node hands every call to a thread; for one that only changes what the system has in
 * memory, the hop takes several times as long as the call, and a commit makes twenty: without this, a write by one writer takes a
 * third longer, and 64 writers do three quarters as much. So opening what is there, writing a little, linking, renaming and
 * closing block the event loop. What may wait for the disk (syncing, creating, removing, reading, writing much) stays in threads.
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
