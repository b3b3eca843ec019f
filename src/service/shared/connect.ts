import type { Log } from '../../log.js';
import type { FileSystem } from '../../store/file-system.js';
import type { ObjectStore } from '../../store/log/object-store.js';
import { type S3Credentials, type S3Options, S3Store } from '../../store/log/s3-store.js';
import { SharedPortal, type SharedPortalOptions } from '../../store/log/shared-portal.js';
import { findCredentials } from './credentials.js';
import { SharedStorage } from './shared-storage.js';

/** The keys of the configuration that begin with `shared_`. */
export interface SharedOptions extends Omit<S3Options, 'credentials'> {
  readonly waitMs: number;
  readonly stalenessMs: number;
  readonly checkpointEntries: number;
  /** Upper bound on the files of media that are cached on this machine. */
  readonly fileCacheBytes: number;
}

export function openStore(shared: SharedOptions, credentials: () => S3Credentials): ObjectStore {
  return new S3Store({ ...shared, credentials });
}

export function portalOptions(options: SharedOptions, store: ObjectStore, fs: FileSystem): SharedPortalOptions {
  const { waitMs: timeoutMs, stalenessMs, checkpointEntries } = options;
  return { store, fs, stalenessMs, checkpointEntries, timeoutMs };
}

/** @throws `unavailable` when the store cannot be used, or holds no portal; `invalid` without credentials */
export async function connect(options: SharedOptions, fs: FileSystem, data: string, log: Log): Promise<SharedStorage> {
  const store = openStore(options, findCredentials(process.env, fs));
  try {
    const onWait = (reason: string): void => log.warn(reason);
    const storage = new SharedStorage(
      await SharedPortal.connect({ ...portalOptions(options, store, fs), onWait }),
      fs,
      data,
      options.fileCacheBytes,
    );
    storage.reportTo(log);
    return storage;
  } catch (error) {
    store.close();
    throw error;
  }
}
