import { PortalError } from '../../errors.js';
import type { FileSystem } from '../../store/file-system.js';
import type { ObjectStore } from '../../store/shared/object-store.js';
import { SharedPortal, type SharedPortalOptions } from '../../store/shared/portal.js';
import { type S3Credentials, S3Store } from '../../store/shared/s3-store.js';
import { SharedPlaces } from './shared-places.js';

/** The keys of the configuration that begin with `shared_`. */
export interface SharedOptions {
  /** `s3://bucket/prefix`. */
  readonly store: string;
  readonly endpoint: string | null;
  readonly region: string;
  readonly pathStyle: boolean;
  readonly timeoutMs: number;
  readonly stalenessMs: number;
  readonly checkpointEntries: number;
}

/** A write or read waits for so many attempts, at most. */
const patienceAttempts = 5;

/** @throws `invalid` without credentials */
export function openStore({ store, endpoint, region, pathStyle, timeoutMs }: SharedOptions): ObjectStore {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(store) ?? [];
  const options = { bucket, prefix, region, pathStyle, timeoutMs, credentials: credentialsOf(process.env) };
  return new S3Store(endpoint === null ? options : { ...options, endpoint });
}

export function portalOptions(options: SharedOptions, store: ObjectStore, fs: FileSystem): SharedPortalOptions {
  const { timeoutMs, stalenessMs, checkpointEntries } = options;
  return { store, fs, stalenessMs, checkpointEntries, patienceMs: timeoutMs * patienceAttempts };
}

/** @throws `unavailable` when the store cannot be used, or holds no portal; `invalid` without credentials */
export async function connect(options: SharedOptions, fs: FileSystem, data: string): Promise<SharedPlaces> {
  const store = openStore(options);
  try {
    return new SharedPlaces(await SharedPortal.connect(portalOptions(options, store, fs)), fs, data);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** They are never in a file of ours. */
function credentialsOf(environment: NodeJS.ProcessEnv): S3Credentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = environment;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    const names = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
    throw new PortalError('invalid', `The shared store needs credentials: set ${names} in the environment.`);
  }
  const keys = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  return AWS_SESSION_TOKEN ? { ...keys, sessionToken: AWS_SESSION_TOKEN } : keys;
}
