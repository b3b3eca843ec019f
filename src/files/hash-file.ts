import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { FileSystem } from '../store/file-system.js';

/** SHA-256 of a file's content, hex. */
export async function hashFile(fs: FileSystem, path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(path), hash, { ...(signal && { signal }) });
  return hash.digest('hex');
}

/**
 * Copies a file to a new path and flushes it to the disk. A failure may leave an incomplete file there.
 *
 * @returns SHA-256 of the copied bytes, hex
 * @throws EEXIST if the path exists; errors of reading and writing
 */
export async function copyAndHash(fs: FileSystem, from: string, to: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const tee = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const target = fs.createWriteStream(to, { flags: 'wx', flush: true });
  await pipeline(fs.createReadStream(from), tee, target, { ...(signal && { signal }) });
  return hash.digest('hex');
}
