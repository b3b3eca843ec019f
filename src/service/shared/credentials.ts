import { PortalError } from '../../lib/errors.js';
import type { FileSystem } from '../../store/file-system.js';
import type { S3Credentials } from '../../store/log/s3-store.js';

const sectionPattern = /^\[\s*(?:profile\s+)?([^\]]+?)\s*\]$/;
const keyPattern = /^([a-z_]+)\s*=\s*(.*?)$/;

/**
 * Look-up of the credentials for a request to the store. They are never in a file of ours.
 *
 * The environment comes first; else the file that `AWS_SHARED_CREDENTIALS_FILE` names, with the profile of `AWS_PROFILE` or `default`
 * (AWS's shared config and credentials files). The file is read again when it has changed: rotating credentials writes it again.
 *
 * @throws `invalid` when there are none; later, those before stay in use while the file cannot be read
 */
export function findCredentials(environment: NodeJS.ProcessEnv, fs: FileSystem): () => S3Credentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_SHARED_CREDENTIALS_FILE } = environment;
  const fromEnvironment = credentialsOf(AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN);
  if (fromEnvironment !== null) return () => fromEnvironment;
  if (!AWS_SHARED_CREDENTIALS_FILE) {
    const names = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE,';
    throw new PortalError('invalid', `The shared store needs credentials: set ${names} in the environment.`);
  }
  return fromFile(fs, AWS_SHARED_CREDENTIALS_FILE, environment.AWS_PROFILE || 'default');
}

function fromFile(fs: FileSystem, path: string, profile: string): () => S3Credentials {
  const readStamp = () => {
    const { ino, size, mtimeMs, ctimeMs } = fs.statSync(path);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  };
  const read = () => ({ stamp: readStamp(), credentials: ofProfile(fs.readFileSync(path, 'utf8'), profile) });
  let stamp: string;
  let newest: S3Credentials;
  try {
    const loaded = read();
    if (loaded.credentials === null) throw new Error(`it has no whole profile ${profile}`);
    stamp = loaded.stamp;
    newest = loaded.credentials;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PortalError('invalid', `The credentials of the shared store cannot be read from ${path}: ${reason}.`, {
      cause,
    });
  }
  return () => {
    try {
      if (readStamp() === stamp) return newest;
      const loaded = read();
      if (loaded.credentials === null) return newest;
      stamp = loaded.stamp;
      newest = loaded.credentials;
    } catch {
      // The file is just being replaced. The former credentials may still be valid; if not, the store refuses them.
    }
    return newest;
  };
}

/** @returns `null` unless the profile has both keys */
function ofProfile(text: string, profile: string): S3Credentials | null {
  const values = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n').map((each) => each.trim())) {
    section = sectionPattern.exec(line)?.[1] ?? section;
    const [, key, value] = keyPattern.exec(line) ?? [];
    if (section === profile && key !== undefined && value !== undefined) values.set(key, value);
  }
  const id = values.get('aws_access_key_id');
  const secret = values.get('aws_secret_access_key');
  return credentialsOf(id, secret, values.get('aws_session_token'));
}

function credentialsOf(id: string | undefined, secret: string | undefined, token: string | undefined) {
  if (!id || !secret) return null;
  const keys = { accessKeyId: id, secretAccessKey: secret };
  return token ? { ...keys, sessionToken: token } : keys;
}
