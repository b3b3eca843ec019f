import type { Log } from './log.js';
import type { SharedOptions } from './service/shared/connect.js';
import type { SharedStorage } from './service/shared/shared-storage.js';
import { machineFileSystem as fs } from './store/local/machine-file-system.js';

/**
 * Connects to the shared store that the configuration names. Without one, its code is not loaded.
 *
 * @param data the data directory, which holds caches then
 * @throws `unavailable` when the store cannot be used, or holds no portal; `invalid` without credentials
 */
export async function connectStorage(
  options: SharedOptions | null,
  data: string,
  log: Log,
): Promise<SharedStorage | undefined> {
  if (options === null) return undefined;
  const { connect } = await import('./service/shared/connect.js');
  return connect(options, fs, data, log);
}
