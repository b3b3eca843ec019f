import { join } from 'node:path';
import { unlessMissing } from '../../lib/system-error.js';
import type { FileSystem } from '../file-system.js';

/** Disk usage of all files below a directory, in bytes. What disappears meanwhile counts as nothing. */
export async function directorySize(fs: FileSystem, directory: string): Promise<number> {
  const entries = await fs.promises.readdir(directory, { withFileTypes: true }).catch(unlessMissing([]));
  let bytes = 0;
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) bytes += await directorySize(fs, path);
    else bytes += await fs.promises.lstat(path).then(({ size }) => size, unlessMissing(0));
  }
  return bytes;
}
