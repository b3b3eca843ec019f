import { type Clock, isoSeconds } from '../clock.js';
import { PortalError } from '../errors.js';
import { encodeJson } from '../json.js';
import type { Repository } from '../store/repository.js';
import { generateApiKey, hashApiKey } from './api-key.js';
import { type Author, describe } from './commit.js';
import { type IssuedKey, keyNotFound, newKeyId } from './keys.js';
import { isUsable, type KeyRecord, type Registry, registryPaths } from './records.js';

export interface RotateKey {
  readonly id: string;
  /** How long the old key goes on working, unless it expires before. */
  readonly overlapMs: number;
  /** When the new key expires; `undefined`: after as long a life as the old one was given at first. */
  readonly expiresAt?: Date | undefined;
}

export interface RotatedKey extends IssuedKey {
  readonly old: KeyRecord;
}

/**
 * Issues a key with the brand, name and rights of another, which works for a while yet: one commit.
 *
 * @throws `not_found`, `invalid` when the key was revoked, has expired or is being replaced already
 */
export async function rotateKey(
  registry: Repository<Registry>,
  rotate: RotateKey,
  clock: Clock,
  by?: Author,
): Promise<RotatedKey> {
  const key = generateApiKey();
  const { answer } = await registry.write((draft) => {
    const { keys } = draft.snapshot.catalog;
    const before = keys.get(rotate.id);
    if (before === undefined) throw keyNotFound(rotate.id);
    const now = clock();
    if (!isUsable(before, now)) {
      throw new PortalError('invalid', `Key ${rotate.id} was revoked or has expired: issue a new one.`);
    }
    const successor = successorOf(keys, before);
    if (successor !== undefined && isUsable(successor, now)) {
      const ways = `rotate that one, or revoke it to replace ${before.id} anew`;
      throw new PortalError('invalid', `Key ${before.id} is already being replaced by ${successor.id}: ${ways}.`);
    }
    // The life of a key that was replaced before was cut short then: what came after it has the one it was given.
    const given = successor ?? before;
    const lifeMs = given.expires_at === null ? null : Date.parse(given.expires_at) - Date.parse(given.created_at);
    const expires = rotate.expiresAt ?? (lifeMs === null ? null : new Date(now.getTime() + lifeMs));
    const end = isoSeconds(new Date(now.getTime() + rotate.overlapMs));
    const { replaced_by: _, ...like } = before;
    const id = newKeyId();
    const old: KeyRecord = {
      ...like,
      expires_at: before.expires_at !== null && before.expires_at < end ? before.expires_at : end,
      replaced_by: id,
    };
    const record: KeyRecord = {
      ...like,
      id,
      sha256: hashApiKey(key),
      created_at: isoSeconds(now),
      expires_at: expires === null ? null : isoSeconds(expires),
    };
    draft.put(registryPaths.key(old.id), encodeJson(old));
    draft.put(registryPaths.key(record.id), encodeJson(record));
    describe(draft, `Rotate key ${old.id} "${old.name}" to ${record.id}`, 'keys.rotate', now, by);
    return { record, old };
  });
  return { ...answer, key };
}

/** The last of the keys that came in the place of one. */
function successorOf(keys: Registry['keys'], { id, replaced_by }: KeyRecord): KeyRecord | undefined {
  const seen = new Set([id]);
  let last: KeyRecord | undefined;
  let next = replaced_by;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    last = keys.get(next) ?? last;
    next = keys.get(next)?.replaced_by;
  }
  return last;
}
