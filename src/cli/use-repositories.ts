import { resolve } from 'node:path';
import type { StoredFiles } from '../admin/backup.js';
import { readConfig, sharedOptions } from '../config.js';
import { requireNoCaches } from '../service/data-directory.js';
import { machineFileSystem as fs } from '../store/local/machine-file-system.js';
import type { DataOption } from './common.js';

/** Gives repositories in a data directory to the work; those of a shared portal are copied out first, and its files stay where they are. */
export async function useRepositories<Answer>(
  options: DataOption,
  signal: AbortSignal,
  work: (data: string, storedFiles?: StoredFiles) => Promise<Answer>,
): Promise<Answer> {
  const data = resolve(options.data);
  const shared = sharedOptions(await readConfig(options.config));
  if (shared === null) {
    await requireNoCaches(fs, data);
    return work(data);
  }
  const { useCopy } = await import('../admin/shared-commands.js');
  return useCopy(fs, data, shared, signal, work);
}
