import type { Log } from './log.js';
import type { SharedOptions } from './service/shared/connect.js';
import type { SharedPlaces } from './service/shared/shared-places.js';
import { machineFileSystem as fs } from './store/machine-file-system.js';

/**
 * The portal that a configuration names; without one, nothing of it is loaded.
 *
 * @param data the data directory, which holds caches then
 * @throws `unavailable` when the store cannot be used, or holds no portal; `invalid` without credentials
 */
export async function connectPlaces(
  options: SharedOptions | null,
  data: string,
  log: Log,
): Promise<SharedPlaces | undefined> {
  if (options === null) return undefined;
  const { connect } = await import('./service/shared/connect.js');
  return connect(options, fs, data, log);
}
