import { isObject } from '../lib/json.js';
import { sortedBy } from '../lib/order.js';
import { type FileSystem, replaceFiles } from '../store/file-system.js';
import { dataPaths } from './data-directory.js';

/** Directories that are remembered. */
const maxKnown = 100;

/** Directories of backups of a data directory, by the time of the last one: a hint, which `backup` writes. */
export async function knownBackups(fs: FileSystem, data: string): Promise<Map<string, string>> {
  try {
    const stored: unknown = JSON.parse(await fs.promises.readFile(dataPaths.backups(data), 'utf8'));
    const entries = isObject(stored) ? Object.entries(stored) : [];
    return new Map(entries.flatMap(([directory, at]) => (typeof at === 'string' ? [[directory, at]] : [])));
  } catch {
    return new Map();
  }
}

export async function noteBackup(fs: FileSystem, data: string, directory: string, at: string): Promise<void> {
  const known = (await knownBackups(fs, data)).set(directory, at);
  const newest = sortedBy(known, ([, time]) => time).slice(-maxKnown);
  const bytes = Buffer.from(`${JSON.stringify(Object.fromEntries(newest), null, 2)}\n`);
  await replaceFiles(fs, [{ path: dataPaths.backups(data), bytes }]);
}
