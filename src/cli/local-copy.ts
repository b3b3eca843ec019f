import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig, sharedOptions } from '../config.js';
import { requireNoCaches } from '../service/data-directory.js';
import { machineFileSystem as fs } from '../store/local/machine-file-system.js';
import type { DataOption } from './common.js';

/** Gives repositories in a data directory to the work; a shared portal is copied out first. */
export async function useRepositories<Answer>(
  options: DataOption,
  signal: AbortSignal,
  work: (data: string, isCopy: boolean) => Promise<Answer>,
): Promise<Answer> {
  const data = resolve(options.data);
  const shared = sharedOptions(await readConfig(options.config));
  if (shared === null) {
    await requireNoCaches(fs, data);
    return work(data, false);
  }
  const { exportShared } = await import('../admin/shared-portal.js');
  const scratch = await mkdtemp(join(tmpdir(), 'brand-portal-copy-'));
  try {
    const copy = join(scratch, 'data');
    await exportShared(fs, data, shared, copy, signal);
    return await work(copy, true);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
