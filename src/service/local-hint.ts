import { unlessMissing } from '../lib/system-error.js';
import type { SharedText } from '../registry/last-used.js';
import { type FileSystem, replaceFiles } from '../store/file-system.js';

/** A hint in a file of the data directory. A file that is too large counts as missing. */
export const localHint = (fs: FileSystem, path: string, maxBytes: number): SharedText => ({
  async read() {
    const stats = await fs.promises.stat(path).catch(unlessMissing(null));
    return stats?.isFile() && stats.size <= maxBytes ? [await fs.promises.readFile(path, 'utf8')] : [];
  },
  write: (text) => replaceFiles(fs, [{ path, bytes: Buffer.from(text) }]),
});
